import type { IDataObject } from 'n8n-workflow';

import { visible } from '../../api/specification/plainText';
import { isRecord } from '../../api/specification/responses';
import { UserError } from './parameter';

/** Returns a trimmed string, also for a whole number. Returns an empty string for anything else. */
export function textOrEmpty(value: unknown): string {
	return typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
}

/** Reads text, also in a resource locator, which is an object that contains the value and its mode. */
export function textOf(value: unknown, label: string): string {
	const given = isRecord(value) && 'mode' in value ? value.value : value;
	if (typeof given === 'string' || isEmpty(given) || Number.isSafeInteger(given)) return textOrEmpty(given);
	throw new UserError(
		mustBe(label, 'text', given),
		typeof given === 'number'
			? 'The number may have lost digits. Format the column as text in your spreadsheet, and save the list again'
			: 'Make the expression return a single value, e.g. one field of an object or one entry of a list',
	);
}

export function quoted(text: string): string {
	return `'${visible(text)}'`;
}

/** Joins the first names, e.g. `'A', 'B' and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.slice(0, most).map(quoted).join(', ')}${more}`;
}

export function mustBe(label: string, what: string, value: unknown): string {
	return `The parameter '${label}' must be ${what}, but got ${describeValue(value)}`;
}

function describeValue(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${describeValue(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value === 'string') return value === '' ? 'nothing' : quoted(value);
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
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

/** Whether a URL is complete: http or https, then a host, without white space or backslashes. */
export function isWebAddress(url: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) && URL.canParse(url);
}
