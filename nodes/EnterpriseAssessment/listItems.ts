import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ListFold } from '../api/request/listReader/listReader';
import type { Shape } from '../api/request/listReader/valueEnd';
import type { ApiRequest } from '../api/request/request';
import type { ListCheck } from '../api/specification/responses';
import { readListForItem } from './answers';
import { EqualTexts } from './equalTexts';
import type { OperationRun } from './operation';
import type { ListOf } from './runNotes';

/** How the elements of a list become output items. */
export interface Listing<T> {
	/** The items of one element; none where filters leave it out. */
	itemsOf(element: T): IDataObject[];
	/** How many items an element of this shape gives; undefined where only its contents can tell. */
	countOf(shape: Shape): number | undefined;
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

function intoItems<T>({ itemsOf, countOf, limit }: Listing<T>): ListFold<T, Listed> {
	const items: INodeExecutionData[] = [];
	const texts = new EqualTexts();
	let cutOff = 0;
	return {
		take(element) {
			for (const json of itemsOf(element)) {
				if (items.length >= limit) {
					cutOff += 1;
				} else {
					texts.unite(json);
					items.push({ json });
				}
			}
		},
		skip(shape) {
			if (items.length < limit) return false;
			const count = countOf(shape);
			cutOff += count ?? 0;
			return count !== undefined;
		},
		result: () => ({ items, total: items.length + cutOff }),
	};
}
