import type { IHookFunctions, NodeApiError } from 'n8n-workflow';
import { WebhookPathTakenError } from 'n8n-workflow';

import { apiError } from '../../api/outcome/apiError';
import { explain } from '../../api/outcome/explain';
import type { Failure } from '../../api/outcome/failure';

/**
 * Ends a publication at once. n8n repeats every other failure five times, for longer than it lets a publication take where
 * the service is silent, and then shows its own words in place of ours.
 */
export class ActivationRefusedError extends WebhookPathTakenError {
	constructor(context: IHookFunctions, message: string) {
		super(context.getNode().name);
		this.message = message;
	}
}

/** The error for a request that failed, after all the tries that it is worth. */
export function hookError(context: IHookFunctions, failure: Failure): Error {
	const message = explain(failure);
	return isPublication(context) ? new ActivationRefusedError(context, message) : asApiError(context, failure, message);
}

/** Nobody waits in front of a start of n8n, where another attempt may find the service back. */
function isPublication(context: IHookFunctions): boolean {
	return context.getMode() === 'trigger' && !isStart(context);
}

/** Whether n8n activates what was published before. */
export function isStart(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** n8n 1.x shows the description alone where there is one: NodeApiError drops one that repeats the message. */
function asApiError(context: IHookFunctions, failure: Failure, message: string): NodeApiError {
	return apiError(context.getNode(), { ...failure, message, description: message });
}
