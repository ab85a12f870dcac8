import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../api/specification/endpoints';
import type { ListCheck } from '../../api/specification/responses';
import { optionsField, returnAllFields } from '../fields';
import { readListItems } from '../listItems';
import type { Operation } from '../operation';
import { outputLimit } from '../parameters';

/** 'Get Many' of a list that the service has no filters for. */
export function getMany<T>(
	listOf: 'assessments' | 'groups',
	endpoint: EndpointName,
	list: ListCheck<T>,
	itemOf: (element: T) => IDataObject,
): Operation {
	const description = `Get the ${listOf} of your account`;
	return {
		option: { name: 'Get Many', value: 'getAll', action: `Get many ${listOf}`, description },
		fields: [...returnAllFields(), optionsField()],
		async execute(item) {
			const itemsOf = (element: T) => [itemOf(element)];
			return await readListItems(item, { endpoint }, list, { itemsOf, limit: outputLimit(item), listOf });
		},
	};
}
