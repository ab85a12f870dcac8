import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ApiRequest } from '../api/request/request';
import { callEndpoint } from '../api/request/request';
import type { ResponseCheck } from '../api/specification/responses';
import type { OperationRun } from './operation';
import type { ListOf } from './runNotes';
import { requestLimits } from './parameters';

/** Calls an endpoint for one input item, with the limits of its 'Options'. Null where the service answers 204. */
export async function callForItem<T>(
	run: OperationRun,
	request: Omit<ApiRequest, 'limits' | 'itemIndex'>,
	check: ResponseCheck<T>,
): Promise<T> {
	const { context, account, itemIndex } = run;
	return await callEndpoint(context, account, { ...request, limits: requestLimits(run), itemIndex }, check);
}

/** Output items from plain objects. Pairing is added by the runner. */
export function toItems(elements: object[]): INodeExecutionData[] {
	return elements.map((element) => ({ json: toJson(element) }));
}

/** The output items of a list up to the limit; a hint will tell what was left out. */
export function limitedItems(
	run: OperationRun,
	elements: object[],
	limit: number,
	listOf: ListOf,
): INodeExecutionData[] {
	const items = toItems(elements.slice(0, limit));
	run.notes.listed(listOf, items.length, elements.length);
	return items;
}

function toJson(element: object): IDataObject {
	return { ...element };
}
