import { tryToParseDateTime } from 'n8n-workflow';

const ISO_DATE = /^\d{4}-\d\d-(?<day>\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** E.g. `Sat, 21 Nov 2026 04:14:00 GMT`. */
const MAIL_DATE = /^(?:[a-z]{3}, )?(?<day>\d{1,2}) [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|GMT|UTC?|Z)$/i;

/**
 * Reads a date as n8n gives it (ISO text from the editor, a Luxon `DateTime` or a `Date` from an expression) and returns
 * it as ISO 8601 with an offset, or undefined when it is none. A text without an offset is in the workflow's time zone.
 * Numbers are refused: whether they are seconds or milliseconds can't be known.
 */
export function toInstant(value: unknown, timezone: string): string | undefined {
	const day = typeof value === 'string' ? writtenDay(value.trim()) : undefined;
	if (day === undefined && !isDateObject(value)) return undefined;
	try {
		const instant = tryToParseDateTime(value, timezone);
		// n8n's parser takes the 30th of February for the 2nd of March.
		if (day !== undefined && instant.day !== day) return undefined;
		return instant.toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** The day of the month in a text that has the form of a date; n8n's parser takes more that only resembles one. */
function writtenDay(text: string): number | undefined {
	const day = (ISO_DATE.exec(text) ?? MAIL_DATE.exec(text))?.groups?.day;
	return day === undefined ? undefined : Number(day);
}

/** A Luxon `DateTime` by its shape, because that of an expression may come from another copy of Luxon. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);
}
