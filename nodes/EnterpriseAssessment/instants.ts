import { tryToParseDateTime } from 'n8n-workflow';

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

export type Bound = 'After' | 'Before';

/** A day alone, or the midnight that n8n's date picker writes for one. */
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]00:00:00)?$/i;

/**
 * Reads a date as n8n passes it (ISO text from the editor, a Luxon `DateTime` or a `Date` from an expression) and returns
 * it as ISO 8601 with an offset, or undefined when it is none. A text without an offset is in the workflow's time zone.
 * Numbers are refused: whether they are seconds or milliseconds can't be known.
 *
 * @param bound what the date limits: 'Before' takes a day alone for its end, 'After' for its beginning
 */
export function toInstant(value: unknown, timezone: string, bound: Bound): string | undefined {
	// n8n's parser takes more that only resembles a date.
	const isDate = typeof value === 'string' ? ISO_DATE.test(value.trim()) : isDateObject(value);
	if (!isDate) return undefined;
	const isEndOfDay = bound === 'Before' && typeof value === 'string' && DAY.test(value.trim());
	try {
		const instant = tryToParseDateTime(value, timezone);
		return (isEndOfDay ? instant.endOf('day') : instant).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** A Luxon `DateTime` by its shape, because that of an expression may come from another copy of Luxon. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);
}
