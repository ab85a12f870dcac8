import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimestamp, instantOf, parseInstant } from '../../../simulator/timestamps.ts';

const NOON = Date.UTC(2021, 10, 5, 12, 0, 0);

describe('parseInstant', () => {
	it.each<[string, number, number?]>([
		['2021-11-05T12:00:00Z', NOON],
		['2021-11-05T12:00:00.1234567Z', NOON + 123, 4567],
		['2021-11-05T12:00:00.99999999Z', NOON + 999, 9999],
		['2021-11-05T12:00:00,5Z', NOON + 500],
		['2021-11-05T14:00:00+02:00', NOON],
		['2021-11-05T14:00:00.000+0200', NOON],
		['2021-11-05T06:30:00-05:30', NOON],
		['2021-11-05T12:00', NOON],
		['2021-11-05', NOON - 12 * 3_600_000],
	])('reads %s', (text, ms, ticks = 0) => {
		expect(parseInstant(text)).toBe(BigInt(ms) * 10_000n + BigInt(ticks));
	});

	it('refuses impossible dates and other formats', () => {
		const impossible = ['2021-02-29', '2021-13-01', '2021-11-05T24:00:00Z', '2021-11-05T12:60:00Z'];
		const strange = ['', 'yesterday', '05.11.2021', '1636113600000', ' 2021-11-05', '2021-11-05Z'];
		const others = ['2021-11-05T12:00:00+24:00', '2021-11-05T12:00:00Zulu'];
		expect([...impossible, ...strange, ...others].filter((text) => parseInstant(text) !== null)).toEqual([]);
	});

	it('reads the output of formatTimestamp at any offset', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 86_400_000, max: 4_000_000_000_000 }),
				fc.integer({ min: -840, max: 840 }),
				(at, offset) => {
					const text = formatTimestamp(at, offset);
					expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}[+-]\d\d:\d\d$/);
					expect(parseInstant(text)).toBe(instantOf(at));
					expect(Date.parse(text)).toBe(at);
				},
			),
		);
	});
});
