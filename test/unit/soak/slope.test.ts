import { describe, expect, it } from 'vitest';

import { slopeOf } from '../../soak/slope.ts';

const line = (...megabytes: number[]) => megabytes.map((value, index) => ({ hours: index / 2, megabytes: value }));

describe('slopeOf', () => {
	it.each([
		['flat', line(300, 300, 300, 300), 0, 0],
		['growing by 5 in half an hour', line(300, 305, 310, 315), 10, 0],
		['shrinking', line(310, 300, 290), -20, 0],
		// Deviations 1, -1, -1, 1 from the mean: the line is flat and misses each by 1; sqrt(4 / 2 / 1.25).
		['noise around a flat line', line(301, 299, 299, 301), 0, Math.sqrt(1.6)],
	])('%s', (_, points, megabytesPerHour, standardError) => {
		expect(slopeOf(points)?.megabytesPerHour).toBeCloseTo(megabytesPerHour, 9);
		expect(slopeOf(points)?.standardError).toBeCloseTo(standardError, 9);
	});

	it('two points say nothing', () => {
		expect(slopeOf(line(300, 400))).toBeUndefined();
	});
});
