import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeError } from 'n8n-workflow';

import { systemNow } from '../api/pacing/clock';
import type { Budget } from '../api/request/caller';
import { callerOf } from '../api/request/caller';
import { explain } from '../api/request/messages';
import { scoredEvent } from '../shared/scoreReports';
import type { Memory, Occasion } from './memory';
import { budgetOf, claimOccasion, isBeingSaved, latestCursor, onePollAtATime } from './memory';
import { readParameters } from './parameters';
import type { Outside } from './readReports';
import { checkAssessmentNames, PATIENT, readReports, readSamples } from './readReports';
import type { Cursor, UserReport } from './step';
import { asksFrom, goesOnFrom, isCursor, lookAt, step } from './step';

/** Null when there is nothing new. */
type Output = INodeExecutionData[][] | null;

/**
 * n8n repeats a publication that fails four times within 15 s, and gives it up after 84 s with words of its own: after a poll
 * that failed slowly, the repetitions fail at once.
 */
const SLOW_MS = 5_000;
const REPEATED_FOR_MS = 16_000;

interface Polling {
	context: IPollFunctions;
	memory: Memory;
	occasion: Occasion;
	outside: Outside;
}

/**
 * One poll: one request, however much there is to tell.
 *
 * @throws NodeApiError or NodeOperationError, with the cursor as it was
 */
export async function poll(
	context: IPollFunctions,
	outside: Outside = { now: systemNow, readReports },
): Promise<Output> {
	if (context.getMode() === 'manual') {
		const caller = await callerOf(context);
		const parameters = readParameters(context, caller.account);
		return toOutput(await readSamples(caller, parameters, outside), parameters.simplify);
	}
	return await onePollAtATime(context, async (memory) => {
		const polling = { context, memory, occasion: claimOccasion(context), outside };
		const isFirst = polling.occasion === 'publication' || polling.occasion === 'start';
		return isFirst ? await pollFirst(polling) : await pollForNews(polling);
	});
}

/** The poll that n8n makes as it publishes or starts. It shows nothing of an error but its message. */
async function pollFirst(polling: Polling): Promise<Output> {
	const { context, memory, occasion, outside } = polling;
	const begun = outside.now();
	if (memory.slowFailure !== undefined && begun < memory.slowFailure.until) throw memory.slowFailure.error;
	return await pollForNews(polling).catch((error: Error) => {
		if (error instanceof NodeError && error.description) {
			error.message = explain({ message: error.message, description: error.description });
			error.description = undefined;
		}
		if (occasion === 'start') {
			// n8n 2.40 and newer would never poll again.
			context.logger.warn(
				`The first check of '${context.getNode().name}' after n8n's start failed. n8n will check again as scheduled. ${error.message}`,
			);
			return null;
		}
		const ended = outside.now();
		if (ended - begun >= SLOW_MS) {
			error.message += " If the account is large, lower the option 'Lookback Days'.";
			memory.slowFailure = { error, until: ended + REPEATED_FOR_MS };
		}
		throw error;
	});
}

async function pollForNews({ context, memory, occasion, outside }: Polling): Promise<Output> {
	const caller = await callerOf(context);
	const parameters = readParameters(context, caller.account);
	const { groupIds, assessmentNames } = parameters;
	if (occasion === 'publication') await checkAssessmentNames(caller, assessmentNames);
	const staticData = context.getWorkflowStaticData('node');
	const now = outside.now();
	const stored = readStored(context, staticData.cursor);
	if (['tick', 'start'].includes(occasion) && isBeingSaved(stored, memory.last, now)) return null;
	const latest = latestCursor(stored, memory.last);
	const before = latest !== undefined && goesOnFrom(latest, parameters, now) ? latest : undefined;
	const request = { from: asksFrom(before, now, parameters), groupIds, budget: patienceOf(context, occasion) };
	const seen = await outside.readReports(caller, request, lookAt(before, now, parameters));
	const { found, cursor } = step(before, seen, now, parameters);
	const since = new Date(request.from).toISOString();
	context.logger.debug(`Read ${seen.length} score reports since ${since}, new scores: ${found.length}`);
	// Whole and last: n8n notices only this assignment, and a poll that failed must not have changed anything.
	staticData.cursor = { ...cursor };
	memory.last = { cursor, isQuiet: found.length === 0 };
	return toOutput(found, parameters.simplify);
}

function patienceOf(context: IPollFunctions, occasion: Occasion): Partial<Budget> {
	if (occasion === 'schedule') return PATIENT;
	// A tick needs a little more than its request.
	if (occasion === 'tick') return { totalMs: budgetOf(context) - 2_000 };
	// n8n waits for it, and tries again itself.
	return { totalMs: 25_000, maxTries: 1 };
}

function readStored(context: IPollFunctions, stored: unknown): Cursor | undefined {
	if (stored === undefined || isCursor(stored)) return stored;
	context.logger.warn(
		`Could not read the saved state of '${context.getNode().name}', so it starts over. To find scores it may have missed, run Score: Get Many.`,
	);
	return undefined;
}

function toOutput(results: readonly UserReport[], simplify: boolean): Output {
	if (results.length === 0) return null;
	return [results.map(({ user, report }) => ({ json: scoredEvent(user, report, simplify) }))];
}
