import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ListFold } from '../api/request/listReader';
import { listBody } from '../api/request/listReader';
import type { ApiRequest } from '../api/request/request';
import { readAnswer } from '../api/request/request';
import type { ListCheck } from '../api/specification/responses';
import type { OperationRun } from './operation';
import type { ListOf } from './runner/runItems';

/** How the elements of a list become output items. */
export interface Listing<T> {
	/** The items of one element; none where filters leave it out. */
	itemsOf(element: T): IDataObject[];
	/** How many items are wanted. */
	limit: number;
	/** Puts items with a higher rank first; undefined for the service's order. */
	rank?: (item: IDataObject) => number;
	listOf: ListOf;
}

/**
 * Reads a list that may be long into output items: what filters leave out never stays in memory. A hint will tell what
 * 'Limit' cut off.
 */
export async function readListItems<T>(
	run: OperationRun,
	request: ApiRequest,
	list: ListCheck<T>,
	listing: Listing<T>,
): Promise<INodeExecutionData[]> {
	const reader = listBody(list, () => intoItems(listing));
	const { items, total } = await readAnswer(run, request, reader);
	run.notes.listed(listing.listOf, items.length, total);
	return items.map((json) => ({ json }));
}

interface Listed {
	items: IDataObject[];
	/** How many items there are without the limit. */
	total: number;
}

function intoItems<T>({ itemsOf, limit, rank }: Listing<T>): ListFold<T, Listed> {
	const items: IDataObject[] = [];
	let total = 0;
	return {
		take(element) {
			const all = itemsOf(element);
			total += all.length;
			items.push(...(rank === undefined ? all.slice(0, limit - items.length) : all));
		},
		result() {
			if (rank !== undefined) items.sort((one, other) => rank(other) - rank(one));
			return { items: items.slice(0, limit), total };
		},
	};
}
