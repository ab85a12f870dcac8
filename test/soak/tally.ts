/** What was done, and what went wrong. */
export interface Tally {
	readonly count: (what: string, times: number) => void;
	readonly problem: (what: string) => void;
	readonly counts: () => Readonly<Record<string, number>>;
	readonly problems: () => readonly string[];
}

export function createTally(): Tally {
	const counts: Record<string, number> = {};
	const problems: string[] = [];
	return {
		count(what, times) {
			counts[what] = (counts[what] ?? 0) + times;
		},
		problem(what) {
			problems.push(what);
		},
		counts: () => counts,
		problems: () => problems,
	};
}
