import { assessmentNameKey } from '../api/specification/ids';
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

/** Which reports a trigger runs for. Each list admits everything when it is empty. */
export interface ReportFilter {
	assessmentNames: readonly string[];
	assessmentTypes: readonly string[];
	statuses: readonly string[];
}

/** The filters on reports of a trigger's collection 'Filters', or why one of them can't be applied. */
export function readReportFilter(filters: Record<string, unknown>): ReportFilter | { problem: FilterProblem } {
	const names = readListFilter(filters, 'assessmentNames');
	if ('problem' in names) return names;
	const id = names.entries.find(isAssessmentId);
	if (id !== undefined) {
		// A trigger can't wait for one.
		const message = `The filter '${LISTS.assessmentNames.label}' has the ID ${id}, and score reports carry no IDs of assessments`;
		const description = 'Choose the assessment from the list, or let the expression give its name';
		return { problem: { message, description } };
	}
	const types = readListFilter(filters, 'assessmentTypes');
	if ('problem' in types) return types;
	const statuses = readListFilter(filters, 'statuses');
	if ('problem' in statuses) return statuses;
	return { assessmentNames: names.entries, assessmentTypes: types.entries, statuses: statuses.entries };
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

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an entry of a filter on assessments is an ID: they are UUIDs (specification, Resources). */
export function isAssessmentId(entry: string): boolean {
	return UUID.test(entry);
}
