import { createHash } from 'node:crypto';

interface Mutant {
	/** Stryker's number, the same in each run over the same code. */
	readonly id: string;
}

/** Which part of the mutants is tried, between 0 and 1: MUTATION_SHARE, for what takes long. */
export const share = Number(process.env.MUTATION_SHARE ?? 1);

/** Whether a mutant is in the sample: drawn at random, and the same ones each time. */
export function isDrawn({ id }: Mutant, part = share): boolean {
	return createHash('sha256').update(id).digest().readUInt32BE() < part * 2 ** 32;
}

/** Stryker's word for what need not be run. */
const LEFT_OUT = { status: 'compileError', reason: 'not in the sample' };

async function check(mutants: readonly Mutant[]) {
	return await Promise.resolve(
		Object.fromEntries(mutants.map((mutant) => [mutant.id, isDrawn(mutant) ? { status: 'passed' } : LEFT_OUT])),
	);
}

/** Found by Stryker under this name. */
export const strykerPlugins = [
	{ kind: 'Checker', name: 'sample', value: { init: async () => await Promise.resolve(), check } },
];
