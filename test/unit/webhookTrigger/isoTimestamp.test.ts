import { describe, expect, it } from 'vitest';

import { parseIsoTimestamp } from '../../../nodes/api/isoTimestamp.ts';

describe('parseIsoTimestamp', () => {
	it.each([
		['2026-11-21T04:14:05Z', Date.UTC(2026, 10, 21, 4, 14, 5)],
		['2026-11-21T04:14:05', Date.UTC(2026, 10, 21, 4, 14, 5)],
		['2026-11-21 04:14:05z', Date.UTC(2026, 10, 21, 4, 14, 5)],
		['2026-11-21T04:14Z', Date.UTC(2026, 10, 21, 4, 14)],
		['2026-11-21T04:14:05.1Z', Date.UTC(2026, 10, 21, 4, 14, 5, 100)],
		['2026-11-21T04:14:05,12+00:00', Date.UTC(2026, 10, 21, 4, 14, 5, 120)],
		['2026-11-21T04:14:05.1239999+05:30', Date.UTC(2026, 10, 20, 22, 44, 5, 123)],
		['2026-11-21T04:14:05.123456789-0330', Date.UTC(2026, 10, 21, 7, 44, 5, 123)],
		['2026-11-21T04:14:05+02', Date.UTC(2026, 10, 21, 2, 14, 5)],
		[' 2026-11-21T04:14:05 Z\n', Date.UTC(2026, 10, 21, 4, 14, 5)],
	])('%s', (text, instant) => {
		expect(parseIsoTimestamp(text)).toBe(instant);
	});

	it.each([
		'',
		'2026-11-21',
		'2026-13-21T04:14:05Z',
		'2026-11-21T25:14:05Z',
		'2026-11-21T04:14:05Zjunk',
		'2026-11-21T04:14:05xZ',
		'1795234445',
	])('refuses %j', (text) => {
		expect(parseIsoTimestamp(text)).toBeUndefined();
	});
});
