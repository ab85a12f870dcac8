import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../../api/request/messages';
import { text } from '../../shared/parameters';

/** An error of one input item, with what happened and how to get unstuck. */
export function itemError(
	{ context, itemIndex }: { context: Pick<IExecuteFunctions, 'getNode'>; itemIndex: number },
	message: string,
	description?: string,
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/** Why an item failed, as n8n shows it. */
export function nodeError(node: INode, thrown: unknown, itemIndex: number): ExecutionBaseError {
	if (thrown instanceof ExecutionBaseError) return thrown;
	return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), { itemIndex });
}

/** What an item becomes that failed while the others go on. */
export function errorItem({ message, description }: ExecutionBaseError, itemIndex: number): INodeExecutionData {
	return {
		// n8n 1.x sends an item to the error output only if it has no other field.
		json: { error: sentences(message, description ?? '') },
		pairedItem: { item: itemIndex },
	};
}

export interface FailedItem {
	error: ExecutionBaseError;
	itemIndex: number;
	json: IDataObject | undefined;
}

/** The error of an execution, with the place of the item that failed and what became of the others. */
export function executionError({ error, itemIndex, json }: FailedItem, completed: number, count: number): Error {
	if (count === 1) return error;
	if (!concernsEveryItem(error)) error.message += ` [${placeOf(itemIndex, json ?? {}, error.message)}]`;
	if (completed > 0) {
		const done = `${completed} of ${count} items were already processed. Their changes stay in place, but their output is lost`;
		const wayOut = "To go on past an item that fails, set 'On Error' in Settings to 'Continue (using error output)'";
		error.description = sentences(error.description ?? '', done, wayOut);
	}
	return error;
}

/** Whether every item fails with it: the credentials can't work, or the service refuses the key. */
function concernsEveryItem(error: ExecutionBaseError): boolean {
	return error.context.itemIndex === undefined || (error instanceof NodeApiError && error.httpCode === '401');
}

/** Fields of an item that tell who it is about. */
const IS_NAME = /^(?:e-?mail(?:[ _]?address)?|unique[ _]?identifier)$/i;

/** E.g. `row 3 of the list, ada@example.com`. */
function placeOf(itemIndex: number, json: IDataObject, message: string): string {
	const names = Object.entries(json).filter(([field]) => IS_NAME.test(field));
	const person = names.map(([, value]) => text(value)).find((name) => name !== '' && !message.includes(name));
	return `row ${itemIndex + 1} of the list${person === undefined ? '' : `, ${person}`}`;
}
