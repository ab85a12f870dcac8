import { describe, expect, it } from 'vitest';

import { afterAccepted, afterRefused, allowanceMs, UNKNOWN_TRAVEL } from '../../../nodes/api/pacing/travel.ts';

describe('allowanceMs', () => {
	it.each([
		['arrives at once: a gap for others alone', 0, 400, 15],
		['the way there differs: what this round took more than the shortest', 1, 400, 303],
		['half of the round is the way there', 0.5, 400, 153],
		['nothing is known: the whole round', 2, 400, 403],
		['a round as short as any', 1, 100, 15],
		['a service that thinks for a minute', 1, 60_000, 1_903],
		['no answer yet', 1, undefined, 1_903],
	])('%s', (_what, share, roundMs, allowance) => {
		expect(allowanceMs({ ...UNKNOWN_TRAVEL, share, shortestMs: 100 }, roundMs)).toBe(allowance);
	});

	it('is most of the round at first, and shrinks while nothing is refused', () => {
		expect(allowanceMs(UNKNOWN_TRAVEL, 200)).toBe(163);
		let travel = UNKNOWN_TRAVEL;
		let before = 163;
		for (let answer = 0; answer < 300; answer += 1) {
			travel = afterAccepted(travel, 100 + (answer % 5) * 25);
			const allowance = allowanceMs(travel, 200);
			expect(allowance).toBeLessThanOrEqual(before);
			before = allowance;
		}
		expect(before).toBe(15);
		expect(allowanceMs(afterRefused(travel, 150), 400)).toBeGreaterThan(allowanceMs(travel, 400));
	});
});
