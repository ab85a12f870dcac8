import { readCommandLine, USAGE } from './commandLine.ts';
import { CONTROL_ROOT } from './control/control.ts';
import { startSimulator, type Simulator, type SimulatorOptions } from './index.ts';

function howTo({ baseHost, apiKey, port }: Simulator): string {
	const page = `http://127.0.0.1:${port}`;
	const control = `${page}${CONTROL_ROOT}`;
	return `Enterprise Assessment simulator

  Service address   ${baseHost}
  API key           ${apiKey}
  API version       2020q3

The page for people (people, scores, webhook, requests, faults), in a browser:
  ${page}/

Try it:
  curl -H 'Authorization: Bearer ${apiKey}' ${baseHost}/2020q3/assessments
For programs (see simulator/README.md):
  curl -X POST ${control}/state
  curl -X POST ${control}/users
Ctrl-C stops it.
`;
}

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

async function run(options: SimulatorOptions): Promise<void> {
	let simulator: Simulator;
	try {
		simulator = await startSimulator(options);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
		fail(`Port ${options.port} is in use. Choose another: npm run simulator -- --port <number> (0 for any free one)`);
	}
	console.log(howTo(simulator));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			void simulator.close().then(() => process.exit(0));
		});
	}
}

function commandOrFail(): ReturnType<typeof readCommandLine> {
	try {
		return readCommandLine(process.argv.slice(2), process.env);
	} catch (error) {
		return fail(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	}
}

const command = commandOrFail();
if (command.help) console.log(USAGE);
else await run(command.options);
