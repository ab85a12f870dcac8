import { tryToParseDateTime } from 'n8n-workflow';

import { isRecord } from '../api/specification/responses';
import { parseIsoTimestamp } from '../api/specification/values';
import { isEmpty, type Kind, mustBe, UserError } from '../shared/parameters/parameter';

type Bound = 'After' | 'Before';

/** A filter such as 'Completed On or After', as ISO 8601 with an offset. Undefined if it isn't filled in. */
export function onOr(
	verb: 'Assigned' | 'Completed' | 'Started',
	bound: Bound,
	more: { hint?: string; default?: string } = {},
): Kind<string | undefined> {
	const displayName = `${verb} On or ${bound}`;
	const description = `Only assessments ${verb.toLowerCase()} at or ${bound.toLowerCase()} this time. A date without a time includes the whole day.`;
	return {
		field: { displayName, type: 'dateTime', default: '', description, ...more },
		read(value, source) {
			const given = typeof value === 'string' ? value.trim() : value;
			if (isEmpty(given)) return undefined;
			const timezone = source.getTimezone();
			const parsed = toInstant(given, timezone, bound);
			if (parsed !== undefined) return parsed;
			throw new UserError(mustBe(displayName, 'a date', value), whyNoDate(given, timezone));
		},
	};
}

function whyNoDate(given: unknown, timezone: string): string {
	if (isDate(given) && toInstant('2026-11-21', timezone, 'After') === undefined)
		return `The workflow's time zone ('${timezone}') isn't valid. Choose one in the workflow's settings`;
	const example =
		'Use a date such as 2026-11-21 or 2026-11-21T04:14:00+01:00, or an expression such as {{ $now.minus({ weeks: 1 }) }}';
	const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)/.exec(typeof given === 'string' ? given : '') ?? [];
	const end = new Date(Date.UTC(Number(year), Number(month), 0));
	if (!(Number(day) > end.getUTCDate())) return example;
	return `${end.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })} has ${end.getUTCDate()} days`;
}

/** A date without a time, or with the midnight that n8n's date picker adds. */
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]00:00:00)?$/i;

/** Reads a date, which without a time means the day's beginning ('After') or end ('Before'). A number could be seconds or milliseconds. */
function toInstant(value: unknown, timezone: string, bound: Bound): string | undefined {
	// n8n's parser also accepts text that only resembles a date, and takes November 31 as December 1.
	if (!isDate(value)) return undefined;
	const isEndOfDay = bound === 'Before' && typeof value === 'string' && DAY.test(value);
	try {
		const parsed = tryToParseDateTime(value, timezone);
		return (isEndOfDay ? parsed.endOf('day') : parsed).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** Writes the day of an instant, which is in ms since the epoch, e.g. `2026-11-01`. It's in UTC if n8n's time zone isn't valid. */
export function dayOf(instant: number, timezone: string): string {
	const date = new Date(instant);
	return (toInstant(date, timezone, 'After') ?? date.toISOString()).slice(0, 10);
}

/** Whether a value is a date, with or without a time. If it's text, its day must be in the calendar. */
function isDate(value: unknown): boolean {
	// An expression can use a different copy of Luxon.
	if (typeof value !== 'string') return value instanceof Date || (isRecord(value) && 'isLuxonDateTime' in value);
	const day = value.slice(0, 10);
	const midnight = parseIsoTimestamp(`${day}T00:00`);
	if (midnight === undefined || !new Date(midnight).toISOString().startsWith(day)) return false;
	return value === day || parseIsoTimestamp(value) !== undefined;
}
