import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Failure } from './failure';

/** n8n's error with our own words: built from the HTTP error, it would lose the service's messages. */
export function apiError(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const cause: JsonObject = { message: failure.message };
	const error = new NodeApiError(node, cause, { ...failure, itemIndex });
	// n8n puts a general sentence in place of a message in which a code such as ECONNRESET occurs.
	error.message = failure.message;
	return error;
}
