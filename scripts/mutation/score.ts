/** What is needed of one of Stryker's results. */
export interface Mutant {
	readonly fileName: string;
	readonly status: string;
}

export interface Score {
	readonly killed: number;
	readonly counted: number;
	/** Of the killed ones, how many only by taking too long: on a busy machine that may be no merit of the tests. */
	readonly timedOut: number;
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
	const timedOut = mutants.filter(({ status }) => status === 'Timeout').length;
	return { killed, counted, timedOut, percent: counted === 0 ? 100 : (100 * killed) / counted };
}

/** Whether the tests pass although the code was changed. */
export function isAlive({ status }: Mutant): boolean {
	return ALIVE.includes(status);
}
