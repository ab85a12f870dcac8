import { parseArgs } from 'node:util';
import { startSimulator, type Simulator } from './index.ts';

const USAGE = `Usage: npm run simulator -- [--port <number>]

  --port <number>   the port (default: the environment variable PORT, or else 4620; 0 for any free port)
`;

function howTo({ baseHost, apiKey }: Simulator): string {
	return `Enterprise Assessment simulator

  Service Address   ${baseHost}
  API Key           ${apiKey}
  API Version       2020q3

In a browser:
  ${baseHost}/   people, scores, events, requests and faults
  ${baseHost}/_simulator/reference/   every request, documented and ready to try

Try it:
  curl -H 'Authorization: Bearer ${apiKey}' ${baseHost}/2020q3/assessments
For programs (see simulator/README.md):
  curl -X POST ${baseHost}/_simulator/state
  curl -X POST ${baseHost}/_simulator/users
Press Ctrl-C to stop.
`;
}

/** The requested port. --port has precedence over PORT. */
function chosenPort(): number {
	const { port = process.env.PORT || '4620' } = parseArgs({ options: { port: { type: 'string' } } }).values;
	if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(`'${port}' isn't a port number`);
	return Number(port);
}

/** Why the simulator didn't start, in plain words. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!('code' in error && error.code === 'EADDRINUSE')) return `${error.message}\n\n${USAGE}`;
	const port = 'port' in error ? String(error.port) : '';
	return `Port ${port} is in use. Choose another: npm run simulator -- --port <number> (0 for any free port)`;
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
