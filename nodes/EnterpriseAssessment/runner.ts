import type { ExecutionBaseError, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { DEFAULT_BUDGET, readAccount } from '../api/request/caller';
import { leavesDoubt, sentences } from '../api/request/messages';
import { hintsOf } from './hints';
import type { InputItem, ReadItem, Work } from './operation';
import { chosenOperation } from './resources';
import { errorOf, otherRows, placeOf, rowJudge } from './rows';
import { inTry } from './runs';

/** The rate limit lets only five items wait for a response to begin. Meanwhile, the others can receive a body, such as a file. */
const ITEMS_IN_FLIGHT = 10;

/** An input item in one try of a run: it's read, then prepared, then worked on. */
interface ItemOfTry extends Omit<InputItem, 'account'> {
	read?: ReadItem;
	work?: Work;
}

type Failed = [item: ItemOfTry, error: ExecutionBaseError];

/** The errors of the items that failed, the one that the execution fails with first. */
type Errors = ReadonlyMap<Failed[0], Failed[1]>;

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
	return await inTry(context, async ({ items: ofRuns, notes }) => {
		const hasFailed = new AbortController();
		const noMoreTurns = AbortSignal.any([hasFailed.signal, ...(cancel === undefined ? [] : [cancel])]);
		const items = ofRuns.map((ofRun, itemIndex): ItemOfTry => {
			return { context, itemIndex, ofRun, notes, noMoreTurns, place: 'end', budget: DEFAULT_BUDGET };
		});
		const errors = await runStages(context, items, hasFailed);
		const outputs = items.map((item) => item.ofRun.output ?? errorItems(item, errors.get(item)));
		const done = items.filter(({ ofRun }) => ofRun.output !== undefined).length;
		// n8n versions before 1.9x don't have hints.
		if ('addExecutionHints' in context) context.addExecutionHints(...hintsOf(notes, done));
		const { afterAll } = items.find(({ read }) => read !== undefined)?.read?.operation ?? {};
		return (afterAll?.(outputs, context.getInputData()) ?? outputs).flat();
	});
}

/** Takes the items through all stages until each has an output or an error. */
async function runStages(context: IExecuteFunctions, items: ItemOfTry[], hasFailed: AbortController): Promise<Errors> {
	/** Whether a failing item makes the execution fail. */
	const stops = !context.continueOnFail() && !isTool(context.getNode());
	const errors = new Map<ItemOfTry, ExecutionBaseError>();

	/** Takes an item through one stage, and keeps its error. */
	async function pass(item: ItemOfTry, stage: (item: ItemOfTry) => Promise<void>): Promise<void> {
		if (item.noMoreTurns?.aborted === true) return;
		await stage(item).catch((thrown: unknown) => {
			const { ofRun, work } = item;
			// An item that's done keeps its output, even if its parameters can't be read again.
			if (ofRun.output !== undefined) return;
			const error = errorOf(item, thrown);
			errors.set(item, error);
			const { message, description } = error;
			if (leavesDoubt(error)) ofRun.doubt = { error, words: { message, description } };
			// The search for rows that can't be used goes on. If a list can't be read, the others needn't wait for theirs.
			if (stops && (work !== undefined || error instanceof NodeApiError)) hasFailed.abort();
		});
	}

	/** Fails with the error of the first row that can't be used, unless an item's failure has stopped the others. */
	function throwFailure(): void {
		const inOrder = [...errors].sort(([one], [other]) => one.itemIndex - other.itemIndex);
		const failed = new Map(hasFailed.signal.aborted ? errors : inOrder);
		const [first] = failed;
		if (stops && first !== undefined) throw executionError(items, failed, first);
	}

	const isWaiting = (item: ItemOfTry) => item.ofRun.output === undefined && !errors.has(item);
	const judge = rowJudge();
	for (const item of items) await pass(item, async () => judge(await read(item)));
	throwFailure();
	// They share what they ask for, and wait for it together.
	await Promise.all(items.filter(isWaiting).map(async (item) => await pass(item, prepare)));
	throwFailure();
	const waiting = items.filter(isWaiting).values();
	async function workOn(): Promise<void> {
		for (const item of waiting) await pass(item, work);
	}
	await Promise.all(Array.from({ length: ITEMS_IN_FLIGHT }, workOn));
	throwFailure();
	return errors;
}

/** Reads an item's credentials and parameters. Sends nothing. */
async function read(item: ItemOfTry): Promise<ReadItem> {
	// Bad credentials fail each item, not the whole node, because n8n can output the input of a failed node.
	const account = await readAccount(item.context, item.itemIndex);
	item.read = chosenOperation(item).read({ ...item, account });
	return item.read;
}

async function prepare(item: ItemOfTry): Promise<void> {
	const { doubt } = item.ofRun;
	if (doubt !== undefined && item.read?.operation.repeatsInDoubt !== true)
		throw Object.assign(doubt.error, doubt.words);
	item.work = await item.read?.prepare();
}

async function work(item: ItemOfTry): Promise<void> {
	const output = (await item.work?.()) ?? [];
	// All outputs share one object, because n8n then stores it only once.
	const pairedItem = { item: item.itemIndex };
	for (const one of output) one.pairedItem = pairedItem;
	item.ofRun.output = output;
}

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. Tools don't have 'On Error' in the editor. If an item's
 * error were thrown, n8n 2 would show the model only the message, and n8n 1.x would end the execution.
 */
function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}

function errorItems({ itemIndex }: ItemOfTry, error?: ExecutionBaseError): INodeExecutionData[] {
	if (error === undefined) return [];
	// n8n 1.x sends an item to the error output only if it doesn't have other fields.
	const json = { error: sentences(error.message, error.description ?? '') };
	return [{ json, pairedItem: { item: itemIndex } }];
}

/** Makes the error of an execution. It names the item that failed first, unless it's about all, and says what happened to the others. */
function executionError(items: readonly ItemOfTry[], errors: Errors, [failed, error]: Failed): Error {
	if (items.length === 1) return error;
	const isOfAll = isCommon(items, errors, error);
	if (!isOfAll) error.message += ` [${placeOf(failed, error.message)}]`;
	// Otherwise, n8n's editor would add a number of its own, counted from 0.
	if (namesItem(error))
		Object.defineProperty(error.context, 'itemIndex', { value: failed.itemIndex, enumerable: false });
	// An earlier try may have sent something.
	const hasSent = items.some(({ ofRun }) => (ofRun.output ?? ofRun.doubt) !== undefined);
	const isUnusable = ([{ work }, other]: Failed) =>
		other !== error && work === undefined && namesItem(other) && !(other instanceof NodeApiError);
	const unusable = isOfAll || hasSent ? [] : [...errors].filter(isUnusable).map(([item]) => item);
	error.description = sentences(error.description ?? '', otherRows(unusable), ...whatIsDone(items));
	return error;
}

function whatIsDone(items: readonly ItemOfTry[]): string[] {
	const completed = items.filter(({ ofRun }) => ofRun.output !== undefined);
	if (completed.length === 0) return [];
	const { ifLost = 'Any changes stay in place, but the output is lost' } = completed[0]?.read?.operation ?? {};
	const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
	return [`${completed.length} of ${items.length} items were already processed. ${ifLost}`, wayOut];
}

/** Whether an error isn't about one item: all items failed alike, or the service rejected the API key that all use. */
function isCommon(items: readonly ItemOfTry[], errors: Errors, error: ExecutionBaseError): boolean {
	if (!namesItem(error) || items.every((item) => errors.get(item)?.message === error.message)) return true;
	const accounts = new Set(items.map(({ read }) => read?.item.account.id));
	return error instanceof NodeApiError && error.httpCode === '401' && accounts.size === 1;
}

function namesItem({ context }: ExecutionBaseError): boolean {
	return context.itemIndex !== undefined;
}
