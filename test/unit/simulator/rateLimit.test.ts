import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestWindows, SPECIFIED_LIMITS } from '../../../simulator/http/rateLimit.ts';

const TWENTY_MINUTES = 20 * 60_000;

describe('RequestWindows', () => {
	it('accepts five in any second, and the sixth once the first is a second old', () => {
		const windows = new RequestWindows();
		for (const now of [0, 0, 300, 600, 999]) expect(windows.take(now, SPECIFIED_LIMITS).accepted).toBe(true);
		expect(windows.take(999, SPECIFIED_LIMITS)).toEqual({ accepted: false, retryAfterMs: 1 });
		expect(windows.take(1000, SPECIFIED_LIMITS).accepted).toBe(true);
		expect(windows.take(1000, SPECIFIED_LIMITS).accepted).toBe(true);
		expect(windows.take(1000, SPECIFIED_LIMITS)).toEqual({ accepted: false, retryAfterMs: 300 });
	});

	it('accepts 2000 in any 20 minutes and says how long the 2001st has to wait', () => {
		const windows = new RequestWindows();
		for (let index = 0; index < 2000; index++) {
			expect(windows.take(index * 200, SPECIFIED_LIMITS).accepted).toBe(true);
		}
		expect(windows.take(400_000, SPECIFIED_LIMITS)).toEqual({
			accepted: false,
			retryAfterMs: TWENTY_MINUTES - 400_000,
		});
		expect(windows.usage(400_000)).toEqual({ lastSecond: 4, last20Minutes: 2000 });
		expect(windows.take(TWENTY_MINUTES, SPECIFIED_LIMITS).accepted).toBe(true);
		expect(windows.take(TWENTY_MINUTES, SPECIFIED_LIMITS)).toEqual({ accepted: false, retryAfterMs: 200 });
	});

	it('lets no more than the limits through in any window, rejects only what would exceed them, and says when', () => {
		const limits = { perSecond: 3, per20Minutes: 10 };
		const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: TWENTY_MINUTES })), {
			maxLength: 60,
			size: 'max',
		});
		fc.assert(
			fc.property(gaps, (waits) => {
				const windows = new RequestWindows();
				const accepted: number[] = [];
				const fits = (now: number): boolean =>
					accepted.filter((at) => at > now - 1000).length < limits.perSecond &&
					accepted.filter((at) => at > now - TWENTY_MINUTES).length < limits.per20Minutes;
				let now = 0;
				for (const wait of waits) {
					now += wait;
					const decision = windows.take(now, limits);
					expect(decision.accepted).toBe(fits(now));
					if (decision.accepted) accepted.push(now);
					else {
						expect(fits(now + decision.retryAfterMs)).toBe(true);
						expect(fits(now + decision.retryAfterMs - 1)).toBe(false);
					}
				}
			}),
		);
	});

	it('forgets what lies ahead of a clock that was set back', () => {
		const windows = new RequestWindows();
		for (let index = 0; index < 5; index++) windows.take(10_000, SPECIFIED_LIMITS);
		expect(windows.take(5000, SPECIFIED_LIMITS).accepted).toBe(true);
	});
});
