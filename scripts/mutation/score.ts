/** What is needed of one of Stryker's results. */
export interface Mutant {
	readonly fileName: string;
	readonly status: string;
}

export interface Score {
	readonly killed: number;
	readonly counted: number;
	/** Of the counted ones, how many a test noticed; 100 where there is none. */
	readonly percent: number;
}

/** A mutant that runs for ever is noticed as well. */
const KILLED = ['Killed', 'Timeout'];
const ALIVE = ['Survived', 'NoCoverage'];

/** Stryker's mutation score: what is invalid code, or was left out, does not count. */
export function scoreOf(mutants: readonly Mutant[]): Score {
	const killed = mutants.filter(({ status }) => KILLED.includes(status)).length;
	const counted = killed + mutants.filter(isAlive).length;
	return { killed, counted, percent: counted === 0 ? 100 : (100 * killed) / counted };
}

/** Whether the tests pass although the code was changed. */
export function isAlive({ status }: Mutant): boolean {
	return ALIVE.includes(status);
}
