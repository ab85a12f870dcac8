import { parseIsoTimestamp } from '../../api/specification/isoTimestamp';

const SECONDS = /^\d{1,11}(?:\.\d+)?$/;
const MILLISECONDS = /^\d{12,14}(?:\.\d+)?$/;

/** RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. Nothing may write the two obsolete forms any more. */
const HTTP_DATE = /^[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/i;

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
	const instant = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? undefined : instant;
}
