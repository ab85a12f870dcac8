import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** As many requests as the limit lets through in a second of slow answers. */
const ITEMS_IN_FLIGHT = 8;

/** What one input item becomes; pairing is added here. */
export type ItemRun = (itemIndex: number) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at a time, and returns the outputs in the order of the inputs, each paired with its
 * input. With "Continue On Fail" a failing item gives an error item; otherwise no further item is started, those in
 * flight are waited for, and the error says how many were done.
 */
export async function runItems(context: IExecuteFunctions, run: ItemRun): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = [];
	const signal = context.getExecutionCancelSignal();
	let failure: { error: unknown; itemIndex: number } | undefined;
	let completed = 0;
	let next = 0;

	async function work(): Promise<void> {
		while (next < count && failure === undefined && signal?.aborted !== true) {
			const itemIndex = next++;
			try {
				const items = await run(itemIndex);
				outputs[itemIndex] = items.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
				completed += 1;
			} catch (error) {
				if (context.continueOnFail()) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex };
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) throw withProgress(context, failure, completed, count);
	return outputs.flat();
}

function errorItem(error: unknown, itemIndex: number): INodeExecutionData {
	const message = error instanceof Error ? error.message : String(error);
	const details = error instanceof Error && 'description' in error ? error.description : undefined;
	return {
		json: { error: message, ...(typeof details === 'string' && details !== '' ? { details } : {}) },
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
	if (count > 1 && 'description' in failure) {
		const progress = `${completed} of ${count} items had been completed before.`;
		failure.description = [failure.description, progress].filter((part) => typeof part === 'string').join('. ');
	}
	return failure;
}
