import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { isDeprecatedVersion } from '../api/specification/address';
import { callEndpoint } from '../api/request/request';
import { userScores } from '../api/specification/responses';
import { scoredEvent } from '../shared/scoredEvent';
import type { Cursor, PollOptions, Result, ScoresFilter } from './cursor';
import { beginsLater, scoresFilter, step } from './cursor';
import { isBeingSaved, rememberEmission, triggerId, unlessPolling } from './overlap';
import { readParameters } from './parameters';
import { forgetQuietPoll, newestCursor, rememberQuietPoll } from './quietPolls';
import { SAMPLE_DAYS, samples } from './samples';
import { readCursor, writeCursor } from './storedCursor';

/** Months of scores may come at once after an outage. */
const TIMEOUT_MS = 300_000;

const BEGIN_ANEW =
	'delete this node and add it again under another name: it starts anew with the scores that appear from then on';

const READ_THE_REST = "Read what was scored in between with the operation 'Get Many' of the resource 'Score'";

/**
 * One poll: one request, however much there is to tell.
 *
 * @returns null when there is nothing new
 * @throws NodeApiError or NodeOperationError, with the cursor as it was
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollForSamples(context);
	const trigger = triggerId(context);
	return await unlessPolling(trigger, async () => await pollForNews(context, trigger));
}

async function pollForNews(context: IPollFunctions, trigger: string): Promise<INodeExecutionData[][] | null> {
	const { options, simplify } = readParameters(context);
	const staticData = context.getWorkflowStaticData('node');
	// The wall clock: the clock that paces never goes back, and so may stray from it while n8n runs for months.
	const begun = Date.now();
	const cursor = readStored(context, newestCursor(trigger, staticData.cursor, begun));
	if (isBeingSaved(trigger, cursor?.polledAt, begun)) return null;
	if (cursor !== undefined && beginsLater(cursor, begun)) throw clockWentBack(context, cursor, begun);
	const results = await fetchResults(context, scoresFilter(cursor, begun, options));
	const stepped = step(cursor, results, begun, options);
	// Whole and last: n8n notices only this assignment, and a poll that failed must not have changed anything.
	const next = writeCursor(stepped.cursor);
	staticData.cursor = { ...next };
	if (stepped.emitted.length === 0) {
		rememberQuietPoll(trigger, next);
	} else {
		forgetQuietPoll(trigger);
		rememberEmission(trigger, begun);
	}
	return toOutput(stepped.emitted, simplify);
}

/** Builds a workflow beside live ones: reads a few results and leaves the cursor alone. */
async function pollForSamples(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { options, simplify } = readParameters(context);
	const window: PollOptions = { ...options, lookbackDays: Math.max(options.lookbackDays, SAMPLE_DAYS) };
	const results = await fetchResults(context, scoresFilter(undefined, Date.now(), window));
	const output = toOutput(samples(results, options), simplify);
	if (output !== null) return output;
	throw new NodeOperationError(
		context.getNode(),
		`No assessment that the filters let through was completed and scored in the last ${window.lookbackDays} days`,
		{ description: "Raise the option 'Lookback Days' for the test, or take filters away" },
	);
}

async function fetchResults(context: IPollFunctions, filter: ScoresFilter): Promise<Result[]> {
	const account = await readAccount(context);
	// The deprecated versions know no filters on completion (specification, Versioning 4): there, everything is read.
	const { completedOnOrAfter, ...other } = filter;
	const body = isDeprecatedVersion(account.apiVersion) ? other : { ...other, completedOnOrAfter };
	const limits = { timeoutMs: TIMEOUT_MS };
	const users = await callEndpoint(context, account, { endpoint: 'listScores', body, limits }, userScores);
	return users.flatMap((user) => user.scoreReports.map((report) => ({ user, report })));
}

function readStored(context: IPollFunctions, stored: unknown): Cursor | undefined {
	const read = readCursor(stored);
	if ('cursor' in read) return read.cursor;
	// On activation n8n shows the message alone.
	throw new NodeOperationError(
		context.getNode(),
		`What the trigger remembers of its last poll can't be read: ${read.problem}. Update the package if it is older than what wrote this; otherwise ${BEGIN_ANEW}`,
		{ description: READ_THE_REST },
	);
}

function clockWentBack(context: IPollFunctions, { polledAt }: Cursor, now: number): NodeOperationError {
	const [then, today] = [polledAt, now].map((instant) => new Date(instant).toISOString());
	return new NodeOperationError(
		context.getNode(),
		`By n8n's clock it is ${today}, and the trigger's last poll was at ${then}. Set the clock of n8n's machine; if it was wrong at that poll, ${BEGIN_ANEW}`,
		{ description: READ_THE_REST },
	);
}

function toOutput(results: readonly Result[], simplify: boolean): INodeExecutionData[][] | null {
	if (results.length === 0) return null;
	return [results.map(({ user, report }) => ({ json: scoredEvent(user, report, simplify) }))];
}
