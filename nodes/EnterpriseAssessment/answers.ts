import type { INodeExecutionData } from 'n8n-workflow';

import type { ListFold } from '../api/request/listReader';
import { listBody } from '../api/request/listReader';
import type { ApiRequest } from '../api/request/request';
import { callEndpoint, readAnswer } from '../api/request/request';
import type { ListCheck, ResponseCheck } from '../api/specification/responses';
import type { OperationRun } from './operation';
import { requestLimits } from './parameters';

type ItemRequest = Omit<ApiRequest, 'limits' | 'itemIndex'>;

/** Calls an endpoint for one input item, with the limits of its 'Options'. Null where the service answers 204. */
export async function callForItem<T>(run: OperationRun, request: ItemRequest, check: ResponseCheck<T>): Promise<T> {
	return await callEndpoint(run.context, run.account, ofItem(run, request), check);
}

/** Makes something of the elements of a list, which may be long, as they arrive, for one input item. */
export async function readListForItem<T, R>(
	run: OperationRun,
	request: ItemRequest,
	list: ListCheck<T>,
	begin: () => ListFold<T, R>,
): Promise<R> {
	return await readAnswer(run.context, run.account, ofItem(run, request), listBody(list, begin));
}

/** Output items from plain objects. Pairing is added by the runner. */
export function toItems(elements: object[]): INodeExecutionData[] {
	return elements.map((element) => ({ json: { ...element } }));
}

function ofItem(run: OperationRun, request: ItemRequest): ApiRequest {
	return { ...request, limits: requestLimits(run), itemIndex: run.itemIndex };
}
