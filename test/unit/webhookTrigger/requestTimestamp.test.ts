import { expect, it } from 'vitest';

import { parseRequestTimestamp } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import { parseIsoTimestamp } from '../../../nodes/api/specification/values.ts';
import { TIMESTAMP_FORMS } from './support/signedDelivery.ts';

const INSTANT = Date.UTC(2026, 10, 1, 4, 14, 5);

it.each(TIMESTAMP_FORMS)('a timestamp is read if it is $name', ({ write }) => {
	expect(Math.floor((parseRequestTimestamp(write(INSTANT)) ?? 0) / 1_000)).toBe(INSTANT / 1_000);
});

it.each([
	[`\t${INSTANT / 1_000} `, 4],
	['sun, 01 nov 2026 04:14:05 gmt', 4],
	[`${INSTANT}.25`, 4],
	['11/01/2026 05:14:05+01:00', 4],
	['11/1/2026 4:14:05 AM', 4],
	['11/1/2026 4:14:05 PM', 16],
	['11/1/2026 12:14:05 AM', 0],
	['11/1/2026 4:14:05 AM +00:00', 4],
	['11/01/2026 05:44:05.0000000 +01:30', 4],
	['2026/11/01 04:14:05', 4],
	['Sunday, November 1, 2026 4:14:05 AM', 4],
	['Sun Nov 01 2026 04:14:05 GMT+0000 (Coordinated Universal Time)', 4],
	['Sun Nov  1 04:14:05 UTC 2026', 4],
	['Sun, 01 Nov 2026 04:14:05', 4],
	['Sat, 31 Oct 2026 20:14:05 PST', 4],
])('a timestamp is read in upper or lower case, month first, by default as UTC: %j means %i:14:05', (text, hour) => {
	expect(parseRequestTimestamp(text)).toBe(Date.UTC(2026, 10, 1, hour, 14, 5));
});

it.each([
	['2026-11-21 04:14:05z', Date.UTC(2026, 10, 21, 4, 14, 5)],
	['2026-11-21T04:14Z', Date.UTC(2026, 10, 21, 4, 14)],
	['2026-11-21T04:14:05,12+00:00', Date.UTC(2026, 10, 21, 4, 14, 5, 120)],
	['2026-11-21T04:14:05.1239999+05:30', Date.UTC(2026, 10, 20, 22, 44, 5, 123)],
	['2026-11-21T04:14:05.123456789-0330', Date.UTC(2026, 10, 21, 7, 44, 5, 123)],
	['2026-11-21T04:14:05+02', Date.UTC(2026, 10, 21, 2, 14, 5)],
	['20261121T041405.25+0100', Date.UTC(2026, 10, 21, 3, 14, 5, 250)],
	[' 2026-11-21T04:14:05.1 Z\n', Date.UTC(2026, 10, 21, 4, 14, 5, 100)],
])('the ISO 8601 timestamp %j is read to the millisecond', (text, instant) => {
	expect(parseIsoTimestamp(text)).toBe(instant);
	expect(parseRequestTimestamp(text)).toBe(instant);
});

it.each<[what: string, texts: string[]]>([
	['a number that is too large', ['179523444500000']],
	['an impossible ISO 8601 date or time', ['2026-13-21T04:14:05Z', '20261321T041405Z', '2026-02-30T25:00:00Z']],
	['ISO 8601 with other characters', ['2026-11-21T04:14:05Zjunk', 'x2026-11-21T04:14:05Z', '2026-11-21T04:14:05xZ']],
	['text like a number', ['20261121041405x', '1795234445.', '.5', '-1795234445', '1795234445s', '0x6b018a4d']],
	['text without a complete date and time', ['', 'now', '2026-11-01', '11/01/2026', '11/01/2026 04:14']],
	['an impossible date or time', ['21/11/2026 04:14:05', '11/01/2026 25:14:05', 'Sun, 41 Nov 2026 04:14:05 GMT']],
	['in an unknown time zone', ['11/01/2026 04:14:05 XYZ']],
	['a date with a two-digit year', ['11/01/26 04:14:05', 'Sunday, 01-Nov-26 04:14:05 GMT']],
])("a timestamp can't be read if it is %s", (_what, texts) => {
	for (const text of texts)
		expect([parseIsoTimestamp(text), parseRequestTimestamp(text)], text).toEqual([undefined, undefined]);
});
