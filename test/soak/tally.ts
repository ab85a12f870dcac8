/** Counts of what was done and what failed. */
export class Tally {
	readonly counts: Record<string, number> = {};
	readonly problems: string[] = [];

	count(what: string, times: number): void {
		this.counts[what] = (this.counts[what] ?? 0) + times;
	}

	problem(what: string): void {
		this.problems.push(what);
	}
}
