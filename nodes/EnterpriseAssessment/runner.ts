import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { leavesDoubt, sentences } from '../api/request/messages';
import { ParameterError } from '../shared/parameters/parameter';
import { hintsOf, type Notes } from './hints';
import { otherRows, parameterError, placeOf, type Row } from './itemErrors';
import type { Operation, ReadItem, Work } from './operation';
import { chosenOperation } from './resources';
import { rowJudge } from './rows';
import { inTry, type ItemOfRun } from './runs';

/** The rate limit lets only five items wait for a response to begin. Meanwhile, the others can receive a body, such as a file. */
const ITEMS_IN_FLIGHT = 10;

/** Matches the names of operations that change nothing in the account. */
const READING = /^(?:get|download)/;

/** An input item in one try of a run: it's read, then prepared, then worked on. */
interface ItemOfTry extends Row {
	/** What the run remembers of the item. Its `output` means that the item is done. */
	ofRun: ItemOfRun;
	operation?: Operation;
	read?: ReadItem;
	work?: Work;
	error?: ExecutionBaseError;
}

type FailedItem = ItemOfTry & { error: ExecutionBaseError };

/** One try of a run. n8n can repeat a run that fails. */
interface Try {
	/** The hints of the whole run. */
	notes: Notes;
	items: readonly ItemOfTry[];
	/** Whether a failing item makes the execution fail. */
	stops: boolean;
	/** Fires when the execution is canceled or fails. */
	noMoreTurns: AbortSignal;
	/** Makes the execution fail because of this item, unless another one was faster. */
	fail(item: FailedItem): void;
	firstFailed?: FailedItem;
}

/**
 * Runs the input items and returns their outputs in order, each paired with its input. All items are read and judged first, so a
 * row that can't be used is found before anything is sent. Then several items run at a time.
 *
 * With "Continue On Fail", and as an AI tool, a failing item becomes an error item. Otherwise it makes the execution fail: waiting
 * items don't send more requests, and the error says what happened to the others. If n8n repeats the run, items that are done keep
 * their output.
 */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const cancel = context.getExecutionCancelSignal();
	const hasFailed = new AbortController();
	return await inTry(context, async (run) => {
		const oneTry: Try = {
			notes: run.notes,
			items: run.items.map((ofRun, itemIndex) => ({ context, itemIndex, ofRun })),
			stops: !context.continueOnFail() && !isTool(context.getNode()),
			noMoreTurns: AbortSignal.any([hasFailed.signal, ...(cancel === undefined ? [] : [cancel])]),
			fail(item) {
				oneTry.firstFailed ??= item;
				hasFailed.abort();
			},
		};
		const outputs = await outputsOf(oneTry);
		// n8n versions before 1.9x don't have hints.
		if ('addExecutionHints' in context) context.addExecutionHints(...hintsOf(run.notes, run.items.length));
		const { afterAll } = oneTry.items.find(({ operation }) => operation !== undefined)?.operation ?? {};
		return (afterAll?.(outputs, context.getInputData()) ?? outputs).flat();
	});
}

async function outputsOf(oneTry: Try): Promise<INodeExecutionData[][]> {
	const { items } = oneTry;
	const judge = rowJudge();
	for (const item of items) {
		await attempt(item, async () => {
			item.read = await read(oneTry, item);
			judge(item.read);
		});
	}
	throwFailure(oneTry);
	// They share what they ask for, and wait for it together.
	await Promise.all(items.filter(isWaiting).map(async (item) => await prepare(oneTry, item)));
	throwFailure(oneTry);
	const waiting = items.filter(isWaiting).values();
	async function workOn(): Promise<void> {
		for (const item of waiting) await work(oneTry, item);
	}
	await Promise.all(Array.from({ length: ITEMS_IN_FLIGHT }, workOn));
	throwFailure(oneTry);
	return items.map((item) => item.ofRun.output ?? (isFailed(item) ? [errorItem(item)] : []));
}

/** Runs a task for an item, and keeps its error. */
async function attempt(item: ItemOfTry, task: () => Promise<void>): Promise<void> {
	await task().catch((thrown: unknown) => {
		// An item that's done keeps its output, even if its parameters can't be read again.
		if (item.ofRun.output === undefined) item.error = nodeError(item, thrown);
	});
}

/** Reads an item's credentials and parameters. Sends nothing. */
async function read({ notes, noMoreTurns }: Try, item: ItemOfTry): Promise<ReadItem> {
	const { context, itemIndex, ofRun } = item;
	// Bad credentials fail each item, not the whole node, because n8n can output the input of a failed node.
	const account = await readAccount(context, itemIndex);
	const inputItem = { context, account, place: 'end', itemIndex, notes, ofRun, noMoreTurns } as const;
	item.operation = chosenOperation(item);
	return item.operation.read(inputItem);
}

async function prepare(oneTry: Try, item: ItemOfTry): Promise<void> {
	const { ofRun, operation, read } = item;
	if (oneTry.noMoreTurns.aborted) return;
	if (ofRun.doubt !== undefined && operation?.repeatsInDoubt !== true) {
		item.error = Object.assign(ofRun.doubt.error, ofRun.doubt.words);
		return;
	}
	await attempt(item, async () => {
		item.work = await read?.prepare();
	});
	// If a list can't be read, the others needn't wait for theirs.
	if (oneTry.stops && isFailed(item) && item.error instanceof NodeApiError) oneTry.fail(item);
}

async function work(oneTry: Try, item: ItemOfTry): Promise<void> {
	const { itemIndex, ofRun } = item;
	if (oneTry.noMoreTurns.aborted) return;
	await attempt(item, async () => {
		const output = await item.work?.();
		// All outputs share one object, because n8n then stores it only once.
		const pairedItem = { item: itemIndex };
		for (const one of output ?? []) one.pairedItem = pairedItem;
		ofRun.output = output;
	});
	if (!isFailed(item)) return;
	const { error } = item;
	const { message, description } = error;
	if (leavesDoubt(error)) ofRun.doubt = { error, words: { message, description } };
	if (oneTry.stops) oneTry.fail(item);
}

function isWaiting({ ofRun, error }: ItemOfTry): boolean {
	return ofRun.output === undefined && error === undefined;
}

function isFailed(item: ItemOfTry): item is FailedItem {
	return item.error !== undefined;
}

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. Tools don't have 'On Error' in the editor. If an item's
 * error were thrown, n8n 2 would show the model only the message, and n8n 1.x would end the execution.
 */
function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}

function nodeError(item: Row, thrown: unknown): ExecutionBaseError {
	if (thrown instanceof ExecutionBaseError) return thrown;
	if (thrown instanceof ParameterError) return parameterError(item, thrown);
	const { context, itemIndex } = item;
	return new NodeOperationError(context.getNode(), thrown instanceof Error ? thrown : String(thrown), { itemIndex });
}

function errorItem({ error: { message, description }, itemIndex }: FailedItem): INodeExecutionData {
	return {
		// n8n 1.x sends an item to the error output only if it doesn't have other fields.
		json: { error: sentences(message, description ?? '') },
		pairedItem: { item: itemIndex },
	};
}

/** If rows can't be used, nothing is sent for anyone. The error is the first row's, and names the others. */
function throwFailure({ items, stops, firstFailed }: Try): void {
	const [first, ...others] = items.filter(isFailed);
	if (!stops || first === undefined) return;
	// An earlier try may have sent something.
	const hasSent = items.some(({ ofRun }) => (ofRun.output ?? ofRun.doubt) !== undefined);
	if (firstFailed !== undefined || hasSent) throw executionError(items, firstFailed ?? first);
	throw executionError(items, first, others);
}

/**
 * Makes the error of an execution. It names the item that failed, unless it's about all of them, and says what happened to the others.
 *
 * @param unusable other rows that can't be used, if nothing was sent
 */
function executionError(items: readonly ItemOfTry[], failed: FailedItem, unusable: FailedItem[] = []): Error {
	const { itemIndex, error } = failed;
	if (items.length === 1) return error;
	const isOfAll = isCommon(items, failed);
	if (!isOfAll) error.message += ` [${placeOf(failed, error.message)}]`;
	// Otherwise, n8n's editor would add a number of its own, counted from 0.
	if (namesItem(error)) Object.defineProperty(error.context, 'itemIndex', { value: itemIndex, enumerable: false });
	const others = isOfAll ? [] : unusable.filter((other) => namesItem(other.error));
	error.description = sentences(error.description ?? '', otherRows(others), ...whatIsDone(items, failed));
	return error;
}

function whatIsDone(items: readonly ItemOfTry[], { operation }: FailedItem): string[] {
	const completed = items.filter(({ ofRun }) => ofRun.output !== undefined).length;
	if (completed === 0) return [];
	const isReading = READING.test(operation?.option.value ?? '');
	const changes = isReading ? '' : '. Their changes stay in place';
	const lost = operation?.ifLost === undefined ? ', but their output is lost' : `. ${operation.ifLost}`;
	const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
	return [`${completed} of ${items.length} items were already processed${changes}${lost}`, wayOut];
}

/** Whether an error isn't about one item: all items failed alike, or the service rejected the API key that all use. */
function isCommon(items: readonly ItemOfTry[], { error }: FailedItem): boolean {
	if (!namesItem(error) || items.every((item) => item.error?.message === error.message)) return true;
	const accounts = new Set(items.map(({ read }) => read?.item.account.id));
	return error instanceof NodeApiError && error.httpCode === '401' && accounts.size === 1;
}

function namesItem({ context }: ExecutionBaseError): boolean {
	return context.itemIndex !== undefined;
}
