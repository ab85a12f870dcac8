import { tryToParseDateTime } from 'n8n-workflow';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;
/** E.g. `Sat, 21 Nov 2026 04:14:00 GMT`. */
const MAIL_DATE = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} /i;

/**
 * Reads a date as n8n gives it (ISO text from the editor, a Luxon `DateTime` or a `Date` from an expression) and returns
 * it as ISO 8601 with an offset, or undefined when it is none. A text without an offset is in the workflow's time zone.
 * Numbers are refused: whether they are seconds or milliseconds can't be known.
 */
export function toInstant(value: unknown, timezone: string): string | undefined {
	const looksLikeDate =
		typeof value === 'string'
			? ISO_DATE.test(value.trim()) || MAIL_DATE.test(value.trim())
			: typeof value === 'object' && value !== null;
	if (!looksLikeDate) return undefined;
	try {
		return tryToParseDateTime(value, timezone).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}
