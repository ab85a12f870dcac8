import { kindOf, readIdList, readNameList } from './values';

/** The filters that take a list, by parameter name: what the editor calls them, and what stands in them. */
const LISTS = {
	assessmentNames: { label: 'Assessment Names or IDs', what: 'names', example: 'English Speaking', read: readNameList },
	assessmentTypes: { label: 'Assessment Types', what: 'types', example: 'TenPoint', read: readIdList },
	groupIds: {
		label: 'Group Names or IDs',
		what: 'IDs',
		example: '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
		read: readIdList,
	},
	statuses: { label: 'Statuses', what: 'statuses', example: 'Completed', read: readIdList },
};

export type ListFilter = keyof typeof LISTS;

/** Why a filter can't be applied, in words for the builder. */
export interface FilterProblem {
	message: string;
	description: string;
}

/** @param filters the collection 'Filters', expressions resolved. A filter that is empty or was not added has no entries. */
export function readListFilter(
	filters: Record<string, unknown>,
	name: ListFilter,
): { entries: string[] } | { problem: FilterProblem } {
	const { label, what, example, read } = LISTS[name];
	const problem = filterWithoutValue(filters, name, label);
	if (problem !== undefined) return { problem };
	const entries = read(filters[name]);
	if (entries !== undefined) return { entries };
	return {
		problem: {
			message: `The filter '${label}' needs a list of ${what}, but got ${kindOf(filters[name])}`,
			description: `Choose from the list, or let the expression give ${what}, e.g. {{ ['${example}'] }}`,
		},
	};
}

/** A filter whose expression gives nothing would let everything through, so it is none that can be applied. */
export function filterWithoutValue(
	filters: Record<string, unknown>,
	name: string,
	label: string,
): FilterProblem | undefined {
	if (!(name in filters) || (filters[name] ?? undefined) !== undefined) return undefined;
	return {
		message: `The expression of the filter '${label}' gives nothing`,
		description:
			'Check the expression: the field may have another name, or the item may lack it. To read without this filter, remove it or let the expression give an empty text',
	};
}
