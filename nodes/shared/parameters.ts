import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../api/request/messages';
import { isRecord } from '../api/specification/responses';
import { type Assessment, ASSESSMENT_TYPES, SCORE_STATUSES, type ScoreReport } from '../api/specification/types';
import { isId } from '../api/specification/values';

type Refused = { problem: Words };

/** A collection parameter such as 'Filters', with its expressions resolved. */
type Collection = Record<string, unknown>;

/** Returns a trimmed string, also for a number. Returns an empty string if there's no value, and undefined for anything else. */
export function readText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
	return isNumber ? String(value) : undefined;
}

/** Same as `readText`, but empty for anything that isn't text. */
export function text(value: unknown): string {
	return readText(value) ?? '';
}

/** Describes for a message what an expression returned. Returns a string as it is. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${kindOf(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Returns a collection's fields, or none if an expression returned something else. */
export function fieldsOf(collection: unknown): Collection {
	return isRecord(collection) ? collection : {};
}

/** Whether a value isn't filled in, or comes from an expression that returned nothing. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Leaves out empty fields, which must not be sent as an empty string or null. */
export function filledIn(fields: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0)),
	);
}

/** Reads a switch. An expression can return it as text. */
export function flagOf(value: unknown): boolean {
	return value === true || text(value).toLowerCase() === 'true';
}

/** The largest value of an option in seconds, which is a day. */
export const MAX_SECONDS = 86_400;

/** Reads a number in a range. An expression can return it as text. Undefined for anything else. */
export function readNumber(value: unknown, least: number, most: number): number | undefined {
	const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof amount === 'number' && amount >= least && amount <= most ? amount : undefined;
}

export function readSeconds(value: unknown, label: string, least: number): { ms: number } | Refused {
	const seconds = readNumber(value, least, MAX_SECONDS);
	if (seconds !== undefined) return { ms: Math.round(seconds * 1_000) };
	const range = `from ${least} to ${MAX_SECONDS} (one day)`;
	const message = `The option '${label}' needs a number ${range}, but got ${kindOf(value) || 'nothing'}`;
	return { problem: { message, description: 'Enter a number of seconds, or remove the option' } };
}

/** Whether a URL is complete: http or https, then a host, without white space or backslashes. */
export function isWebAddress(url: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) && URL.canParse(url);
}

/**
 * Reads a list of IDs that was chosen in the editor, or that an expression returned as an array, JSON, or text separated by commas
 * or line breaks. Undefined if an entry isn't text, because a filter without that entry could let everything through.
 */
export function readIdList(value: unknown): string[] | undefined {
	return readEntries(value, (list) => list.split(/[,\n]/));
}

function readEntries(value: unknown, split: (list: string) => string[]): string[] | undefined {
	if (value === undefined || value === null) return [];
	const written = typeof value === 'string' ? (parsedArray(value) ?? split(value)) : value;
	const entries: unknown[] = Array.isArray(written) ? written : [written];
	if (!entries.every((entry) => typeof entry === 'string')) return undefined;
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

function parsedArray(value: string): unknown[] | undefined {
	if (!value.trim().startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** Reads a list of names, which aren't split because they can contain commas. */
const readNameList = (value: unknown) => readEntries(value, (name) => [name]);

/** The filters that take a list, by parameter name. */
const LIST_FILTERS = {
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
			message: `The filter '${label}' needs a list of ${what}, but got ${kindOf(filters[name])}`,
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

export function notAnOption(value: string, label: string, options: readonly string[]): Words {
	return {
		message: `'${value}' isn't a valid option for '${label}'`,
		description: `Choose from the list, or make the expression return one of: ${options.join(', ')}`,
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
		const unknown = list.entries.find((entry) => !allows(OPTIONS[name], entry));
		if (unknown !== undefined) return { problem: notAnOption(unknown, LIST_FILTERS[name].label, OPTIONS[name]) };
		read[name] = list.entries;
	}
	const id = read.assessmentNames.find(isId);
	if (id === undefined) return read;
	const message = `The filter '${LIST_FILTERS.assessmentNames.label}' contains the ID ${id}, but score reports don't contain assessment IDs`;
	const description = 'Choose the assessment from the list, or make the expression return its name';
	return { problem: { message, description } };
}

export function admits(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		allows(filter.assessmentTypes, report.assessmentType) &&
		allows(filter.assessmentNames, report.assessmentName) &&
		allows(filter.statuses, report.status)
	);
}

/** Accents as separate characters, which Unicode puts after a Latin, Greek or Cyrillic letter. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Makes names comparable without case, accents and surrounding spaces. Assignments and reports have only their assessment's name. */
export function nameKey(name: string): string {
	return name.trim().normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

/** Whether a filter's list is empty or contains a value, compared by `nameKey`. */
export function allows(wanted: readonly string[], value: string | null | undefined): boolean {
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
	const names = [...new Set(assessments.map(({ name }) => `'${name}'`))].join(', ');
	return {
		message: `No assessment is called ${unknown.map((name) => `'${name}'`).join(' or ')}`,
		description:
			names === ''
				? 'Your account has no assessments'
				: `Your account has these assessments: ${names}. Choose one in the filter '${LIST_FILTERS.assessmentNames.label}', or check its expression`,
		isAll: unknown.length === listed.length,
	};
}
