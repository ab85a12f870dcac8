import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from '../../../playground/paths.ts';
import { isDrawn } from '../../../scripts/mutation/sample.ts';
import { isAlive, scoreOf } from '../../../scripts/mutation/score.ts';
import { cores, shells, targetOf } from '../../../scripts/mutation/targets.ts';

const mutants = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'].map((status) => ({
	fileName: 'a.ts',
	status,
}));

it('counts what a test noticed, and leaves out what is no mutant', () => {
	expect(scoreOf(mutants)).toEqual({ killed: 3, counted: 5, timedOut: 1, percent: 60 });
	expect(mutants.filter(isAlive)).toHaveLength(2);
	expect(scoreOf([]).percent).toBe(100);
});

it.each(Object.entries({ ...cores, ...shells }))(
	'%s is made of files that there are, and so are its tests',
	(_name, target) => {
		const { files, tests } = target;
		expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
		expect(tests.filter((pattern) => globSync(pattern, { cwd: repositoryRoot }).length === 0)).toEqual([]);
		expect([files, tests]).not.toContainEqual([]);
	},
);

it('a file of a shell, or some of its lines, is tested as the shell is, any other file by the unit tests', () => {
	const lines = 'nodes/EnterpriseAssessmentTrigger/receiving/receive.ts:10-20';
	expect(targetOf(lines)).toEqual({ ...shells.receive, files: [lines] });
	expect(targetOf('nodes/shared/idList.ts')).toMatchObject({ tests: ['test/unit/**/*.test.ts'] });
});

it('a sample holds about the share that is asked for, and all mutants without one', () => {
	const mutants = Array.from({ length: 1_000 }, (_, id) => ({ id: String(id) }));
	const drawn = mutants.filter((mutant) => isDrawn(mutant, 0.4)).length;
	expect(drawn).toBeGreaterThan(350);
	expect(drawn).toBeLessThan(450);
	expect(mutants.filter((mutant) => isDrawn(mutant, 1))).toHaveLength(1_000);
});
