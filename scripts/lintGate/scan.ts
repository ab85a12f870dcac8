import { globSync } from 'node:fs';
import { join } from 'node:path';

import { ESLint } from 'eslint';
import type { Linter } from 'eslint';

export interface ScanResult {
	readonly files: number;
	/** Every error and warning, ready to print. Empty when there is none. */
	readonly report: string;
}

/** Lints files of a folder as the scanner does: comments that switch a rule off have no effect. */
export async function scan(
	folder: string,
	patterns: readonly string[],
	config: readonly Linter.Config[],
): Promise<ScanResult> {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: [...config],
	});
	const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder, exclude: ['node_modules/**'] }));
	if (files.length === 0) throw new Error(`Nothing to lint in ${folder}`);
	const results = await eslint.lintFiles(files.map((file) => join(folder, file)));
	const formatter = await eslint.loadFormatter('stylish');
	return { files: files.length, report: await formatter.format(results) };
}
