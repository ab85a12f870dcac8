import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { cruise } from 'dependency-cruiser';
import { expect, it, onTestFinished } from 'vitest';

import rules from '../../../.dependency-cruiser.mjs';

/** The modules that `npm run lint` doesn't let a file of nodes/shared import. */
async function refused(source: string): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'imports-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const others = ['node_modules/yaml/dist/index.js', 'node_modules/n8n-workflow/dist/index.js'];
	for (const file of [...others, 'specification/types.d.ts', 'nodes/shared/dates.ts', 'nodes/shared/source.ts']) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), file.endsWith('source.ts') ? source : '');
	}
	const { forbidden, options } = rules;
	const { output } = await cruise(['nodes'], { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } });
	if (typeof output === 'string') throw new Error(output);
	return output.summary.violations.map(({ to }) => to);
}

it.each([
	["import { parse } from 'yaml/dist/index.js';", 'node_modules/yaml/dist/index.js'],
	["import type { Document } from 'yaml/dist/index.js';", 'node_modules/yaml/dist/index.js'],
	["type Document = import('yaml/dist/index.js').Document;", 'node_modules/yaml/dist/index.js'],
	["import { missing } from 'missing';", 'missing'],
	["import { Readable } from 'node:stream';", 'stream'],
	["import { sleep } from 'n8n-workflow/dist/index.js';", undefined],
	["import { createHmac } from 'node:crypto';", undefined],
	["import type { User } from '../../specification/types';", undefined],
	["import { toInstant } from './dates';", undefined],
])('a node that has the line `%s`', async (line, found) => {
	expect(await refused(line)).toEqual(found === undefined ? [] : [found]);
});
