import type { Words } from '../api/request/messages';
import { plainText } from '../api/specification/plainText';
import { type Assessment, ASSESSMENT_TYPES, SCORE_STATUSES, type ScoreReport } from '../api/specification/types';
import { isId } from '../api/specification/values';
import { type Collection, describeValue, notAnOption, readIdList, readNameList, type Refused } from './parameters';

/** The filters that take a list, by parameter name. */
export const LIST_FILTERS = {
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

export type ListFilter = keyof typeof LIST_FILTERS;

/** Reads a filter. One that is empty or wasn't added has no entries. */
export function readListFilter(filters: Collection, name: ListFilter): { entries: string[] } | Refused {
	const { label, what, example, read } = LIST_FILTERS[name];
	const problem = filterWithoutValue(filters, name, label);
	if (problem !== undefined) return { problem };
	const entries = read(filters[name]);
	if (entries !== undefined) return { entries };
	return {
		problem: {
			message: `The filter '${label}' needs a list of ${what}, but got ${describeValue(filters[name])}`,
			description: `Choose from the list, or make the expression return ${what}, e.g. {{ ['${example}'] }}`,
		},
	};
}

/** Rejects a filter whose expression returns nothing, because it would let everything through. */
export function filterWithoutValue(filters: Collection, name: string, label: string): Words | undefined {
	const hasNoValue = name in filters && (filters[name] === undefined || filters[name] === null);
	if (!hasNoValue) return undefined;
	return {
		message: `The expression in the filter '${label}' didn't return a value`,
		description:
			'Check the field name in the expression, and make sure every item has that field. To run without this filter, remove it or return an empty string',
	};
}

/** Which reports a trigger runs for. An empty list admits everything. */
export interface ReportFilter {
	assessmentNames: readonly string[];
	assessmentTypes: readonly string[];
	statuses: readonly string[];
}

/** The values that each filter allows. An empty list allows any value. */
const OPTIONS: Record<keyof ReportFilter, readonly string[]> = {
	assessmentNames: [],
	assessmentTypes: ASSESSMENT_TYPES,
	statuses: SCORE_STATUSES,
};

/** Reads a trigger's filters on reports. Rejects an unknown type or status, because no report would ever match it. */
export function readReportFilter(filters: Collection): ReportFilter | Refused {
	const read: Record<keyof ReportFilter, string[]> = { assessmentNames: [], assessmentTypes: [], statuses: [] };
	for (const name of ['assessmentNames', 'assessmentTypes', 'statuses'] as const) {
		const list = readListFilter(filters, name);
		if ('problem' in list) return list;
		const unknown = list.entries.find((entry) => !admitsValue(OPTIONS[name], entry));
		if (unknown !== undefined) return { problem: notAnOption(unknown, LIST_FILTERS[name].label, OPTIONS[name]) };
		read[name] = list.entries;
	}
	const id = read.assessmentNames.find(isId);
	if (id === undefined) return read;
	const message = `The filter '${LIST_FILTERS.assessmentNames.label}' contains the ID ${id}, but score reports don't contain assessment IDs`;
	const description = 'Choose the assessment from the list, or make the expression return its name';
	return { problem: { message, description } };
}

export function admitsReport(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		admitsValue(filter.assessmentTypes, report.assessmentType) &&
		admitsValue(filter.assessmentNames, report.assessmentName) &&
		admitsValue(filter.statuses, report.status)
	);
}

/** Accents as separate characters, which Unicode (NFD) writes after Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** How much of a name is compared. Decomposing takes long for many accents in a row. */
const MAX_COMPARED = 1_000;

/** Returns the same key for names that differ only in case, accents or surrounding spaces. Reports don't contain assessment IDs to compare. */
export function nameKey(name: string): string {
	return name.slice(0, MAX_COMPARED).trim().normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

/** Whether a filter's list is empty or contains a value, compared by `nameKey`. */
export function admitsValue(wanted: readonly string[], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => nameKey(one) === nameKey(value ?? ''));
}

export interface UnknownNames extends Words {
	/** Whether all names are unknown. If only some are, they may be former names of assessments. */
	isAll: boolean;
}

/** Returns the names in a filter that no assessment of the account has. */
export function unknownNames(listed: readonly string[], assessments: readonly Assessment[]): UnknownNames | undefined {
	const keys = assessments.map(({ name }) => nameKey(name));
	const unknown = listed.filter((name) => !keys.includes(nameKey(name)));
	if (unknown.length === 0) return undefined;
	const names = [...new Set(assessments.map(({ name }) => `'${plainText(name)}'`))].join(', ');
	return {
		message: `No assessment is called ${unknown.map((name) => `'${name}'`).join(' or ')}`,
		description:
			names === ''
				? 'Your account has no assessments'
				: `Your account has these assessments: ${names}. Choose one in the filter '${LIST_FILTERS.assessmentNames.label}', or check its expression`,
		isAll: unknown.length === listed.length,
	};
}
