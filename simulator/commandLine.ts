import { parseArgs } from 'node:util';
import type { SimulatorOptions } from './index.ts';

export const DEFAULT_PORT = 4620;

export const USAGE = `Usage: npm run simulator -- [options]

  --port <number>         port to listen on; also PORT (default ${DEFAULT_PORT}, 0 for any free one)
  --seed <text>           another seed, another account (default 1)
  --api-key <key>         a key of your own instead of the seed's
  --no-limits             switch the rate limits off
  --empty                 start without users
  --help                  show this
`;

export type Command = { help: true } | { help: false; options: SimulatorOptions };

/**
 * Reads the command line; PORT counts where --port is absent.
 * @throws Error with a message for the user
 */
export function readCommandLine(args: readonly string[], environment: { PORT?: string | undefined }): Command {
	const { values } = parseArgs({
		args: [...args],
		options: {
			port: { type: 'string' },
			seed: { type: 'string' },
			'api-key': { type: 'string' },
			'no-limits': { type: 'boolean' },
			empty: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return { help: true };
	const options: SimulatorOptions = { port: portOf(values.port ?? (environment.PORT || String(DEFAULT_PORT))) };
	if (values.seed !== undefined) options.seed = values.seed;
	if (values['api-key'] !== undefined) options.apiKey = values['api-key'];
	if (values['no-limits']) options.limits = false;
	if (values.empty) options.empty = true;
	return { help: false, options };
}

function portOf(text: string): number {
	const port = Number(text);
	if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`Not a port: ${text}`);
	return port;
}
