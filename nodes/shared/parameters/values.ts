import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/specification/responses';
import { ParameterError } from './parameter';

/** Returns a trimmed string, also for a number. Returns an empty string if there's no value, and undefined for anything else. */
function readText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
	return isNumber ? String(value) : undefined;
}

/** Same as `readText`, but returns an empty string instead of undefined. */
export function textOrEmpty(value: unknown): string {
	return readText(value) ?? '';
}

/** Returns the value of a resource locator, which is an object that contains the value and its mode. */
export function valueInMode(value: unknown): unknown {
	return isRecord(value) && 'mode' in value ? value.value : value;
}

export function textOf(value: unknown, label: string): string {
	const given = valueInMode(value);
	const read = readText(given);
	if (read !== undefined) return read;
	throw new ParameterError(
		`The parameter '${label}' must be text, but the expression returned ${describeValue(given)}`,
		'Make the expression return a single value, e.g. one field of an object or one entry of a list',
	);
}

/** Format and control characters, and all white space except a plain blank. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const MOST_SHOWN = 200;

/** Writes out characters that a person can't see, and cuts long text, so that a message shows what the text is. */
export function visible(text: string): string {
	const shown = text.slice(0, MOST_SHOWN).replace(INVISIBLE, writtenOut);
	return text.length > MOST_SHOWN ? `${shown}…` : shown;
}

export function quoted(text: string): string {
	return `'${visible(text)}'`;
}

/** E.g. `<U+200B>`. */
function writtenOut(character: string): string {
	return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Joins the first names, e.g. `'A', 'B' and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.slice(0, most).map(quoted).join(', ')}${more}`;
}

/** Describes for a message what an expression returned. Quotes a string. */
export function describeValue(value: unknown): string {
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

/** Reads a switch. An expression can return it as text. */
export function flagOf(value: unknown): boolean {
	return value === true || textOrEmpty(value).toLowerCase() === 'true';
}

/** Whether a URL is complete: http or https, then a host, without white space or backslashes. */
export function isWebAddress(url: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) && URL.canParse(url);
}

/**
 * Reads a list that was chosen in the editor, or that an expression returned as an array, JSON, or text. Undefined if an entry isn't
 * text, because a filter without that entry could let everything through.
 *
 * @param isSplit whether text is split at commas and line breaks. Names can contain commas.
 */
export function entriesOf(value: unknown, isSplit: boolean): string[] | undefined {
	if (value === undefined || value === null) return [];
	const split = (text: string) => (isSplit ? text.split(/[,\n]/) : [text]);
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
