import { parseIsoTimestamp } from '../../api/specification/responses';

const SECONDS = /^\d{1,11}(?:\.\d+)?$/;
const MILLISECONDS = /^\d{12,14}(?:\.\d+)?$/;
const YEAR_IN_FULL = /\b\d{4}\b/;
const TIME_OF_DAY = /\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?: [AP]M\b)?(?<zone> ?[+\-A-Z])?/i;

/**
 * Reads X-Request-Timestamp, whose form is left open (specification: Signature): ISO 8601, Unix seconds or milliseconds, or a
 * date with a time of day as commonly written. Returns milliseconds since the epoch.
 */
export function parseRequestTimestamp(text: string): number | undefined {
	const trimmed = text.trim();
	if (SECONDS.test(trimmed)) return Math.floor(Number(trimmed) * 1_000);
	if (MILLISECONDS.test(trimmed)) return Math.floor(Number(trimmed));
	return parseIsoTimestamp(trimmed) ?? parseWritten(trimmed);
}

/**
 * Reads what .NET, HTTP and others write: `11/21/2026 4:14:05 AM`, `2026-11-21 04:14:05 UTC`, `Sat, 21 Nov 2026 04:14:05 GMT`.
 * The month comes before the day. A time without a zone is UTC, whatever the zone of this machine.
 */
function parseWritten(text: string): number | undefined {
	const time = TIME_OF_DAY.exec(text);
	if (time === null || !YEAR_IN_FULL.test(text)) return undefined;
	const instant = Date.parse(time.groups?.zone === undefined ? `${text} UTC` : text);
	return Number.isNaN(instant) ? undefined : instant;
}
