import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeError, NodeOperationError } from 'n8n-workflow';

import { explain } from '../api/outcome/apiError';
import { wallNow } from '../api/pacing/clock';
import { callerOf } from '../api/request/caller';
import { checkAssessmentNames } from '../shared/assessmentsInFilter';
import { scoredEvent } from '../shared/scoreReports';
import type { Cursor, LastPoll, UserReport } from './cursor';
import { asksFrom, goesOnFrom, isCursor, latestCursor, NewScores } from './cursor';
import { readParameters } from './parameters';
import type { Outside, Patience } from './readReports';
import { readReports } from './readReports';
import { readSamples } from './samples';

/** Null when there is nothing new. */
type Output = INodeExecutionData[][] | null;

/** The triggers that are polling now, by the IDs of workflow and node: n8n starts polls on time even while one waits. */
const underWay = new Set<string>();

/** By the IDs of workflow and node, which stay when the node is renamed. */
const lastPolls = new Map<string, LastPoll>();

/** n8n polls in one context until it publishes anew or starts. */
const polledBefore = new WeakSet<IPollFunctions>();

/**
 * n8n repeats a publication that fails four times within 15 s, and gives it up after 84 s with words of its own: after a poll
 * that failed slowly, the repetitions fail at once.
 */
const slowFailures = new Map<string, { error: Error; until: number }>();

const SLOW_MS = 5_000;
const REPEATED_FOR_MS = 16_000;

/**
 * One poll: one request, however much there is to tell.
 *
 * @throws NodeApiError or NodeOperationError, with the cursor as it was
 */
export async function poll(context: IPollFunctions, outside: Outside = { now: wallNow, readReports }): Promise<Output> {
	if (context.getMode() === 'manual') return await pollForSamples(context, outside);
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(trigger)) return null;
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	underWay.add(trigger);
	try {
		return isFirst ? await pollFirst(context, trigger, outside) : await pollForNews(context, trigger, 'other', outside);
	} finally {
		underWay.delete(trigger);
	}
}

/** The poll that n8n makes as it publishes or starts. It shows nothing of an error but its message. */
async function pollFirst(context: IPollFunctions, trigger: string, outside: Outside): Promise<Output> {
	const begun = outside.now();
	const slow = slowFailures.get(trigger);
	if (slow !== undefined && begun < slow.until) throw slow.error;
	return await pollForNews(context, trigger, 'publication', outside).catch((error: Error) => {
		if (error instanceof NodeError && error.description) {
			error.message = explain({ message: error.message, description: error.description });
			error.description = undefined;
		}
		if (isStart(context)) {
			// n8n 2.40 and newer would never poll again.
			const { name } = context.getNode();
			context.logger.warn(
				`The poll of '${name}' at n8n's start failed. The next one is tried as usual. ${error.message}`,
			);
			return null;
		}
		const ended = outside.now();
		if (ended - begun >= SLOW_MS) {
			error.message += " If the account is large, lower the option 'Lookback Days'.";
			slowFailures.set(trigger, { error, until: ended + REPEATED_FOR_MS });
		}
		throw error;
	});
}

async function pollForNews(
	context: IPollFunctions,
	trigger: string,
	patience: Patience,
	outside: Outside,
): Promise<Output> {
	const caller = await callerOf(context);
	const parameters = readParameters(context, caller.account);
	const { groupIds, assessmentNames } = parameters;
	if (patience === 'publication' && !isStart(context)) await checkAssessmentNames(caller, assessmentNames);
	const staticData = context.getWorkflowStaticData('node');
	const now = outside.now();
	const latest = latestCursor(readStored(context, staticData.cursor), lastPolls.get(trigger), now);
	if (latest !== undefined && latest.from > now) throw clockIsBehind(context, latest);
	const before = latest !== undefined && goesOnFrom(latest, parameters, now) ? latest : undefined;
	const request = { from: asksFrom(before, now, parameters), groupIds, patience };
	const begin = () => new NewScores(before, now, parameters);
	const { found, cursor } = await outside.readReports(caller, request, begin);
	// Whole and last: n8n notices only this assignment, and a poll that failed must not have changed anything.
	staticData.cursor = { ...cursor };
	lastPolls.set(trigger, { cursor, isQuiet: found.length === 0 });
	return toOutput(found, parameters.simplify);
}

/** Whether n8n has just started, or this n8n has become the leader: nobody publishes anything. */
function isStart(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

function readStored(context: IPollFunctions, stored: unknown): Cursor | undefined {
	if (stored === undefined || isCursor(stored)) return stored;
	const { name } = context.getNode();
	context.logger.warn(
		`What '${name}' remembered of its last poll can't be read: it begins anew. 'Get Many' of the resource 'Score' shows what was scored in between.`,
	);
	return undefined;
}

/** Until then no new score would be in the window: an error, and not silence. */
function clockIsBehind(context: IPollFunctions, { polledAt }: Cursor): NodeOperationError {
	const polled = new Date(polledAt).toISOString();
	return new NodeOperationError(
		context.getNode(),
		`By n8n's clock the trigger's last poll was at ${polled}. Set the clock of n8n's machine; if it was wrong at that poll, delete this node and add it again under another name: it starts anew with the scores that appear from then on`,
	);
}

async function pollForSamples(context: IPollFunctions, outside: Outside): Promise<Output> {
	const caller = await callerOf(context);
	const parameters = readParameters(context, caller.account);
	return toOutput(await readSamples(caller, parameters, outside), parameters.simplify);
}

function toOutput(results: readonly UserReport[], simplify: boolean): Output {
	if (results.length === 0) return null;
	return [results.map(({ user, report }) => ({ json: scoredEvent(user, report, simplify) }))];
}
