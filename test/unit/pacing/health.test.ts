import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Health } from '../../../nodes/api/pacing/health.ts';
import type { Answer } from '../../../nodes/api/pacing/slots.ts';

type Sign = Answer['sign'];

/** Ends a request. */
function settle(under: Health, sign: Sign, now = 0, endpoint = 'getScore'): void {
	under.settle({ status: undefined, sign }, endpoint, now);
}

/** That of a service that has answered before. */
function known(random = () => 1) {
	const under = new Health(random);
	under.settle({ status: 200 }, 'getScore', 0);
	return under;
}

function health(...signs: Sign[]) {
	const under = known();
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
		[['fails', undefined, 'fails'], false],
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
		const fail = (times: number, sign: Sign = 'fails') => {
			for (let time = 0; time < times; time += 1) settle(under, sign);
			return under.isSuspect(0);
		};
		expect([fail(19), fail(1)]).toEqual([false, true]);
		probe(under, 0, 'works');
		expect(fail(1, 'silent')).toBe(true);
		settle(under, 'works');
		expect([fail(2), fail(1)]).toEqual([false, true]);
	});

	it('not anymore after a minute without any sign', () => {
		const under = health('fails', 'fails', 'fails');
		probe(under, 1_000, 'fails');
		for (const now of [60_999, 61_000])
			expect([under.isSuspect(now), under.isOver(0, now)]).toEqual(Array(2).fill(now < 61_000));
		settle(under, 'fails', 70_000);
		expect([under.isSuspect(70_000), under.awayMs(99_000)]).toEqual([false, 61_000]);
	});
});

it('the next probe waits after one without a response, even if n8n never sent it, but a refused one says nothing', () => {
	const under = health('fails', 'fails', 'fails');
	under.settle({ status: 429 }, undefined, 0);
	expect(under.isOver(0, 0)).toBe(false);
	probe(under, 0, undefined);
	expect([under.isOver(0, 0), under.probeAt(EARLY)]).toEqual([true, 500]);
});

it('a last probe comes when the patience of someone who waits ends, and a newcomer sends one sooner', () => {
	const under = health('fails', 'fails', 'fails');
	for (const now of [10, 2_000, 3_900]) probe(under, now, 'fails');
	expect([5_000, 50_000].map((patienceMs) => under.probeAt({ joinedAt: 0, patienceMs }))).toEqual([5_000, 5_900]);
	expect(under.probeAt(NEWCOMER)).toBe(4_400);
});

it('a service that never answered is given up sooner, until it answers, and another request ends no probe', () => {
	const under = new Health(() => 1);
	for (let failures = 0; failures < 3; failures += 1) settle(under, 'fails');
	for (const now of [10, 2_000, 3_900, 5_000]) probe(under, now, 'fails');
	expect(under.isOver(50_000, 5_000)).toBe(true);
	under.probe();
	settle(under, 'fails', 5_500);
	expect([under.probeAt(EARLY), under.isOver(50_000, 5_500)]).toEqual([Infinity, false]);
	under.settle({ status: 503, sign: 'fails' }, undefined, 6_000);
	expect([under.isOver(50_000, 6_000), under.isOver(5_000, 6_000)]).toEqual([false, true]);
});

it('an endpoint fails alone after twenty failures of it, until it works or the service turns out to be away', () => {
	const under = health(...Array<Sign>(19).fill('fails'));
	settle(under, 'works', 0, 'assign');
	settle(under, 'fails');
	expect([under.isFailingAlone('getScore'), under.isFailingAlone('assign')]).toEqual([true, false]);
	probe(under, 0, 'works');
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
			const under = known(() => fixed);
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
					expect(under.isOver(0, now)).toBe(!isUp);
					failures = isUp ? 0 : failures + 1;
				} else {
					under.settle({ status: undefined, sign, retryAfterMs }, 'getScore', now);
					failures = sign === 'works' ? 0 : failures + 1;
					if (under.isSuspect(now)) expect(failures >= 3 || isSilent).toBe(true);
				}
				// No one gives up unless the service is away, and with more patience not before others.
				if (under.isOver(50_000, now)) expect(under.isOver(12_000, now)).toBe(true);
				expect(under.awayMs(now)).toBeGreaterThanOrEqual(awayMs);
				awayMs = under.awayMs(now);
				expect(awayMs).toBeLessThanOrEqual(now);
			}
		}),
		{ numRuns: 500 },
	);
});
