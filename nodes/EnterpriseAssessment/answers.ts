import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { endpointLabel } from '../api/endpoints';
import type { ApiRequest } from '../api/request';
import { callEndpoint } from '../api/request';
import type { ResponseCheck } from '../api/responses';
import type { OperationRun } from './operation';
import { parameterError, requestLimits } from './parameters';

/** Calls an endpoint for one input item, with the limits of its 'Options'. Null where the service answers 204. */
export async function callForItem<T>(
	run: OperationRun,
	request: Omit<ApiRequest, 'limits' | 'itemIndex'>,
	check: ResponseCheck<T>,
): Promise<T | null> {
	const { context, account, itemIndex } = run;
	return await callEndpoint(context, account, { ...request, limits: requestLimits(run), itemIndex }, check);
}

/** As `callForItem`, for endpoints that always answer with content. */
export async function callForContent<T>(
	run: OperationRun,
	request: Omit<ApiRequest, 'limits' | 'itemIndex'>,
	check: ResponseCheck<T>,
): Promise<T> {
	const content = await callForItem(run, request, check);
	if (content !== null) return content;
	throw parameterError(run, `The service answered ${endpointLabel(request.endpoint)} without content`);
}

/** Output items from plain objects. Pairing is added by the runner. */
export function toItems(elements: object[]): INodeExecutionData[] {
	return elements.map((element) => ({ json: toJson(element) }));
}

function toJson(element: object): IDataObject {
	return { ...element };
}
