import { parseArgs } from 'node:util';
import { startSimulator, type Simulator } from './index.ts';

const USAGE = `Usage: npm run simulator -- [--port <number>]

  --port <number>   port to listen on; also PORT (default 4620, 0 for any free one)
`;

function howTo({ baseHost, apiKey }: Simulator): string {
	return `Enterprise Assessment simulator

  Service address   ${baseHost}
  API key           ${apiKey}
  API version       2020q3

In a browser: people, scores, events, requests and faults, and a page to try requests with:
  ${baseHost}/
  ${baseHost}/_simulator/reference/

Try it:
  curl -H 'Authorization: Bearer ${apiKey}' ${baseHost}/2020q3/assessments
For programs (see simulator/README.md):
  curl -X POST ${baseHost}/_simulator/state
  curl -X POST ${baseHost}/_simulator/users
Ctrl-C stops it.
`;
}

/** The requested port. --port has precedence over PORT. */
function chosenPort(): number {
	const { port = process.env.PORT || '4620' } = parseArgs({ options: { port: { type: 'string' } } }).values;
	if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(`Not a port: ${port}`);
	return Number(port);
}

/** Why the simulator didn't start, in plain words. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!('code' in error && error.code === 'EADDRINUSE')) return `${error.message}\n\n${USAGE}`;
	const port = 'port' in error ? String(error.port) : '';
	return `Port ${port} is in use. Choose another: npm run simulator -- --port <number> (0 for any free one)`;
}

try {
	const simulator = await startSimulator({ port: chosenPort(), pages: true });
	console.log(howTo(simulator));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void simulator.close().then(() => process.exit(0)));
	}
} catch (error) {
	console.error(reasonOf(error));
	process.exit(1);
}
