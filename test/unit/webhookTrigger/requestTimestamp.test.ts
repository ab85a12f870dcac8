import { describe, expect, it } from 'vitest';

import { parseRequestTimestamp } from '../../../nodes/EnterpriseAssessmentTrigger/signature/requestTimestamp.ts';
import { TIMESTAMP_FORMS } from './support/signedDelivery.ts';

const INSTANT = Date.UTC(2026, 10, 1, 4, 14, 5);

describe('X-Request-Timestamp', () => {
	it.each(TIMESTAMP_FORMS)('$name', ({ write }) => {
		const parsed = parseRequestTimestamp(write(INSTANT));
		expect(Math.floor((parsed ?? 0) / 1_000)).toBe(INSTANT / 1_000);
	});

	it.each([`\t${INSTANT / 1_000} `, 'sun, 01 nov 2026 04:14:05 gmt'])(
		'in any case, with any white space around it: %j',
		(text) => {
			expect(parseRequestTimestamp(text)).toBe(INSTANT);
		},
	);

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
		'11/01/2026 04:14:05',
		'Sun, 01 Nov 2026 04:14:05 PST',
		'Sun, 01 Nov 2026 04:14:05',
		'Sunday, 01-Nov-26 04:14:05 GMT',
		'Sun Nov  1 04:14:05 2026',
		'Sun, 41 Nov 2026 04:14:05 GMT',
	])('refuses %j', (text) => {
		expect(parseRequestTimestamp(text)).toBeUndefined();
	});
});
