import type { ExecutionBaseError, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Notes } from './hints';

/** What a run of the node remembers of one input item, through all tries of Retry On Fail. */
export interface ItemOfRun {
	/** The item's output, once it's done. Nothing is sent for it again. */
	output?: INodeExecutionData[];
	/** The error of an item whose request may have gone through. Nothing is sent for it again either. Each try adds to its own `words`. */
	doubt?: { error: ExecutionBaseError; words: Pick<ExecutionBaseError, 'message' | 'description'> };
	/** Called when no try is left, with whether n8n has taken the item's output. */
	whenOver: Array<(isOutput: boolean) => void>;
	/** Fires when the execution is canceled. */
	cancel: AbortSignal | undefined;
}

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
 * Makes one try of a run. If n8n doesn't repeat it, the run is over. n8n drops the output of a canceled try, and repeats one that
 * fails or begins with an error.
 */
export async function inTry(
	context: IExecuteFunctions,
	work: (run: Run) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const [first = { json: {} }] = input;
	const cancel = context.getExecutionCancelSignal();
	const items = input.map((): ItemOfRun => ({ whenOver: [], cancel }));
	const notes: Notes = { lists: [], people: [], said: new Set() };
	const run = runs.get(first) ?? { tries: 0, items, notes };
	runs.set(first, run);
	run.tries += 1;
	let output: INodeExecutionData[] | undefined;
	try {
		output = await work(run);
		return output;
	} finally {
		const isCanceled = cancel?.aborted === true;
		const isTaken = output !== undefined && !isCanceled;
		const isSuccess = isTaken && !isErrorItem(output?.[0]);
		if (isSuccess || isCanceled || run.tries >= mostTries(context.getNode())) {
			runs.delete(first);
			for (const item of run.items) {
				for (const over of item.whenOver) over(isTaken && item.output !== undefined);
			}
		}
	}
}

/** n8n's rule for Retry On Fail. */
function mostTries({ retryOnFail, maxTries }: INode): number {
	// Like n8n, 0 counts as not set.
	const wanted = maxTries === undefined || maxTries === 0 ? 3 : maxTries;
	return retryOnFail === true ? Math.min(5, Math.max(2, wanted)) : 1;
}

function isErrorItem(item: INodeExecutionData | undefined): boolean {
	const error = item?.json.error;
	return error !== undefined && error !== null && error !== false;
}
