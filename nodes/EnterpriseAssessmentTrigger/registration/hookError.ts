import type { IHookFunctions, NodeApiError } from 'n8n-workflow';

import { apiError } from '../../api/outcome/apiError';
import type { Failure } from '../../api/outcome/failure';

/**
 * n8n shows the user of a trigger only the message of an error, so the advice goes in there as well. n8n 1.x shows the
 * description alone where there is one: NodeApiError drops one that repeats the message.
 */
export function hookError(context: IHookFunctions, failure: Failure): NodeApiError {
	const message = explain(failure);
	return apiError(context.getNode(), { ...failure, message, description: message });
}

export function explain(failure: Failure): string {
	return `${failure.message}. ${failure.description}.`;
}
