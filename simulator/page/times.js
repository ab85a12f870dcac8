/** How moments and spans are told. Times are milliseconds since 1970; no clock is read here. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "just now", "12 s ago", "in 3 days"; whole units, rounded down.
 *
 * @param {number} at
 * @param {number} now
 */
export function relativeTime(at, now) {
	const span = Math.abs(now - at);
	const told = span < SECOND ? 'just now' : spanText(span);
	if (told === 'just now') return told;
	return at <= now ? `${told} ago` : `in ${told}`;
}

/** @param {number} span in ms, at least a second */
function spanText(span) {
	if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
	if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
	if (span < 2 * DAY) return `${Math.floor(span / HOUR)} h`;
	return `${Math.floor(span / DAY)} days`;
}

/**
 * The time of day, in the time zone of whoever looks at it.
 *
 * @param {number} at
 */
export function timeOfDay(at) {
	const date = new Date(at);
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Milliseconds since 1970 of a timestamp of the service (seven digits of a second, an offset), or null.
 *
 * @param {string | null | undefined} timestamp
 */
export function momentOf(timestamp) {
	const at = Date.parse(timestamp ?? '');
	return Number.isNaN(at) ? null : at;
}

/**
 * @param {number | null} milliseconds
 */
export function durationText(milliseconds) {
	if (milliseconds === null) return '';
	return milliseconds < SECOND ? `${Math.round(milliseconds)} ms` : `${(milliseconds / SECOND).toFixed(1)} s`;
}
