import { type INodeProperties, tryToParseDateTime } from 'n8n-workflow';

import { isEmpty, textOrEmpty } from '../shared/parameters';
import { type ItemContext, itemError } from './operation';

export type Bound = 'After' | 'Before';
export type PeriodVerb = 'Assigned' | 'Completed' | 'Started';

/** Two filters such as 'Completed On or After' (`completedOnOrAfter`) and 'Completed On or Before'. */
export function periodFields(verb: PeriodVerb): [onOrAfter: INodeProperties, onOrBefore: INodeProperties] {
	const verbed = verb.toLowerCase();
	const field = (bound: Bound): INodeProperties => ({
		displayName: `${verb} On or ${bound}`,
		name: `${verbed}OnOr${bound}`,
		type: 'dateTime',
		default: '',
		description: `Only assessments ${verbed} at or ${bound.toLowerCase()} this time. A date without a time includes the whole day.`,
	});
	return [field('After'), field('Before')];
}

/** Returns a date parameter as ISO 8601 with an offset, or undefined if it isn't filled in. */
export function dateValue(item: ItemContext, value: unknown, label: string, bound: Bound): string | undefined {
	if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return undefined;
	const parsed = toInstant(value, item.context.getTimezone(), bound);
	if (parsed !== undefined) return parsed;
	throw itemError(
		item,
		`The parameter '${label}' isn't a date: ${textOrEmpty(value) || typeof value}`,
		"Use a date such as 2026-11-21 or 2026-11-21T04:14:00+01:00, or an expression such as {{ $now.minus({ weeks: 1 }) }}. A date without an offset is in the workflow's time zone",
	);
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** A date without a time, or with the midnight that n8n's date picker adds. */
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]00:00:00)?$/i;

/**
 * Reads ISO text, or a Luxon `DateTime` or a `Date` from an expression. Text without an offset is in the workflow's time zone.
 * A date without a time means the beginning ('After') or the end ('Before') of that day. Numbers are rejected, because they can be
 * seconds or milliseconds.
 *
 * @returns undefined for anything that isn't a date
 */
export function toInstant(value: unknown, timezone: string, bound: Bound): string | undefined {
	// n8n's parser also accepts text that only resembles a date.
	const isDate = typeof value === 'string' ? ISO_DATE.test(value.trim()) : isDateObject(value);
	if (!isDate) return undefined;
	const isEndOfDay = bound === 'Before' && typeof value === 'string' && DAY.test(value.trim());
	try {
		const parsed = tryToParseDateTime(value, timezone);
		return (isEndOfDay ? parsed.endOf('day') : parsed).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** Recognizes a Luxon `DateTime` by its shape, because an expression can use a different copy of Luxon. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);
}
