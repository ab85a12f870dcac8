import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ApiRequest } from '../api/request/exchange';
import { readList } from '../api/request/readList';
import type { ListCheck } from '../api/specification/responses';
import type { InputItem } from './operation';
import type { ListOf } from './runner/runItems';

/** How the elements of a list become output items. */
export interface Listing<T> {
	/** The items of one element; none where filters leave it out. */
	itemsOf: (element: T) => IDataObject[];
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
	item: InputItem,
	request: ApiRequest,
	list: ListCheck<T>,
	{ itemsOf, limit, rank, listOf }: Listing<T>,
): Promise<INodeExecutionData[]> {
	const { values, total } = await readList(item, request, list, itemsOf, { limit, rank });
	item.notes.listed(listOf, values.length, total);
	return values.map((json) => ({ json }));
}
