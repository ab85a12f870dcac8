import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from '../../../playground/paths.ts';
import { cores } from '../../../scripts/mutation/cores.ts';
import { isAlive, scoreOf } from '../../../scripts/mutation/score.ts';

const mutants = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'].map((status) => ({
	fileName: 'a.ts',
	status,
}));

it('counts what a test noticed, and leaves out what is no mutant', () => {
	expect(scoreOf(mutants)).toEqual({ killed: 3, counted: 5, percent: 60 });
	expect(mutants.filter(isAlive)).toHaveLength(2);
	expect(scoreOf([]).percent).toBe(100);
});

it.each(Object.entries(cores))('the core %s is made of files that there are', (_name, files) => {
	expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
	expect(files).not.toEqual([]);
});
