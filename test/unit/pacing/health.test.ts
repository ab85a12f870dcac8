import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Health } from '../../../nodes/api/pacing/health.ts';
import type { Answer } from '../../../nodes/api/pacing/slots.ts';

type Sign = Answer['sign'];

/** Ends a request. */
function settle(under: Health, sign: Sign, now = 0, endpoint = 'getScore'): void {
	under.settle({ status: undefined, sign }, endpoint, now);
}

/** One whose address has answered before, unless it's a stranger. */
function health(...signs: Sign[]) {
	const under = new Health(() => 1, { hasAnswered: true });
	for (const sign of signs) settle(under, sign);
	return under;
}

/** Who waited already, and has the usual patience. */
const EARLY = { joinedAt: -Infinity, patienceMs: 50_000 };
const NEWCOMER = { joinedAt: Infinity, patienceMs: 50_000 };

function probe(under: Health, now: number, sign: Sign, retryAfterMs = 0): void {
	under.probe();
	under.settle({ status: undefined, sign, retryAfterMs }, undefined, now);
}

describe('a service is suspected', () => {
	it.each<[signs: Sign[], isSuspect: boolean]>([
		[['fails', 'fails'], false],
		[['fails', 'fails', 'fails'], true],
		[['fails', 'fails', 'works', 'fails'], false],
		[['fails', undefined, 'fails', undefined, 'fails'], true],
		[['silent'], true],
		[['silent', 'works'], false],
	])('after three failures in a row or one time-out: %j', (signs, isSuspect) => {
		expect(health(...signs).isSuspect(0)).toBe(isSuspect);
	});

	it('after twenty once a probe was answered, and after three again once another request was', () => {
		const under = health('fails', 'fails', 'fails');
		probe(under, 0, 'works');
		const fail = (times: number) => {
			for (let time = 0; time < times; time += 1) settle(under, 'fails');
			return under.isSuspect(0);
		};
		expect([fail(19), fail(1)]).toEqual([false, true]);
		settle(under, 'works');
		expect([fail(2), fail(1)]).toEqual([false, true]);
	});

	it('not anymore after a minute without any sign', () => {
		const under = health('fails', 'fails', 'fails');
		probe(under, 1_000, 'fails');
		expect([under.isSuspect(60_999), under.isSuspect(61_000)]).toEqual([true, false]);
		settle(under, 'fails', 70_000);
		expect([under.isSuspect(70_000), under.awayMs(99_000)]).toEqual([false, 61_000]);
	});
});

it('probes come one at a time, with growing pauses, later if the service asks, and soon for those who join', () => {
	const under = health('fails', 'fails', 'fails');
	expect(under.probeAt(EARLY)).toBeLessThanOrEqual(0);
	under.probe();
	expect([under.probeAt(EARLY), under.probeAt(NEWCOMER)]).toEqual([Infinity, Infinity]);
	under.settle({ status: undefined, sign: 'fails' }, undefined, 0);
	const pauses = [1_000, 2_000, 4_000, 5_000, 5_000].map((pause) => {
		const [before, newcomer] = [under.probeAt(EARLY), under.probeAt(NEWCOMER)];
		probe(under, before, 'fails');
		return [pause === under.probeAt(EARLY) - before, newcomer - before <= 0];
	});
	expect(pauses.flat()).toEqual(Array(10).fill(true));
	const now = under.probeAt(EARLY);
	probe(under, now, 'fails', 8_000);
	expect([under.probeAt(EARLY) - now, under.probeAt(NEWCOMER) - now]).toEqual([8_000, 500]);
	probe(under, now, 'fails', 3_600_000);
	expect(under.probeAt(EARLY) - now).toBe(10_000);
	// One that was refused or canceled found out nothing, and another follows.
	probe(under, now, undefined);
	expect(under.probeAt(EARLY) - now).toBe(10_000);
});

it('everyone gives up after a last probe when their own patience ends, and sooner if the address never answered', () => {
	const [known, stranger] = [health('fails', 'fails', 'fails'), new Health(() => 1, { hasAnswered: false })];
	for (let failures = 0; failures < 3; failures += 1) settle(stranger, 'fails');
	expect(known.isOver(0, 60_000)).toBe(false);
	for (const now of [10, 2_000, 3_900]) for (const under of [known, stranger]) probe(under, now, 'fails');
	const attended = { joinedAt: 0, patienceMs: 5_000 };
	expect([known.probeAt(attended), known.probeAt(EARLY)]).toEqual([5_000, 5_900]);
	expect(known.isOver(5_000, 5_500)).toBe(false);
	expect(stranger.probeAt(EARLY)).toBe(4_400);
	for (const under of [known, stranger]) probe(under, 5_000, 'fails');
	expect([known.isOver(5_000, 5_000), known.isOver(5_001, 5_000)]).toEqual([true, false]);
	expect(stranger.isOver(50_000, 5_000)).toBe(true);
	stranger.probe();
	expect(stranger.isOver(0, 5_000)).toBe(false);
	stranger.settle({ status: 503, sign: 'fails' }, undefined, 6_000);
	expect([stranger.isOver(50_000, 6_000), stranger.isOver(6_000, 6_000)]).toEqual([false, true]);
});

it('an endpoint fails alone after twenty failures of it, until it works or the service turns out to be away', () => {
	const under = health(...Array<Sign>(20).fill('fails'));
	expect([under.isFailingAlone('getScore'), under.isFailingAlone('assign')]).toEqual([true, false]);
	probe(under, 0, 'works');
	expect(under.isFailingAlone('getScore')).toBe(true);
	settle(under, 'works', 0, 'assign');
	expect(under.isFailingAlone('getScore')).toBe(true);
	settle(under, 'works');
	expect(under.isFailingAlone('getScore')).toBe(false);
	const away = health(...Array<Sign>(20).fill('fails'));
	probe(away, 0, 'fails');
	expect(away.isFailingAlone('getScore')).toBe(false);
});

it('whatever happens, an outage is found soon, is never made up, and ends with the first answer', () => {
	const step = fc.record({
		ms: fc.integer({ min: 0, max: 8_000 }),
		/** Whether the service is up, and whether this request fails although it is. */
		isUp: fc.boolean(),
		isBadRow: fc.boolean(),
		isSilent: fc.boolean(),
		retryAfterMs: fc.constantFrom(0, 0, 3_000, 600_000),
		isNewcomer: fc.boolean(),
	});
	const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(random, fc.array(step, { maxLength: 60 }), (fixed, steps) => {
			const under = new Health(() => fixed, { hasAnswered: true });
			let [now, failures, awayMs, downSince] = [0, 0, 0, Infinity];
			for (const { ms, isUp, isBadRow, isSilent, retryAfterMs, isNewcomer } of steps) {
				now += ms;
				downSince = isUp ? Infinity : Math.min(downSince, now);
				const sign = isUp && !isBadRow ? 'works' : isSilent ? 'silent' : 'fails';
				if (under.isSuspect(now)) {
					// No one waits longer than the longest pause to find out.
					expect(under.probeAt(isNewcomer ? NEWCOMER : EARLY) - now).toBeLessThanOrEqual(10_000);
					if (under.probeAt(isNewcomer ? NEWCOMER : EARLY) > now) continue;
					under.probe();
					expect(under.probeAt(NEWCOMER)).toBe(Infinity);
					// A harmless request works if the service does.
					under.settle({ status: undefined, sign: isUp ? 'works' : sign, retryAfterMs }, undefined, now);
					expect(under.isAway(now)).toBe(!isUp);
					failures = isUp ? 0 : failures + 1;
				} else {
					under.settle({ status: undefined, sign, retryAfterMs }, 'getScore', now);
					failures = sign === 'works' ? 0 : failures + 1;
					if (under.isSuspect(now)) expect(failures >= 3 || isSilent).toBe(true);
				}
				// No one gives up unless the service is away, and with more patience not before others.
				if (under.isOver(50_000, now)) expect(under.isOver(12_000, now)).toBe(true);
				expect(under.isOver(0, now)).toBe(under.isAway(now));
				expect(under.awayMs(now)).toBeGreaterThanOrEqual(awayMs);
				awayMs = under.awayMs(now);
				expect(awayMs).toBeLessThanOrEqual(now);
			}
		}),
		{ numRuns: 500 },
	);
});
