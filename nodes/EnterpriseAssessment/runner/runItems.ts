import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { pacingHint } from './pacingHint';
import { runOf } from '../../api/request/run';

/** The limit lets five requests wait for an answer; others may be at what comes after it, such as a file's body. */
const ITEMS_IN_FLIGHT = 10;

/** What one input item becomes; pairing is added here. */
export type ItemRun = (itemIndex: number) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at a time, and returns the outputs in the order of the inputs, each paired with its
 * input. With "Continue On Fail" a failing item gives an error item; otherwise no further item is begun, those in
 * flight are waited for, and the error says how many were completed.
 */
export async function runItems(context: IExecuteFunctions, run: ItemRun): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = [];
	const signal = context.getExecutionCancelSignal();
	const whole = runOf(context);
	let failure: { error: unknown; itemIndex: number } | undefined;
	let completed = 0;
	let next = 0;

	async function work(): Promise<void> {
		while (next < count && failure === undefined && signal?.aborted !== true) {
			const itemIndex = next++;
			try {
				const items = await run(itemIndex);
				// One object for all: n8n stores what occurs more than once only once.
				const pairedItem = { item: itemIndex };
				for (const item of items) item.pairedItem = pairedItem;
				outputs[itemIndex] = items;
				completed += 1;
			} catch (error) {
				if (context.continueOnFail()) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex };
					whole.halt();
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) throw withProgress(context, failure, completed, count);
	const hint = pacingHint(whole.waitedMs);
	// n8n has this since 1.9x only.
	if (hint !== undefined && 'addExecutionHints' in context) context.addExecutionHints(hint);
	return outputs.flat();
}

function errorItem(error: unknown, itemIndex: number): INodeExecutionData {
	const message = error instanceof Error ? error.message : String(error);
	const advice = error instanceof Error && 'description' in error ? error.description : undefined;
	const hasAdvice = typeof advice === 'string' && advice !== '';
	return {
		// n8n 1.x sends an item to the error output only where these two fields, or the first, are all that it has.
		json: { error: message, ...(hasAdvice ? { message: `${message}. ${advice}` } : {}) },
		pairedItem: { item: itemIndex },
	};
}

function withProgress(
	context: IExecuteFunctions,
	{ error, itemIndex }: { error: unknown; itemIndex: number },
	completed: number,
	count: number,
): Error {
	const failure =
		error instanceof Error ? error : new NodeOperationError(context.getNode(), String(error), { itemIndex });
	if (count > 1) failure.message += ` [item ${itemIndex}]. ${completed} of ${count} items had already been completed`;
	return failure;
}
