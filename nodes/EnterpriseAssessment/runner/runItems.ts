import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, errorOfRun, nodeError } from './itemError';
import type { FailedItem } from './itemError';

/** The limit lets five requests wait for an answer; others may be at what comes after it, such as a file's body. */
const ITEMS_IN_FLIGHT = 10;

/** What one input item becomes; pairing is added here. */
export type ItemRun = (itemIndex: number) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at a time, and returns the outputs in the order of the inputs, each paired with its
 * input. With "Continue On Fail" a failing item gives an error item; otherwise no further item is begun, those in
 * flight are waited for, and the error says what became of the others.
 */
export async function runItems(context: IExecuteFunctions, run: ItemRun): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const count = input.length;
	const outputs: INodeExecutionData[][] = [];
	const signal = context.getExecutionCancelSignal();
	let failure: FailedItem | undefined;
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
			} catch (thrown) {
				const error = nodeError(context.getNode(), thrown, itemIndex);
				if (context.continueOnFail()) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex, json: input[itemIndex]?.json };
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) throw errorOfRun(failure, completed, count);
	return outputs.flat();
}
