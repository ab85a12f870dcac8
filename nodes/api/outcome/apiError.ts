import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Words } from './words';

/** n8n's error with our own words: built from the HTTP error, it would lose the service's messages. */
export function apiError(node: INode, failure: Words & { status?: number }, itemIndex?: number): NodeApiError {
	const { message, description, status } = failure;
	const cause: JsonObject = { message };
	const httpCode = status === undefined ? undefined : String(status);
	const error = new NodeApiError(node, cause, { message, description, httpCode, itemIndex });
	// n8n puts a general sentence in place of a message in which a code such as ECONNRESET occurs.
	error.message = message;
	return error;
}

/** A failure in one text, for where n8n shows the user nothing but the message of an error. */
export function explain({ message, description }: Words): string {
	return `${message}. ${description}.`;
}
