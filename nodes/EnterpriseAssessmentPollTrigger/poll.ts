import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeError, NodeOperationError } from 'n8n-workflow';

import { explain } from '../api/outcome/explain';
import { systemClock, wallNow } from '../api/pacing/clock';
import { scoredEvent } from '../shared/scoredEvent';
import type { Cursor, PollOptions, Result } from './cursor';
import { NewScores } from './newScores';
import { readParameters } from './parameters';
import { readAssessments } from './readAssessments';
import type { Patience } from './readReports';
import { readReports } from './readReports';
import { SAMPLE_DAYS, Samples } from './samples';
import { readCursor, writeCursor } from './storedCursor';
import type { TriggerMemory } from './triggerMemory';
import { beginningOf, memoryOf } from './triggerMemory';
import { beginsLater, scoresFilter, windowOf } from './window';

const BEGIN_ANEW =
	'delete this node and add it again under another name: it starts anew with the scores that appear from then on';

const READ_THE_REST = "Read what was scored in between with the operation 'Get Many' of the resource 'Score'";

const NO_SCORES_YET =
	'This is no mistake in the node. You can publish all the same: new scores will start the workflow. To have data to build with, let one assessment be finished and scored';

/** What polls need of the world outside n8n. */
export interface Surroundings {
	/** The wall clock, ms since the epoch. (The clock that paces never goes back, and so may stray from it in months.) */
	now(): number;
	/** A clock that nobody sets, for the time between two polls, ms. */
	steadyNow(): number;
	readReports: typeof readReports;
}

const REAL: Surroundings = { now: wallNow, steadyNow: () => systemClock.now(), readReports };

/**
 * One poll: one request, however much there is to tell, and one more where the filter on assessments lists an ID.
 *
 * @returns null when there is nothing new
 * @throws NodeApiError or NodeOperationError, with the cursor as it was
 */
export async function poll(context: IPollFunctions, around = REAL): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollForSamples(context, around);
	const memory = memoryOf(context.getWorkflow().id, context.getNode().id);
	const isFirst = memory.isFirstIn(context);
	const run = async (patience: Patience) => await pollForNews(context, memory, patience, around);
	return await memory.unlessPolling(isFirst, async () => {
		if (!isFirst) return await memory.patiently(around.steadyNow, run);
		const runFirst = async () => await withAdviceInMessage(async () => await run('publication'));
		return isStart(context)
			? await loggingFailure(context, runFirst)
			: await memory.unlessJustSlow(around.steadyNow, runFirst);
	});
}

async function pollForNews(
	context: IPollFunctions,
	memory: TriggerMemory,
	patience: Patience,
	around: Surroundings,
): Promise<INodeExecutionData[][] | null> {
	const { options, simplify } = await readParameters(context, async () => await readAssessments(context, patience));
	const staticData = context.getWorkflowStaticData('node');
	const begun = around.now();
	const beginning = beginningOf(staticData.cursor, memory.last, begun, around.steadyNow());
	if (beginning === 'wait') return null;
	const stored = beginning.cursor;
	const cursor = readStored(context, stored);
	if (cursor !== undefined && beginsLater(cursor, begun)) throw clockWentBack(context, cursor, begun);
	const window = windowOf(cursor, begun, options);
	const begin = () => new NewScores(cursor, begun, options, window);
	const found = await around.readReports(context, scoresFilter(window, options), patience, begin);
	// Whole and last: n8n notices only this assignment, and a poll that failed must not have changed anything.
	const next = writeCursor(found.cursor);
	staticData.cursor = { ...next };
	memory.remember({
		cursor: next,
		before: stored,
		endedAt: around.steadyNow(),
		emitted: found.emitted.length > 0,
	});
	return toOutput(found.emitted, simplify);
}

/** Whether n8n has just started, or this n8n has become the leader: nobody publishes anything. */
function isStart(context: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** On publication n8n shows nothing of an error but its message, and no more goes to the log at its start. */
async function withAdviceInMessage<T>(run: () => Promise<T>): Promise<T> {
	return await run().catch((error: Error) => {
		if (error instanceof NodeError && error.description) {
			const { message, description } = error;
			error.message = explain({ message, description });
			error.description = undefined;
		}
		throw error;
	});
}

/** n8n 2.40 and newer would never poll again if the poll at its start failed. */
async function loggingFailure<T>(context: IPollFunctions, run: () => Promise<T>): Promise<T | null> {
	try {
		return await run();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const { name } = context.getNode();
		context.logger.warn(`The poll of '${name}' at n8n's start failed. The next one is tried as usual. ${reason}`);
		return null;
	}
}

/** Builds a workflow beside live ones: reads a few results and leaves the cursor alone. */
async function pollForSamples(context: IPollFunctions, around: Surroundings): Promise<INodeExecutionData[][]> {
	const readAll = async () => await readAssessments(context, 'editor');
	const { options, simplify, isFiltered } = await readParameters(context, readAll);
	const lookbacks = new Set(SAMPLE_DAYS.map((days) => Math.max(options.lookbackDays, days)));
	for (const lookbackDays of lookbacks) {
		const wide: PollOptions = { ...options, lookbackDays };
		const filter = scoresFilter(windowOf(undefined, around.now(), wide), wide);
		const output = toOutput(await around.readReports(context, filter, 'editor', () => new Samples(wide)), simplify);
		if (output !== null) return output;
	}
	throw nothingToShow(context, Math.max(...lookbacks), isFiltered);
}

function nothingToShow(context: IPollFunctions, days: number, isFiltered: boolean): NodeOperationError {
	const [message, description] = isFiltered
		? [
				`No assessment that the filters let through was completed and scored in the last ${days} days`,
				"Take filters away, or raise the option 'Lookback Days' for the test",
			]
		: [`The account has no score of the last ${days} days to show`, NO_SCORES_YET];
	return new NodeOperationError(context.getNode(), message, { description });
}

function readStored(context: IPollFunctions, stored: unknown): Cursor | undefined {
	const read = readCursor(stored);
	if ('cursor' in read) return read.cursor;
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
