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
	/** Puts items with a higher rank first; undefined for the service's order. */
	rank?: (item: IDataObject) => number;
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
	const { items, total } = await readListForItem(run, request, list, () =>
		listing.rank === undefined ? intoItems(listing) : intoRankedItems(listing, listing.rank),
	);
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

/** Holds up to twice as many items as are wanted: to sort after each element would take long. */
function intoRankedItems<T>(
	{ itemsOf, limit }: Listing<T>,
	rankOf: (item: IDataObject) => number,
): ListFold<T, Listed> {
	let held: Array<{ json: IDataObject; rank: number }> = [];
	let total = 0;
	const first = () => held.sort((one, other) => other.rank - one.rank).slice(0, limit);
	return {
		take(element) {
			for (const json of itemsOf(element)) {
				total += 1;
				if (held.length >= 2 * limit) held = first();
				held.push({ json, rank: rankOf(json) });
			}
		},
		result: () => ({ items: first().map(({ json }) => ({ json })), total }),
	};
}
