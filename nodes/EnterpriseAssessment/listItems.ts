import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ListFold } from '../api/request/listReader';
import type { ApiRequest } from '../api/request/request';
import type { ListCheck } from '../api/specification/responses';
import { readListForItem } from './answers';
import type { OperationRun } from './operation';
import type { ListOf } from './runNotes';

/** How the elements of a list become output items. */
export interface Listing<T> {
	/** The items of one element; none where filters leave it out. */
	itemsOf(element: T): IDataObject[];
	/** How many items are wanted. */
	limit: number;
	listOf: ListOf;
}

/**
 * Reads a list that may be long into output items: what is not wanted never stays in memory. A hint will tell what 'Limit'
 * cut off. Pairing is added by the runner.
 */
export async function readListItems<T>(
	run: OperationRun,
	request: Pick<ApiRequest, 'endpoint' | 'body'>,
	list: ListCheck<T>,
	listing: Listing<T>,
): Promise<INodeExecutionData[]> {
	const { items, total } = await readListForItem(run, request, list, () => intoItems(listing));
	run.notes.listed(listing.listOf, items.length, total);
	return items;
}

interface Listed {
	items: INodeExecutionData[];
	/** How many items there are without the limit. */
	total: number;
}

function intoItems<T>({ itemsOf, limit }: Listing<T>): ListFold<T, Listed> {
	const items: INodeExecutionData[] = [];
	let total = 0;
	return {
		take(element) {
			const all = itemsOf(element);
			total += all.length;
			for (const json of all.slice(0, limit - items.length)) items.push({ json });
		},
		result: () => ({ items, total }),
	};
}
