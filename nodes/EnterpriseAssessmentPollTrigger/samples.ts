import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { PollOptions, Result } from './cursor';

/** What "Fetch Test Event" gives at most. */
const SAMPLE_COUNT = 5;

/** How far back samples are looked for at least: the workflow is built with what there is. */
export const SAMPLE_DAYS = 30;

/** The results completed last that the filters let through, in the order in which a poll would emit them. */
export function samples(results: readonly Result[], options: PollOptions): Result[] {
	return results
		.filter(({ report }) => report.status === 'Completed' && options.wants(report))
		.sort((left, right) => completed(left) - completed(right))
		.slice(-SAMPLE_COUNT);
}

function completed({ report }: Result): number {
	return parseIsoTimestamp(report.completed ?? '') ?? 0;
}
