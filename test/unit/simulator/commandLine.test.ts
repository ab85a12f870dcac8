import { expect, it } from 'vitest';
import { DEFAULT_PORT, readCommandLine } from '../../../simulator/commandLine.ts';

it.each<[string[], { PORT?: string }, unknown]>([
	[[], {}, { port: DEFAULT_PORT }],
	[[], { PORT: '81' }, { port: 81 }],
	[['--port', '82'], { PORT: '81' }, { port: 82 }],
	[['--port=0', '--seed', 'x', '--no-limits'], {}, { port: 0, seed: 'x', limits: false }],
	[['--api-key', 'k', '--empty'], { PORT: '' }, { port: DEFAULT_PORT, apiKey: 'k', empty: true }],
])('%j with %j', (args, environment, options) => {
	expect(readCommandLine(args, environment)).toEqual({ help: false, options });
});

it.each([[['--port', 'x']], [['--port', '65536']], [['--port=-1']], [['--prot', '1']], [['extra']]])(
	'refuses %j',
	(args) => {
		expect(() => readCommandLine(args, {})).toThrow();
	},
);

it('shows its usage before anything else', () => {
	expect(readCommandLine(['--help', '--port', 'x'], {})).toEqual({ help: true });
});
