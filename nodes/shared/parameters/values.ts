import type { IDataObject } from 'n8n-workflow';

/** Returns a trimmed string, also for a number. Returns an empty string if there's no value, and undefined for anything else. */
export function readText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
	return isNumber ? String(value) : undefined;
}

/** Same as `readText`, but returns an empty string instead of undefined. */
export function textOrEmpty(value: unknown): string {
	return readText(value) ?? '';
}

/** Describes for a message what an expression returned. Quotes a string. */
export function describeValue(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${describeValue(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value === 'string') return value === '' ? 'nothing' : `'${value}'`;
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Joins the first names, e.g. `'A', 'B' and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	const quoted = names.slice(0, most).map((name) => `'${name}'`);
	return `${quoted.join(', ')}${more}`;
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
	return value === true || textOrEmpty(value).toLowerCase() === 'true';
}

/** Reads a number in a range. An expression can return it as text. Undefined for anything else. */
export function readNumber(value: unknown, least: number, most: number): number | undefined {
	const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof amount === 'number' && amount >= least && amount <= most ? amount : undefined;
}

/** Whether a URL is complete: http or https, then a host, without white space or backslashes. */
export function isWebAddress(url: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) && URL.canParse(url);
}

/**
 * Reads a list that was chosen in the editor, or that an expression returned as an array, JSON, or text. Undefined if an entry isn't
 * text, because a filter without that entry could let everything through.
 *
 * @param separator between IDs in text. Names can contain commas, so text is one name.
 */
export function readList(value: unknown, separator?: RegExp): string[] | undefined {
	if (value === undefined || value === null) return [];
	const written =
		typeof value === 'string' ? (parsedArray(value) ?? (separator ? value.split(separator) : [value])) : value;
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
