import type { History, PlannedPoll } from './histories.ts';
import { DAY, scoreAt } from './serviceModel.ts';
import type { Assessment } from './serviceModel.ts';

/** A score that may be emitted, in order; one that was within the window must be. */
export interface Expected {
	score: number;
	must: boolean;
}

/** A successful poll, as it went. */
export interface Poll extends PlannedPoll {
	/** From which completion on it asked for reports, by the service's clock. */
	askedFrom: number;
}

/**
 * What a user expects, told from the history and from what the polls asked for: the first poll counts as what is known; from
 * then on each score counts that a successful poll finds and the one before did not. It is within the window when its
 * assessment was completed less than `lookbackDays` before the successful poll before, or while it was seen waiting. One that
 * was not may be missed, and then be found later with another score: a restart may bring an older and wider window back.
 *
 * @param polls the successful ones, beginning with the first of which n8n kept something
 */
export function expectedScores(history: History, polls: readonly Poll[], assessment: Assessment): Expected[] {
	const { reading, lookbackDays, emitRescored, serviceSkew } = history;
	const expected: Expected[] = [];
	let known: number | undefined;
	let wasSeenWaiting = false;
	let missed = false;
	let previous: Poll | undefined;

	for (const poll of polls) {
		const score = scoreAt(assessment, poll.answered);
		const lookedBackFrom = (previous ?? poll).begins;
		const within: boolean = wasSeenWaiting || assessment.completedAt >= lookedBackFrom - lookbackDays * DAY;
		const isAskedFor = assessment.completedAt + serviceSkew >= poll.askedFrom;
		if (isAskedFor && score === undefined) {
			wasSeenWaiting = within && reading !== 'scored' && (known === undefined || emitRescored);
		} else if (isAskedFor && score !== undefined && score !== null) {
			const counts: boolean = known === undefined || ((emitRescored || missed) && known !== score);
			if (counts && previous !== undefined) expected.push({ score, must: within });
			missed ||= counts && !within;
			known = score;
			wasSeenWaiting = false;
		}
		previous = poll;
	}
	return expected;
}
