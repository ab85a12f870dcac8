import { expect, it } from 'vitest';

import { parseRequestTimestamp } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import { parseIsoTimestamp } from '../../../nodes/api/specification/responses.ts';
import { TIMESTAMP_FORMS } from './support/signedDelivery.ts';

const INSTANT = Date.UTC(2026, 10, 1, 4, 14, 5);

it.each(TIMESTAMP_FORMS)('a timestamp can be $name', ({ write }) => {
	expect(Math.floor((parseRequestTimestamp(write(INSTANT)) ?? 0) / 1_000)).toBe(INSTANT / 1_000);
});

it.each([
	`\t${INSTANT / 1_000} `,
	'sun, 01 nov 2026 04:14:05 gmt',
	`${INSTANT}.25`,
	'11/01/2026 05:14:05+01:00',
	'11/1/2026 4:14:05 AM',
	'11/1/2026 4:14:05 AM +00:00',
	'11/01/2026 05:44:05.0000000 +01:30',
	'2026-11-01 04:14:05 UTC',
	'2026/11/01 04:14:05',
	'Sunday, November 1, 2026 4:14:05 AM',
	'Sun Nov 01 2026 04:14:05 GMT+0000 (Coordinated Universal Time)',
	'Sun Nov  1 04:14:05 UTC 2026',
	'Sun, 01 Nov 2026 04:14:05',
	'Sat, 31 Oct 2026 20:14:05 PST',
])(
	'a timestamp is read in any case, with white space around it, month first, and as UTC if it has no zone: %j',
	(text) => {
		expect(parseRequestTimestamp(text)).toBe(INSTANT);
	},
);

it.each([
	['11/1/2026 4:14:05 PM', Date.UTC(2026, 10, 1, 16, 14, 5)],
	['11/1/2026 12:14:05 AM', Date.UTC(2026, 10, 1, 0, 14, 5)],
])('the timestamp %j is read as an afternoon hour or as the hour after midnight', (text, instant) => {
	expect(parseRequestTimestamp(text)).toBe(instant);
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

it.each([
	'2026-13-21T04:14:05Z',
	'2026-11-21T04:14:05Zjunk',
	'x2026-11-21T04:14:05Z',
	'2026-11-21T04:14:05xZ',
	'20261121041405x',
	'20261321T041405Z',
	'',
	'now',
	'1795234445.',
	'.5',
	'-1795234445',
	'1795234445s',
	'0x6b018a4d',
	'179523444500000',
	'2026-11-01',
	'2026-02-30T25:00:00Z',
	'21/11/2026 04:14:05',
	'11/01/26 04:14:05',
	'11/01/2026',
	'11/01/2026 04:14',
	'11/01/2026 25:14:05',
	'11/01/2026 04:14:05 XYZ',
	'Sunday, 01-Nov-26 04:14:05 GMT',
	'Sun, 41 Nov 2026 04:14:05 GMT',
])('the timestamp %j is refused', (text) => {
	expect(parseIsoTimestamp(text)).toBeUndefined();
	expect(parseRequestTimestamp(text)).toBeUndefined();
});
