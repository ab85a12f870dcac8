import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/specification/responses';

/**
 * A text without surrounding white space. Expressions may return a number, e.g. for an identifier, and nothing is an empty
 * text. Undefined for what is no text, such as a list.
 */
export function readText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
	return isNumber ? String(value) : undefined;
}

/** A text, as `readText`, for a place where what is no text counts as nothing. */
export function text(value: unknown): string {
	return readText(value) ?? '';
}

/** What an expression returned instead of a text, for a message. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${kindOf(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The fields of a collection parameter such as 'Options'; none when an expression returns something else. */
export function fieldsOf(collection: unknown): Record<string, unknown> {
	return isRecord(collection) ? collection : {};
}

/** Not filled in, or filled by an expression that returned nothing. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Leaves out what was not filled in: it must not be sent as an empty text or null. */
export function filledIn(fields: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0)),
	);
}

/** A switch. Expressions may return the word instead of the value. */
export function flagOf(value: unknown): boolean {
	return value === true || text(value).toLowerCase() === 'true';
}

/**
 * A list of IDs: chosen from the list, or given by an expression as an array, as JSON, or as text separated by commas or
 * line breaks. Undefined when something in it is no text: left out of a filter, it would let everything through.
 */
export function readIdList(value: unknown): string[] | undefined {
	return readEntries(value, (list) => list.split(/[,\n]/));
}

/** A list of names, as `readIdList`, but names may contain commas. */
export function readNameList(value: unknown): string[] | undefined {
	return readEntries(value, (name) => [name]);
}

function readEntries(value: unknown, split: (list: string) => string[]): string[] | undefined {
	if (value === undefined || value === null) return [];
	const written = typeof value === 'string' ? (parsedArray(value) ?? split(value)) : value;
	const entries: unknown[] = Array.isArray(written) ? written : [written];
	if (!entries.every((entry) => typeof entry === 'string')) return undefined;
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** A list that was written as JSON; undefined for everything else. */
function parsedArray(value: string): unknown[] | undefined {
	if (!value.trim().startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
