import { describe, expect, it } from 'vitest';

import { parseRequestTimestamp } from '../../../nodes/EnterpriseAssessmentTrigger/signature/requestTimestamp.ts';
import { TIMESTAMP_FORMS } from './support/signedDelivery.ts';

const INSTANT = Date.UTC(2026, 10, 1, 4, 14, 5);

describe('X-Request-Timestamp', () => {
	it.each(TIMESTAMP_FORMS)('$name', ({ write }) => {
		const parsed = parseRequestTimestamp(write(INSTANT));
		expect(Math.floor((parsed ?? 0) / 1_000)).toBe(INSTANT / 1_000);
	});

	it.each([
		`\t${INSTANT / 1_000} `,
		'sun, 01 nov 2026 04:14:05 gmt',
		// As .NET, Java, JavaScript and databases write it. Without a zone it is UTC.
		'11/01/2026 04:14:05 +00:00',
		'11/1/2026 4:14:05 AM',
		'11/1/2026 4:14:05 AM +00:00',
		'11/01/2026 05:44:05.0000000 +01:30',
		'2026-11-01 04:14:05 UTC',
		'2026/11/01 04:14:05',
		'Sunday, November 1, 2026 4:14:05 AM',
		'Sunday, 01 November 2026 04:14:05',
		'Sun Nov 01 2026 04:14:05 GMT+0000 (Coordinated Universal Time)',
		'Sun Nov  1 04:14:05 UTC 2026',
		'Sun, 01 Nov 2026 04:14:05',
		'Sat, 31 Oct 2026 20:14:05 PST',
	])('in any case, with any white space around it, in words or numbers, month first: %j', (text) => {
		expect(parseRequestTimestamp(text)).toBe(INSTANT);
	});

	it.each([
		['11/1/2026 4:14:05 PM', 16],
		['11/1/2026 12:14:05 AM', 0],
	])('in the afternoon and after midnight: %s', (text, hour) => {
		expect(parseRequestTimestamp(text)).toBe(Date.UTC(2026, 10, 1, hour, 14, 5));
	});

	it.each([
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
	])('refuses %j', (text) => {
		expect(parseRequestTimestamp(text)).toBeUndefined();
	});
});
