import { assessmentNameKey, isId } from '../api/specification/formats';
import type { ScoreReport } from '../api/specification/types';
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
			description: `Choose from the list, or make the expression return ${what}, e.g. {{ ['${example}'] }}`,
		},
	};
}

/** A filter whose expression returns nothing would let everything through, so it is rejected. */
export function filterWithoutValue(
	filters: Record<string, unknown>,
	name: string,
	label: string,
): FilterProblem | undefined {
	if (!(name in filters) || (filters[name] ?? undefined) !== undefined) return undefined;
	return {
		message: `The expression in filter '${label}' returned no value`,
		description:
			'Check the field name in the expression, and that every item has that field. To run without this filter, remove it or return an empty text',
	};
}

/** Which reports a trigger runs for. Each list admits everything when it is empty. */
export interface ReportFilter {
	assessmentNames: readonly string[];
	assessmentTypes: readonly string[];
	statuses: readonly string[];
}

/** The filters on reports of a trigger's collection 'Filters', or why one of them can't be applied. */
export function readReportFilter(filters: Record<string, unknown>): ReportFilter | { problem: FilterProblem } {
	const read: Record<keyof ReportFilter, string[]> = { assessmentNames: [], assessmentTypes: [], statuses: [] };
	for (const name of ['assessmentNames', 'assessmentTypes', 'statuses'] as const) {
		const list = readListFilter(filters, name);
		if ('problem' in list) return list;
		read[name] = list.entries;
	}
	const id = read.assessmentNames.find(isId);
	if (id === undefined) return read;
	// A trigger can't wait for one.
	const message = `The filter '${LISTS.assessmentNames.label}' has the ID ${id}, and score reports carry no IDs of assessments`;
	const description = 'Choose the assessment from the list, or make the expression return its name';
	return { problem: { message, description } };
}

export function admits(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		isAmong(filter.assessmentTypes, report.assessmentType) &&
		isAmong(filter.assessmentNames, report.assessmentName) &&
		isAmong(filter.statuses, report.status)
	);
}

/** Whether a value is one of those that are wanted, without regard to case and surrounding blanks; all are when none is named. */
export function isAmong(wanted: readonly string[], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => assessmentNameKey(one) === assessmentNameKey(value ?? ''));
}
