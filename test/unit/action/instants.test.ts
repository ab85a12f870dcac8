import { tryToParseDateTime } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { onOr } from '../../../nodes/EnterpriseAssessment/dates.ts';
import { UserError } from '../../../nodes/shared/parameters/parameter.ts';

const BERLIN = 'Europe/Berlin';

const read = (value: unknown, timezone: string, bound: 'After' | 'Before') =>
	onOr('Started', bound).read(value, { getNodeParameter: () => value, getTimezone: () => timezone }, 'startedOn');

/** A Luxon `DateTime`, as an expression returns it. */
const dateTime = tryToParseDateTime;
const NO_ZONE = dateTime('2026-11-21', 'UTC').setZone('No/Zone');

it.each<[value: unknown, timezone: string, from: string, until?: string]>([
	['2028-02-29', BERLIN, '2028-02-29T00:00:00.000+01:00', '2028-02-29T23:59:59.999+01:00'],
	[' 2026-11-30 ', 'America/New_York', '2026-11-30T00:00:00.000-05:00', '2026-11-30T23:59:59.999-05:00'],
	['2026-11-30 00:00:00', BERLIN, '2026-11-30T00:00:00.000+01:00', '2026-11-30T23:59:59.999+01:00'],
	['2026-11-30T00:00:00', 'Asia/Kathmandu', '2026-11-30T00:00:00.000+05:45', '2026-11-30T23:59:59.999+05:45'],
	// On this day, the clock goes back, so the day has 25 hours.
	['2026-10-25', BERLIN, '2026-10-25T00:00:00.000+02:00', '2026-10-25T23:59:59.999+01:00'],
	// The clock skips this hour.
	['2026-03-29T02:30:00', BERLIN, '2026-03-29T03:30:00.000+02:00'],
	['2026-11-21 04:14', BERLIN, '2026-11-21T04:14:00.000+01:00'],
	[' 2026-11-30T00:00:01 ', BERLIN, '2026-11-30T00:00:01.000+01:00'],
	['2026-11-21T04:14:00.1234567-03:30', BERLIN, '2026-11-21T04:14:00.123-03:30'],
	['2026-11-30 00:00:00.000 +01:00', BERLIN, '2026-11-30T00:00:00.000+01:00'],
	[dateTime('2026-11-21', 'Asia/Tokyo'), BERLIN, '2026-11-21T00:00:00.000+09:00'],
	[new Date('2026-11-21T04:14:00Z'), BERLIN, '2026-11-21T05:14:00.000+01:00'],
])("the date %s in %s means %s, and 'On or Before' a whole day means its end", (...row) => {
	const [value, timezone, from, until = from] = row;
	expect([read(value, timezone, 'After'), read(value, timezone, 'Before')]).toEqual([from, until]);
});

const badZone = (zone: string) =>
	`The workflow's time zone ('${zone}') isn't valid. Choose one in the workflow's settings`;
const USE_SUCH: unknown = expect.stringMatching(/^Use a date such as [^']+$/);

type Refused = [timezone: string, day: unknown, description: unknown];

it.each<Refused>([
	['', '2026-11-30', badZone('')],
	['Europe/Munich', new Date(0), badZone('Europe/Munich')],
	[BERLIN, ' 2026-11-31', 'November 2026 has 30 days'],
	['', '2026-02-29T10:00:00+01:00', 'February 2026 has 28 days'],
	...['2026-14-31', '2026-11-00', '31 Nov', { isLuxonDateTime: true }].map((day): Refused => [BERLIN, day, USE_SUCH]),
])('in the time zone %j, a date filter refuses %j, and says why: %s', (timezone, day, description) => {
	const given = typeof day === 'string' ? `'${day}'` : 'an object';
	const message = `The parameter 'Started On or After' must be a date, but got ${given}`;
	expect(() => read(day, timezone, 'After')).toThrow(expect.objectContaining({ message, description }));
	expect(read(' ', timezone, 'After')).toBeUndefined();
});

it.each<[what: string, values: unknown[]]>([
	['part of a date', ['2026', '2026-11', '20261121', '21 Nov 2026']],
	['a number', ['5', '1700000000000', 5, 1_700_000_000_000, Number.NaN]],
	['an impossible date', ['2026-13-01', '2026-11-32', '2026-00-01', '2026-11-21T25:00', '2026-11-21T04:61:00']],
	['more than a date', ['2026-11-21junk', '2026-11-21 04:14 pm', '2026-11-21T04:14:00 (Berlin)']],
	["a country's own format", ['21.11.2026', '11/21/2026', 'Sat, 21 Nov 2026 04:14:00 GMT']],
	['a value of a different type', [true, [5], ['2026-11-21'], {}, { toString: () => '2026-11-21' }]],
	['a broken date', [{ isLuxonDateTime: true }, new Date(Number.NaN), NO_ZONE]],
])('a date filter refuses %s: %o', (_what, values) => {
	for (const value of values) expect(() => read(value, BERLIN, 'After')).toThrow(UserError);
});
