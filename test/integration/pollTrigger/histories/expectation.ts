import { expect } from 'vitest';

import type { History, PlannedPoll } from './histories.ts';
import { DAY, HOUR, scoreAt } from './serviceModel.ts';
import type { Assessment } from './serviceModel.ts';

/** A successful poll, and the scores that it gave, by the assessments' IDs. */
export interface Poll extends PlannedPoll {
	given: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * What a user expects of one assessment, told from the history alone. What the first poll could see counts as known. From then
 * on each score is given once, in order. One has to be given by a poll where the assessment was completed less than
 * `lookbackDays` before the successful poll before, or was seen waiting within that time and this is the first poll of a
 * quarter of a day.
 *
 * @param polls the successful ones, beginning with the first of which n8n kept something
 */
export function expectScores(
	history: History,
	polls: readonly Poll[],
	assessment: Assessment,
	isWanted: boolean,
): void {
	const { reading, lookbackDays, emitRescored } = history;
	let known: number | undefined;
	let isAwaited = false;
	let previous: Poll | undefined;
	for (const poll of polls) {
		const shown = scoreAt(assessment, poll.answered) ?? undefined;
		const isWaiting = scoreAt(assessment, poll.answered) === undefined;
		const isInWindow = assessment.completedAt >= (previous ?? poll).begins - lookbackDays * DAY;
		const isLookedFor = isInWindow || (isAwaited && previous !== undefined && quarter(previous) !== quarter(poll));
		const isNew = shown !== undefined && (known === undefined || (emitRescored && known !== shown));
		const given = poll.given.get(assessment.id) ?? [];
		const may = isWanted && previous !== undefined && isNew ? [shown] : [];
		expect({ poll, assessment, given }).toEqual({
			poll,
			assessment,
			given: isLookedFor || given.length > 0 ? may : [],
		});
		if (shown !== undefined && (previous === undefined || given.length > 0)) known = shown;
		if (isInWindow && isWaiting) isAwaited = reading !== 'scored' && (known === undefined || emitRescored);
		if (known !== undefined && known === shown) isAwaited = false;
		previous = poll;
	}
}

/** Of the day, by n8n's clock. */
function quarter({ begins, skew }: PlannedPoll): number {
	return Math.floor((begins + skew) / (6 * HOUR));
}
