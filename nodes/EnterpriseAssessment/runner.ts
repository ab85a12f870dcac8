import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../api/request/messages';
import { textOrEmpty } from '../shared/parameters/values';
import { ExecutionNotes } from './hints';
import type { Operation } from './operation';

/** The rate limit lets only five items wait for a response to begin. Meanwhile, the others can receive a body, such as a file. */
const ITEMS_IN_FLIGHT = 10;

/** Matches the names of operations that change nothing in the account. */
const READING = /^(?:get|download)/;

interface Run {
	/** @param noMoreTurns ends the wait for a turn if the execution is canceled or another item makes it fail */
	execute(itemIndex: number, notes: ExecutionNotes, noMoreTurns: AbortSignal): Promise<INodeExecutionData[]>;
	afterAll: NonNullable<Operation['afterAll']>;
}

/**
 * Runs the input items, several at a time, and returns the outputs in the order of the inputs, each paired with its input.
 * With "Continue On Fail", and as an AI tool, a failing item becomes an error item. Otherwise it makes the execution fail: waiting
 * items don't send more requests, and the error says what happened to the other items.
 */
export async function runItems(context: IExecuteFunctions, run: Run): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const count = input.length;
	const outputs: INodeExecutionData[][] = [];
	const notes = new ExecutionNotes();
	const signal = context.getExecutionCancelSignal();
	const continues = context.continueOnFail() || isTool(context.getNode());
	const failed = new AbortController();
	const noMoreTurns = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
	let failure: FailedItem | undefined;
	let completed = 0;
	let next = 0;

	async function work(): Promise<void> {
		while (next < count && !noMoreTurns.aborted) {
			const itemIndex = next++;
			try {
				const items = await run.execute(itemIndex, notes, noMoreTurns);
				// All outputs share one object, because n8n then stores it only once.
				const pairedItem = { item: itemIndex };
				for (const item of items) item.pairedItem = pairedItem;
				outputs[itemIndex] = items;
				completed += 1;
			} catch (thrown) {
				const error = nodeError(context.getNode(), thrown, itemIndex);
				if (continues) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex, json: input[itemIndex]?.json };
					failed.abort();
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) {
		const isReading = READING.test(textOrEmpty(context.getNodeParameter('operation', 0)));
		throw executionError(failure, { completed, count, isReading });
	}
	// n8n versions before 1.9x don't have hints.
	if ('addExecutionHints' in context) context.addExecutionHints(...notes.hints());
	return run.afterAll(outputs, input).flat();
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

interface FailedItem {
	error: ExecutionBaseError;
	itemIndex: number;
	json: IDataObject | undefined;
}

/** Makes the error of an execution. It names the item that failed and says what happened to the others. */
function executionError(
	{ error, itemIndex, json }: FailedItem,
	{ completed, count, isReading }: { completed: number; count: number; isReading: boolean },
): Error {
	if (count === 1) return error;
	if (!concernsEveryItem(error)) error.message += ` [${placeOf(itemIndex, json ?? {}, error.message)}]`;
	if (completed > 0) {
		const changes = isReading ? '' : '. Their changes stay in place';
		const done = `${completed} of ${count} items were already processed${changes}, but their output is lost`;
		const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
		error.description = sentences(error.description ?? '', done, wayOut);
	}
	return error;
}

/** Whether the error is about the credentials: it doesn't name an item, or the service rejected the API key. */
function concernsEveryItem(error: ExecutionBaseError): boolean {
	return error.context.itemIndex === undefined || (error instanceof NodeApiError && error.httpCode === '401');
}

/** Fields that identify the person an item is about. */
const IDENTIFIES_PERSON = /^(?:e-?mail(?:[ _]?address)?|unique[ _]?identifier)$/i;

/** Describes an item, e.g. `row 3 of the list, ada@example.com`. */
function placeOf(itemIndex: number, json: IDataObject, message: string): string {
	const names = Object.entries(json).filter(([field]) => IDENTIFIES_PERSON.test(field));
	const person = names.map(([, value]) => textOrEmpty(value)).find((name) => name !== '' && !message.includes(name));
	return `row ${itemIndex + 1} of the list${person === undefined ? '' : `, ${person}`}`;
}
