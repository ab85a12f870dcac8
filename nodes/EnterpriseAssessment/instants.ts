import { tryToParseDateTime } from 'n8n-workflow';

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads a date as n8n gives it (ISO text from the editor, a Luxon `DateTime` or a `Date` from an expression) and returns
 * it as ISO 8601 with an offset, or undefined when it is none. A text without an offset is in the workflow's time zone.
 * Numbers are refused: whether they are seconds or milliseconds can't be known.
 */
export function toInstant(value: unknown, timezone: string): string | undefined {
	// n8n's parser takes more that only resembles a date.
	const isDate = typeof value === 'string' ? ISO_DATE.test(value.trim()) : isDateObject(value);
	if (!isDate) return undefined;
	try {
		return tryToParseDateTime(value, timezone).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** A Luxon `DateTime` by its shape, because that of an expression may come from another copy of Luxon. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);
}
