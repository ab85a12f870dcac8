/** How `npm start` is called. */
export const usage = `Usage: npm start [-- <option>]

Opens a real n8n with this package beside a simulated service. Ctrl-C stops it.

  --check   runs the main job through an n8n of its own instead, prints each step, ends
  --watch   lets n8n load the nodes anew whenever their sources change; the same as npm run dev
  --help    prints this

Environment: PLAYGROUND_FOLDER is where n8n keeps its data (.cache/playground), N8N_GENERATION=v1 takes n8n 1.x.
`;

const known = ['--check', '--watch', '--help'];

/**
 * @param {readonly string[]} args
 * @returns {'help' | 'run'}
 * @throws when an argument means nothing
 */
export function readOptions(args) {
	const unknown = args.find((arg) => !known.includes(arg));
	if (unknown !== undefined) throw new Error(`There is no option '${unknown}'.\n\n${usage}`);
	return args.includes('--help') ? 'help' : 'run';
}
