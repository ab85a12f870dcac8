import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/account';
import { leavesDoubt, sentences } from '../api/request/messages';
import { textOrEmpty } from '../shared/parameters/values';
import { concernsEveryItem, otherRows, parameterError, placed, rowName } from './itemErrors';
import type { ReadItem, Work } from './operation';
import { contradictions } from './rows';
import { beginTry, endTry, type Run } from './runs';

/** The rate limit lets only five items wait for a response to begin. Meanwhile, the others can receive a body, such as a file. */
const ITEMS_IN_FLIGHT = 10;

/** Matches the names of operations that change nothing in the account. */
const READING = /^(?:get|download)/;

/** Reads an item's credentials and parameters. Sends nothing. */
type Read = (itemIndex: number) => Promise<ReadItem & { account: Account }>;

/** What became of an item; undefined if it wasn't begun. */
type Outcome<T> = { value: T } | { error: ExecutionBaseError } | undefined;

/** One try of a run. n8n can repeat a run that fails. */
interface Try {
	context: IExecuteFunctions;
	run: Run;
	/** Whether a failing item makes the execution fail. */
	stops: boolean;
	/** Fires when the execution is canceled or fails. */
	noMoreTurns: AbortSignal;
	fail(failed: FailedItem): void;
	/** The items that failed, in the order of time. */
	failures: readonly FailedItem[];
}

interface FailedItem {
	error: ExecutionBaseError;
	itemIndex: number;
}

/**
 * Runs the input items and returns their outputs in order, each paired with its input. All items are read and judged first, so a
 * row that can't be used is found before anything is sent. Then several items run at a time.
 *
 * With "Continue On Fail", and as an AI tool, a failing item becomes an error item. Otherwise it makes the execution fail: waiting
 * items don't send more requests, and the error says what happened to the others. If n8n repeats the run, items that are done keep
 * their output.
 */
export async function runItems(context: IExecuteFunctions, read: Read): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const run = beginTry(input);
	const cancel = context.getExecutionCancelSignal();
	const end = (output?: INodeExecutionData[]) =>
		endTry(input, { node: context.getNode(), output, isCanceled: cancel?.aborted === true });
	const hasFailed = new AbortController();
	const failures: FailedItem[] = [];
	const oneTry = {
		context,
		run,
		stops: !context.continueOnFail() && !isTool(context.getNode()),
		noMoreTurns: cancel === undefined ? hasFailed.signal : AbortSignal.any([cancel, hasFailed.signal]),
		failures,
		fail(failed: FailedItem) {
			failures.push(failed);
			hasFailed.abort();
		},
	};
	const output = await outputsOf(oneTry, read).catch((error: Error) => {
		end();
		throw error;
	});
	end(output);
	// n8n versions before 1.9x don't have hints.
	if ('addExecutionHints' in context) context.addExecutionHints(...run.notes.hints());
	return output;
}

async function outputsOf(oneTry: Try, read: Read): Promise<INodeExecutionData[]> {
	const items = await readItems(oneTry, read);
	throwUnusable(oneTry, items);
	const works = await prepareItems(oneTry, items);
	const [away] = oneTry.failures;
	if (away !== undefined) throw isCommon(away, works) ? away.error : executionError(oneTry, away, works);
	throwUnusable(oneTry, works);
	const outcomes = await workItems(oneTry, works);
	const [failure] = oneTry.failures;
	if (failure !== undefined) throw executionError(oneTry, failure, outcomes);
	const outputs = outcomes.map((outcome, itemIndex) => {
		if (outcome === undefined) return [];
		return 'value' in outcome ? outcome.value : [errorItem(outcome.error, itemIndex)];
	});
	const [afterAll] = items.flatMap((item) => (item && 'value' in item ? (item.value.afterAll ?? []) : []));
	return (afterAll?.(outputs, oneTry.context.getInputData()) ?? outputs).flat();
}

/** Reads all items, and judges them against each other. */
async function readItems({ context }: Try, read: Read) {
	const items: Array<Outcome<Awaited<ReturnType<Read>>>> = [];
	for (const itemIndex of context.getInputData().keys()) {
		items.push(await outcomeOf(context, itemIndex, async () => await read(itemIndex)));
	}
	const people = items.flatMap((item, itemIndex) => {
		if (item === undefined || 'error' in item || item.value.person === undefined) return [];
		const name = rowName(context.getInputData()[itemIndex]?.json, itemIndex);
		return [{ itemIndex, ...item.value.person, name, account: item.value.account.id }];
	});
	for (const [index, problem] of contradictions(people).entries()) {
		const itemIndex = people[index]?.itemIndex;
		if (problem === undefined || itemIndex === undefined) continue;
		items[itemIndex] = { error: parameterError({ context, itemIndex }, problem) };
	}
	return items;
}

/**
 * Prepares all items at once, because they share what they ask for, and wait for it together. Items that are done or in doubt
 * aren't run again.
 */
async function prepareItems(oneTry: Try, items: Awaited<ReturnType<typeof readItems>>): Promise<Array<Outcome<Work>>> {
	const { context, run, stops, noMoreTurns } = oneTry;
	const prepared = items.map(async (item, itemIndex): Promise<Outcome<Work>> => {
		const ofRun = run.items[itemIndex];
		if (item === undefined || ofRun === undefined) return undefined;
		const { output, doubt } = ofRun;
		if (output !== undefined) return { value: async () => await Promise.resolve(output) };
		if ('error' in item) return item;
		const { account, ...read } = item.value;
		if (doubt !== undefined && read.repeatsInDoubt !== true) return { error: doubt };
		if (noMoreTurns.aborted) return undefined;
		const inputItem = { context, account, place: 'end', itemIndex, notes: run.notes, ofRun, noMoreTurns } as const;
		const outcome = await outcomeOf(context, itemIndex, async () => await read.prepare(inputItem));
		// If a list can't be read, the others needn't wait for theirs.
		if (stops && 'error' in outcome && outcome.error instanceof NodeApiError) {
			oneTry.fail({ error: outcome.error, itemIndex });
		}
		return outcome;
	});
	return await Promise.all(prepared);
}

async function workItems(oneTry: Try, works: ReadonlyArray<Outcome<Work>>) {
	const { context, run, stops, noMoreTurns } = oneTry;
	const outcomes: Array<Outcome<INodeExecutionData[]>> = works.map((work) =>
		work && 'error' in work ? work : undefined,
	);
	const waiting = works.entries();
	async function work(): Promise<void> {
		for (const [itemIndex, prepared] of waiting) {
			if (noMoreTurns.aborted) return;
			if (prepared === undefined || 'error' in prepared) continue;
			const outcome = await outcomeOf(context, itemIndex, prepared.value);
			outcomes[itemIndex] = outcome;
			const ofRun = run.items[itemIndex];
			if (ofRun === undefined || outcome === undefined) continue;
			if ('value' in outcome) {
				// All outputs share one object, because n8n then stores it only once.
				const pairedItem = { item: itemIndex };
				for (const item of outcome.value) item.pairedItem = pairedItem;
				ofRun.output = outcome.value;
			} else {
				if (leavesDoubt(outcome.error)) ofRun.doubt = outcome.error;
				if (stops) oneTry.fail({ error: outcome.error, itemIndex });
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, works.length) }, work));
	return outcomes;
}

async function outcomeOf<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	task: () => Promise<T>,
): Promise<{ value: T } | { error: ExecutionBaseError }> {
	return await Promise.resolve()
		.then(task)
		.then(
			(value) => ({ value }),
			(thrown: unknown) => ({ error: nodeError(context.getNode(), thrown, itemIndex) }),
		);
}

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. Tools don't have 'On Error' in the editor. If an item's
 * error were thrown, n8n 2 would show the model only the message, and n8n 1.x would end the execution.
 */
function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}

function nodeError(node: INode, thrown: unknown, itemIndex: number): ExecutionBaseError {
	if (thrown instanceof ExecutionBaseError) return thrown;
	return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), { itemIndex });
}

function errorItem({ message, description }: ExecutionBaseError, itemIndex: number): INodeExecutionData {
	return {
		// n8n 1.x sends an item to the error output only if it doesn't have other fields.
		json: { error: sentences(message, description ?? '') },
		pairedItem: { item: itemIndex },
	};
}

/** If rows can't be used, nothing is sent for anyone. The error is the first row's, and names the others. */
function throwUnusable({ context, stops }: Try, outcomes: ReadonlyArray<Outcome<unknown>>): void {
	if (!stops) return;
	const unusable = outcomes.flatMap((outcome, itemIndex) =>
		outcome !== undefined && 'error' in outcome ? [{ error: outcome.error, itemIndex }] : [],
	);
	const [first, ...others] = unusable;
	if (first === undefined) return;
	const input = context.getInputData();
	// Something was sent for items in doubt, and their errors come back in each try.
	const isAboutRow = ({ error }: FailedItem) =>
		!leavesDoubt(first.error) &&
		!leavesDoubt(error) &&
		!concernsEveryItem(error) &&
		error.message !== first.error.message;
	const names = others.filter(isAboutRow).map(({ itemIndex }) => rowName(input[itemIndex]?.json, itemIndex));
	const error = placed({ context, itemIndex: first.itemIndex }, first.error);
	error.description = sentences(error.description ?? '', otherRows(names), names.length > 0 ? 'Nothing was sent' : '');
	throw error;
}

/** Whether all items failed for the same reason, so the error isn't about one of them. */
function isCommon({ error }: FailedItem, outcomes: ReadonlyArray<Outcome<unknown>>): boolean {
	return outcomes.every((outcome) => outcome && 'error' in outcome && outcome.error.message === error.message);
}

/** Makes the error of an execution. It names the item that failed and says what happened to the others. */
function executionError({ context, run }: Try, failed: FailedItem, outcomes: ReadonlyArray<Outcome<unknown>>): Error {
	const error = placed({ context, itemIndex: failed.itemIndex }, failed.error);
	const completed = run.items.filter(({ output }) => output !== undefined).length;
	if (completed === 0 || outcomes.length === 1) return error;
	const isReading = READING.test(textOrEmpty(context.getNodeParameter('operation', 0)));
	const changes = isReading ? '' : '. Their changes stay in place';
	const done = `${completed} of ${outcomes.length} items were already processed${changes}`;
	const lost = run.notes.afterFailure === undefined ? ', but their output is lost' : `. ${run.notes.afterFailure}`;
	const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
	error.description = sentences(error.description ?? '', `${done}${lost}`, wayOut);
	return error;
}
