import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { ScoreReport, User } from '../api/specification/types';
import type { PollOptions, Result } from './cursor';

/** What "Fetch Test Event" gives at most. */
const SAMPLE_COUNT = 5;

/** How far back samples are looked for at least, further only where nothing is found: the workflow is built with what there is. */
export const SAMPLE_DAYS = [30, 365];

/** Picks the results completed last that the filters let through, report by report. */
export class Samples {
	readonly #options: PollOptions;
	#picked: Result[] = [];

	constructor(options: PollOptions) {
		this.#options = options;
	}

	take(user: User, report: ScoreReport): void {
		if (report.status !== 'Completed' || !this.#options.wants(report)) return;
		this.#picked = [...this.#picked, { user, report }]
			.sort((left, right) => completed(left) - completed(right))
			.slice(-SAMPLE_COUNT);
	}

	/** In the order in which a poll would emit them. */
	result(): Result[] {
		return this.#picked;
	}
}

function completed({ report }: Result): number {
	return parseIsoTimestamp(report.completed ?? '') ?? 0;
}
