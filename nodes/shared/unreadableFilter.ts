import type { Failure } from '../api/outcome/failure';

/** The lists that filters of the triggers take, by label. */
const LISTS = {
	'Assessment Names or IDs': { what: 'names', example: 'English Speaking' },
	'Assessment Types': { what: 'types', example: 'TenPoint' },
	'Group Names or IDs': { what: 'IDs', example: '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59' },
	Statuses: { what: 'statuses', example: 'Completed' },
};

export type ListFilter = keyof typeof LISTS;

/** For a filter that got what neither `readIdList` nor `readNameList` can read. */
export function unreadableFilter(filter: ListFilter): Pick<Failure, 'message' | 'description'> {
	const { what, example } = LISTS[filter];
	return {
		message: `The filter '${filter}' got something that is not a list of ${what}`,
		description: `Choose from the list, or let the expression give ${what}, e.g. {{ ['${example}'] }}`,
	};
}
