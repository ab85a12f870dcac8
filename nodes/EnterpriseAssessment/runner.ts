import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { readAccount, usualBudget } from '../api/request/caller';
import { leavesDoubt, sentences } from '../api/request/messages';
import { errorOf, executionError, type FailedItem, isUnusable } from './errors';
import { hintsOf, type Notes } from './hints';
import { isTool, type ItemOfRun, type ItemOfTry } from './operation';
import { chosenOperation } from './resources';

/** The rate limit lets only five items wait for a response to begin. Meanwhile, the others can receive a body, such as a file. */
const ITEMS_IN_FLIGHT = 10;

/** A run of the node: the tries that n8n makes with the same input items. */
interface Run {
	tries: number;
	items: ItemOfRun[];
	/** The hints of all tries. */
	notes: Notes;
}

/** By the first input item, because each try gets the same objects, and no two runs do. Lives as long as the process. */
const runs = new WeakMap<INodeExecutionData, Run>();

/**
 * Makes one try of a run, and returns the items' outputs in order, each paired with its input. If n8n doesn't repeat the try, the
 * run is over. n8n drops the output of a canceled try, and repeats one that fails or begins with an error. Items that are done keep
 * their output.
 */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const [first = { json: {} }] = input;
	const cancel = context.getExecutionCancelSignal();
	// Items of a community node can lack `json`, because n8n doesn't check it.
	const ofRuns = input.map((one): ItemOfRun => ({ input: { ...one, json: one.json ?? {} }, whenOver: [], cancel }));
	const notes: Notes = { lists: [], people: [], said: new Set() };
	const run = runs.get(first) ?? { tries: 0, items: ofRuns, notes };
	runs.set(first, run);
	run.tries += 1;
	let output: INodeExecutionData[] | undefined;
	try {
		const items = await runStages(context, run);
		const outputs = items.map((item) => item.ofRun.output ?? errorItems(item));
		const done = items.filter(({ ofRun }) => ofRun.output !== undefined).length;
		// n8n versions before 1.9x don't have hints.
		if ('addExecutionHints' in context) context.addExecutionHints(...hintsOf(run.notes, done));
		const operation = items.find((item) => item.operation !== undefined)?.operation;
		output = (operation?.afterAll?.(outputs, input) ?? outputs).flat();
		return output;
	} finally {
		const isCanceled = cancel?.aborted === true;
		const isTaken = output !== undefined && !isCanceled;
		// n8n's rule for a try that it repeats. An empty text from the service counts as an error, too.
		const isSuccess = isTaken && (output?.[0]?.json.error ?? false) === false;
		const isOver = isSuccess || isCanceled || run.tries >= mostTries(context.getNode());
		if (isOver) runs.delete(first);
		for (const item of run.items) {
			// n8n repeats a failed call of a tool with another item, or not at all.
			const isItemOver = isOver || (item.output === undefined && isTool(context.getNode()));
			if (isItemOver) for (const over of item.whenOver.splice(0)) over(isTaken && item.output !== undefined);
		}
	}
}

/** n8n's rule for Retry On Fail, which takes 0 for unset. */
function mostTries({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** Takes the items through all stages, each time all of them, until each has an output or an error. */
async function runStages(context: IExecuteFunctions, { items: ofRuns, notes }: Run): Promise<ItemOfTry[]> {
	const cancel = context.getExecutionCancelSignal();
	const hasFailed = new AbortController();
	const stopWaiting = AbortSignal.any([hasFailed.signal, ...(cancel === undefined ? [] : [cancel])]);
	const execution = executionOf(context);
	const budget = usualBudget(context);
	const items = ofRuns.map((ofRun, itemIndex): ItemOfTry => {
		return { context, execution, itemIndex, ofRun, notes, stopWaiting, place: 'end', budget };
	});
	/** Whether a failing item makes the execution fail. Otherwise, it becomes an error item. */
	const stops = !context.continueOnFail() && !isTool(context.getNode());
	/** The item whose failure has stopped the others: if they wait for a turn, they don't send anything. */
	let stopper: FailedItem | undefined;

	async function pass(item: ItemOfTry, stage: (item: ItemOfTry) => Promise<void>): Promise<void> {
		if (stopWaiting.aborted) return;
		await stage(item).catch((thrown: unknown) => {
			const { ofRun } = item;
			// An item that's done keeps its output, even if its parameters can't be read again.
			if (ofRun.output !== undefined) return;
			const error = errorOf(item, thrown);
			const failed = Object.assign(item, { error });
			const { message, description } = error;
			if (leavesDoubt(error)) ofRun.doubt = { error, words: { message, description } };
			// The search for rows that can't be used goes on, because the error names them. Any other failure stops all items.
			if (!stops || isUnusable(failed)) return;
			stopper ??= failed;
			hasFailed.abort();
		});
	}

	/** Fails with the error of the item that has stopped the others, or else of the first row that can't be used. */
	function throwFailure(): void {
		const failed = stopper ?? items.find((item): item is FailedItem => item.error !== undefined);
		if (stops && failed !== undefined) throw executionError(items, failed);
	}

	const isWaiting = ({ ofRun, error }: ItemOfTry) => ofRun.output === undefined && error === undefined;
	for (const item of items) await pass(item, readItem);
	throwFailure();
	// They share what they ask for, and wait for it together.
	await Promise.all(items.filter(isWaiting).map(async (item) => await pass(item, prepareItem)));
	throwFailure();
	const waiting = items.filter(isWaiting).values();
	async function workOnWaiting(): Promise<void> {
		for (const item of waiting) await pass(item, workOnItem);
	}
	await Promise.all(Array.from({ length: ITEMS_IN_FLIGHT }, workOnWaiting));
	throwFailure();
	return items;
}

function executionOf(context: IExecuteFunctions): object {
	try {
		return isTool(context.getNode()) ? context : context.getContext('node');
	} catch {
		// n8n can run a node on its own, outside of an execution.
		return context;
	}
}

async function readItem(item: ItemOfTry): Promise<void> {
	// Bad credentials fail each item, not the whole node, because n8n can output the input of a failed node.
	const account = await readAccount(item.context, item.itemIndex);
	item.account = account;
	item.operation = chosenOperation(item);
	item.prepare = item.operation.read({ ...item, account });
}

async function prepareItem(item: ItemOfTry): Promise<void> {
	const { doubt } = item.ofRun;
	if (doubt !== undefined && item.operation?.repeatsInDoubt !== true) throw Object.assign(doubt.error, doubt.words);
	item.work = await item.prepare?.();
}

async function workOnItem(item: ItemOfTry): Promise<void> {
	const output = (await item.work?.()) ?? [];
	// All outputs share one object, because n8n then stores it only once.
	const pairedItem = { item: item.itemIndex };
	for (const one of output) one.pairedItem = pairedItem;
	item.ofRun.output = output;
}

function errorItems({ itemIndex, error }: ItemOfTry): INodeExecutionData[] {
	if (error === undefined) return [];
	// n8n 1.x sends an item to the error output only if it doesn't have other fields.
	const json = { error: sentences(error.message, error.description ?? '') };
	return [{ json, pairedItem: { item: itemIndex } }];
}
