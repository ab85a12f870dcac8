import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readList, type Selection } from '../api/request/readList';
import { valueOrThrow } from '../api/request/request';
import type { ElementOf, ListName } from '../api/specification/endpoints';
import { flag, number } from '../shared/parameters/kinds';
import { type Kind, readAll } from '../shared/parameters/parameter';
import { noteUnknownNames } from './assessment';
import type { Notes } from './hints';
import { type InputItem, operation } from './operation';

const returnAll = flag('Return All', false, 'Whether to return all results or only up to a given limit');

const limit = number('Limit', 'Max number of results to return', {
	default: 50,
	least: 1,
	displayOptions: { show: { returnAll: [false] } },
});

/** 'Return All' and 'Limit'. Both are read as `limit`, the number of output items. */
export const limited = {
	returnAll,
	limit: {
		field: limit.field,
		read: (given, source, name) =>
			readAll({ returnAll }, source).returnAll ? Number.POSITIVE_INFINITY : limit.read(given, source, name),
	} satisfies Kind<number>,
};

/** Which list to read, how to turn its elements into output items, and which of these to keep. */
interface Listing<N extends ListName> extends Selection<IDataObject> {
	endpoint: N;
	body?: IDataObject;
	itemsOf: (element: ElementOf<N>) => IDataObject[];
	listOf: Notes['lists'][number]['listOf'];
	assessmentNames?: readonly string[];
}

/** Reads a list and holds only the output items in memory. Notes what 'Limit' cut off, or unknown names if there's nothing. */
export async function readListItems<N extends ListName>(
	item: InputItem,
	{ endpoint, body, itemsOf, listOf, assessmentNames = [], ...selection }: Listing<N>,
): Promise<INodeExecutionData[]> {
	const { values, total } = valueOrThrow(item, await readList(item, { endpoint, body, selection }, itemsOf));
	item.notes.lists.push({ listOf, shown: values.length, total });
	if (values.length === 0) await noteUnknownNames(item, assessmentNames);
	return values.map((json) => ({ json }));
}

/** Makes an operation that reads a list without filters: Assessment: Get Many and Group: Get Many. */
export function getMany(listOf: 'assessments' | 'groups', endpoint: 'listAssessments' | 'listGroups') {
	const description = `Get your account's ${listOf}`;
	return operation({
		option: { name: 'Get Many', value: 'getAll', action: `Get many ${listOf}`, description },
		parameters: limited,
		prepare: (item, given) => async () =>
			await readListItems(item, { endpoint, itemsOf: (element) => [{ ...element }], limit: given.limit, listOf }),
	});
}
