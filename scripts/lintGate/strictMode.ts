import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const sameText = (one: string, other: string) => one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim();

/**
 * What `n8n-node lint` says of a package with `strict` in the `n8n` field of package.json: its ESLint configuration must be
 * the one that n8n's template has.
 *
 * @param folder the package's
 */
export async function strictModeProblems(folder: string): Promise<string[]> {
	const template = new URL(
		'../template/templates/shared/default/eslint.config.mjs',
		import.meta.resolve('@n8n/node-cli/eslint'),
	);
	const [expected, present] = await Promise.all([
		readFile(template, 'utf8'),
		readFile(join(folder, 'eslint.config.mjs'), 'utf8'),
	]);
	return sameText(expected, present) ? [] : ["eslint.config.mjs is not n8n's default one, which 'strict' demands"];
}
