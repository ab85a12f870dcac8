// Mutation testing: changes code in thousands of small ways and sees whether the tests notice. Prints what they miss, and
// the scores; without names, of the pure cores. Stryker's options: stryker.config.mjs. Usage: npm run mutation
// [-- <core, shell or file>…]
import { relative } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

import { repositoryRoot } from '../playground/paths.ts';
import { isDrawn, share } from './mutation/sample.ts';
import { isAlive, scoreOf } from './mutation/score.ts';
import { cores, targetOf } from './mutation/targets.ts';

const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? Object.keys(cores) : asked;
process.chdir(repositoryRoot);

const lines: string[] = [];
for (const name of chosen) {
	const { files, least } = targetOf(name);
	// For vitest's configuration, which Stryker's processes read.
	process.env.MUTATION_TARGET = name;
	const mutants = await new Stryker({ mutate: [...files] }).runMutationTest();
	// Stryker counts what no test reaches without asking whether it is in the sample.
	const drawn = mutants.filter((mutant) => isDrawn(mutant));
	const results = drawn.map((mutant) => ({ ...mutant, fileName: relative('.', mutant.fileName) }));
	for (const { fileName, location, status, mutatorName, replacement } of results.filter(isAlive)) {
		const { line, column } = location.start;
		console.log(`${fileName}:${line}:${column} ${status} ${mutatorName}: ${replacement?.replace(/\s+/g, ' ') ?? ''}`);
	}
	const { killed, counted, timedOut, percent } = scoreOf(results);
	if (percent < least) process.exitCode = 1;
	const late = timedOut > 0 ? `, ${timedOut} by taking too long` : '';
	lines.push(
		`${name.padEnd(14)} ${percent.toFixed(1).padStart(5)} %  ${killed} of ${counted}${late} (at least ${least} %)`,
	);
	for (const file of files.length > 1 ? files : []) {
		const part = scoreOf(results.filter(({ fileName }) => fileName === file));
		lines.push(`  ${part.percent.toFixed(1).padStart(5)} %  ${part.killed} of ${part.counted}  ${file}`);
	}
}
const sample = share < 1 ? `, of a sample of ${(100 * share).toFixed(0)} %` : '';
console.log(`\nMutants that a test noticed${sample}:\n${lines.join('\n')}`);
