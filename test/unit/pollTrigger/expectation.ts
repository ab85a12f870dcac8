import type { History, PlannedPoll } from './histories.ts';
import { DAY, scoreAt } from './serviceModel.ts';
import type { Assessment } from './serviceModel.ts';

/** A score that may be emitted, in order; one that was within the window must be. */
export interface Expected {
	score: number;
	must: boolean;
}

/**
 * What the issue demands, told from the history alone: the first poll that is kept counts as what is known; from then on
 * each score counts that a successful poll finds and the one before did not. It is within the window when its assessment
 * was completed less than `lookbackDays` before the successful poll before, or while it was seen waiting. One that was not
 * may be missed, and then be found later with another score: a restart may bring an older and wider window back.
 */
export function expectedScores(history: History, assessment: Assessment): Expected[] {
	const { reading, engine, lookbackDays, emitRescored } = history;
	const successful = history.polls.filter(({ fate }) => fate === 'succeeds');
	const kept = engine === 'durable' ? successful.slice(1) : successful;
	const expected: Expected[] = [];
	let known: number | undefined;
	let heldOpen = false;
	let missed = false;
	let previous: PlannedPoll | undefined;

	for (const poll of kept) {
		const score = scoreAt(assessment, poll.answered);
		const lookedBackFrom = (previous ?? poll).begins;
		const within: boolean = heldOpen || assessment.completedAt >= lookedBackFrom - lookbackDays * DAY;
		if (score === undefined) {
			heldOpen = within && reading === 'all' && (known === undefined || emitRescored);
		} else if (score !== null) {
			const counts: boolean = known === undefined || ((emitRescored || missed) && known !== score);
			if (counts && previous !== undefined) expected.push({ score, must: within });
			missed ||= counts && !within;
			known = score;
			heldOpen = false;
		}
		previous = poll;
	}
	return expected;
}
