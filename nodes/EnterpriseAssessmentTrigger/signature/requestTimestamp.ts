import { parseIsoTimestamp } from '../../api/specification/isoTimestamp';

const SECONDS = /^\d{1,11}(?:\.\d+)?$/;
const MILLISECONDS = /^\d{12,14}(?:\.\d+)?$/;

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';

/** The three forms of RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete ones. */
const HTTP_DATES = [
	new RegExp(`^${DAY}, (?<day>\\d{2}) (?<month>${MONTH}) (?<year>\\d{4}) (?<time>${TIME}) GMT$`, 'i'),
	new RegExp(`^${DAY}[a-z]*, (?<day>\\d{2})-(?<month>${MONTH})-(?<year>\\d{2}) (?<time>${TIME}) GMT$`, 'i'),
	new RegExp(`^${DAY} (?<month>${MONTH}) (?<day>[ \\d]\\d) (?<time>${TIME}) (?<year>\\d{4})$`, 'i'),
];

/**
 * Reads X-Request-Timestamp, whose form the specification leaves open (Events: "timestamp string"): ISO 8601, Unix
 * seconds or milliseconds, with a fraction or without, or an HTTP date.
 *
 * @returns milliseconds since the epoch, or undefined when it is none of them
 */
export function parseRequestTimestamp(text: string): number | undefined {
	const trimmed = text.trim();
	if (SECONDS.test(trimmed)) return Math.floor(Number(trimmed) * 1_000);
	if (MILLISECONDS.test(trimmed)) return Math.floor(Number(trimmed));
	return parseIsoTimestamp(trimmed) ?? parseHttpDate(trimmed);
}

function parseHttpDate(text: string): number | undefined {
	const parts = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
	if (parts === undefined) return undefined;
	const { day = '', month, year = '', time } = parts;
	// A year of two digits belongs to this century: these timestamps are minutes old.
	const fullYear = year.length === 2 ? `20${year}` : year;
	const instant = Date.parse(`${day} ${month} ${fullYear} ${time} GMT`);
	return Number.isNaN(instant) ? undefined : instant;
}
