import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect, onTestFinished, test, vi } from 'vitest';

import { histories, type History, type PlannedPoll } from './histories/histories.ts';
import { PublishedWorkflow } from './histories/publishedWorkflow.ts';
import { answer, type Assessment, DAY, HOUR, MINUTE, scoreAt } from './histories/serviceModel.ts';

const RUNS = Number(process.env.POLL_HISTORIES ?? 2_000);

/** A successful poll, and the simplified items that it returned. */
interface Poll extends PlannedPoll {
	items: IDataObject[];
	/** When the poll begins by n8n's clock. */
	time: number;
	/** Whether the previous poll in the same process failed. */
	isAfterFailure: boolean;
	/** The completion time from which the poll asked the service for reports. */
	from: number;
}

/**
 * Checks the scores that polls returned for one assessment against the history alone:
 * - Scores that the first poll could see are known. Each later score is returned once, in order.
 * - A poll has to return a score if the assessment was completed less than `lookbackDays` and ten minutes before the previous
 *   successful poll.
 * - It also has to if a poll saw the assessment waiting within that time, and this is the first poll in a quarter of a day and
 *   doesn't directly follow a failed one. This ends with the first poll that asks for the assessment later than 90 days after that.
 * - A lower Lookback Days applies from its first poll on. Scores that only a higher one makes visible are known.
 *
 * @param polls the successful polls, beginning with the first one whose state n8n kept
 */
function expectScores(history: History, polls: readonly Poll[], assessment: Assessment): void {
	const { reading, emitRescored, serviceSkew } = history;
	const completedAt = assessment.completedAt + serviceSkew;
	// While an undated report waits, only its start is known.
	const earliest = reading === 'undated' ? completedAt - HOUR : completedAt;
	let known: number | undefined;
	let isAwaited = false;
	let previous: Poll | undefined;
	for (const poll of polls) {
		const shown = scoreAt(assessment, poll.answered) ?? undefined;
		const isWaiting = scoreAt(assessment, poll.answered) === undefined;
		const isLowered = previous !== undefined && poll.lookbackDays < previous.lookbackDays;
		const counted = isLowered ? poll : (previous ?? poll);
		const isInWindow = completedAt >= edge({ ...poll, time: Math.min(counted.time, poll.time) });
		const wasInSight = previous === undefined || completedAt >= edge(previous);
		const canLookFar = !isLowered && !poll.isAfterFailure;
		const isFarLook = canLookFar && previous !== undefined && quarter(poll) !== quarter(previous);
		const isLookedFor = (isInWindow && wasInSight) || (isAwaited && isFarLook);
		const isNew = shown !== undefined && (known === undefined || (emitRescored && known !== shown));
		const own = poll.items.filter(({ userAssessmentId }) => userAssessmentId === assessment.id);
		const returned = own.map(({ score }) => score);
		const may = previous !== undefined && isNew ? [shown] : [];
		const expected = isLookedFor || returned.length > 0 ? may : [];
		expect({ poll, assessment, returned }).toEqual({ poll, assessment, returned: expected });
		const comesIntoSight = isInWindow && !wasInSight;
		if (comesIntoSight && isWaiting && !isAwaited) known = undefined;
		if (shown !== undefined && (previous === undefined || returned.length > 0 || comesIntoSight)) known = shown;
		if (isInWindow && isWaiting) isAwaited = reading !== 'scored' && (known === undefined || emitRescored);
		if (known !== undefined && known === shown) isAwaited = false;
		if (edge(poll) - earliest > (completedAt >= poll.from ? 90 : 180) * DAY) isAwaited = false;
		previous = poll;
	}
}

/** Where a window that is counted back from a poll begins. */
function edge({ time, lookbackDays }: Pick<Poll, 'time' | 'lookbackDays'>): number {
	return time - lookbackDays * DAY - 10 * MINUTE;
}

/** Counts quarters of a day by n8n's clock. */
const quarter = ({ time }: Poll) => Math.floor(time / (6 * HOUR));

/** Runs a history. Returns the successful polls, beginning with the first one whose state n8n kept. */
async function live(history: History): Promise<Poll[]> {
	const { reading, engine, emitRescored, serviceSkew, assessments } = history;
	const parameters = (lookbackDays: number) => ({ simplify: true, options: { lookbackDays, emitRescored } });
	let lookback = history.polls[0]?.lookbackDays ?? 0;
	const workflow = new PublishedWorkflow(engine, parameters(lookback));
	const polls: Poll[] = [];
	let isAfterFailure = false;
	let time = 0;
	const restart = () => {
		isAfterFailure = false;
		workflow.restart();
		if (!workflow.isKept) polls.splice(0);
	};
	for (const planned of history.polls) {
		const { begins, answered, skew, fate, restartBefore, renameBefore, lookbackDays } = planned;
		if (restartBefore) restart();
		if (renameBefore) workflow.publish();
		if (lookbackDays !== lookback) workflow.publish(parameters((lookback = lookbackDays)));
		// A clock that's set back isn't promised: what only such a poll saw is lost if n8n doesn't keep its cursor.
		time = Math.max(time, begins + skew);
		const failure = new Error(fate);
		let hasRead = false;
		let askedFrom = 0;
		vi.spyOn(Date, 'now').mockReturnValue(time);
		const items = await workflow
			.poll(async (_caller, { from }, keep) => {
				askedFrom = from;
				if (fate === 'failsBefore') throw failure;
				const kept = answer(assessments, from, answered, serviceSkew, reading).flatMap(keep);
				if (fate !== 'succeeds') throw failure;
				hasRead = true;
				return await Promise.resolve(kept);
			})
			.catch((error: unknown) => {
				if (error !== failure) throw error;
				return [];
			});
		if (hasRead !== (fate === 'succeeds')) throw new Error('A poll was left out');
		if (hasRead) polls.push({ ...planned, time, isAfterFailure, from: askedFrom, items });
		isAfterFailure = !hasRead;
		if (fate === 'killed') restart();
	}
	return polls;
}

test('polls return every score in the window once, whatever happens', { timeout: 600_000 + 100 * RUNS }, async () => {
	onTestFinished(() => void vi.restoreAllMocks());
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const polls = await live(history);
			for (const assessment of history.assessments) expectScores(history, polls, assessment);
		}),
		{ numRuns: RUNS },
	);
	expect.hasAssertions();
});
