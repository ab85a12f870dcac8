import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { LIMITS_TEXT, Slots } from '../../../nodes/api/pacing/slots.ts';
import { RequestWindows, type Counting } from '../../../simulator/rateLimit.ts';
import { SPECIFIED_LIMITS } from '../../../simulator/settings.ts';

const TWENTY_MINUTES = 20 * 60_000;
const SLIDING: Counting = { limits: SPECIFIED_LIMITS, limitWindows: 'sliding', refusedRequestsCount: false };
const REFUSED = { refusedRequestsCount: true };

it('the simulator never accepts more than the limits in any window, refuses only excess requests, and says when to retry', () => {
	const limits = { perSecond: 3, per20Minutes: 10 };
	const gap = [fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: TWENTY_MINUTES }), fc.constant(1000)];
	const gaps = fc.array(fc.oneof(...gap), { maxLength: 60, size: 'max' });
	fc.assert(
		fc.property(gaps, (waits) => {
			const windows = new RequestWindows();
			const accepted: number[] = [];
			const since = (moment: number): number => accepted.filter((at) => at > moment).length;
			const fits = (now: number): boolean =>
				since(now - 1000) < limits.perSecond && since(now - TWENTY_MINUTES) < limits.per20Minutes;
			let now = 0;
			for (const wait of waits) {
				now += wait;
				const usage = [since(now - 1000), since(now - TWENTY_MINUTES)];
				expect(windows.usage(now).map(({ requests }) => requests)).toEqual(usage);
				const retryAfterMs = windows.take(now, { ...SLIDING, limits });
				expect(retryAfterMs === 0).toBe(fits(now));
				if (retryAfterMs === 0) accepted.push(now);
				else {
					expect(fits(now + retryAfterMs)).toBe(true);
					expect(fits(now + retryAfterMs - 1)).toBe(false);
				}
			}
		}),
	);
});

it.each<[string, Partial<Counting>, string]>([
	['clock seconds', { limitWindows: 'fixed' }, '900:5 1000:5 1400:0 1900:0 2100:5'],
	['a bucket that refills every 200 ms', { limitWindows: 'tokenBucket' }, '900:5 1000:0 1400:2 1900:3 2100:1'],
	['a sliding second, refused ones too', REFUSED, '900:5 1000:0 1900:0 2500:0 3600:5'],
	['clock seconds, with refused requests', { limitWindows: 'fixed', ...REFUSED }, '900:5 1000:5 1400:0 2100:5'],
	['a sliding second, after the clock is set back', {}, '10000:5 5000:5'],
	['a bucket, with refused requests', { limitWindows: 'tokenBucket', ...REFUSED }, '900:5 1000:0 1400:2 1900:2'],
])('the simulator counts requests in %s', (_title, counting, accepted) => {
	const windows = new RequestWindows();
	const found = accepted.split(' ').map((attempt) => {
		const now = Number(attempt.split(':')[0]);
		const waits = Array.from({ length: 6 }, () => windows.take(now, { ...SLIDING, ...counting }));
		return `${now}:${waits.filter((wait) => wait === 0).length}`;
	});
	expect(found.join(' ')).toBe(accepted);
});

const UNIT_MS: Record<string, number> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

it('the nodes and the simulator have exactly the limits of the specification', () => {
	const rows = /^\| request.+\| ([\d,]+) per (\d*) ?(second|minute|hour|day)s? +\| all endpoints/gm;
	const limits = [...readFileSync('specification/README.md', 'utf8').matchAll(rows)].map(
		([, most = '', count, unit = '']) => ({
			text: `${most} per ${count ? `${count} ${unit}s` : unit}`,
			requests: Number(most.replaceAll(',', '')),
			windowMs: Number(count || 1) * (UNIT_MS[unit] ?? 0),
		}),
	);
	expect(LIMITS_TEXT.replace(' requests', '').split(' and ').sort()).toEqual(limits.map(({ text }) => text).sort());
	const [sent, slots, windows] = [[] as number[], new Slots(() => 0), new RequestWindows()];
	let [byNodes, accepted] = [0, 0];
	const most = Math.max(...limits.map(({ requests }) => requests), ...Object.values(SPECIFIED_LIMITS));
	for (let nth = 0; nth <= most; nth += 1) {
		const free = limits.map(({ requests, windowMs }) => (sent.at(-requests) ?? -windowMs) + windowMs);
		const specified = Math.max(0, ...free);
		sent.push(specified);
		byNodes = Math.max(byNodes, slots.freeAt);
		slots.take();
		slots.settle({ status: 200 }, byNodes, byNodes);
		const waitMs = windows.take(accepted, SLIDING);
		accepted += waitMs;
		if (waitMs > 0) windows.take(accepted, SLIDING);
		expect({ nth, byNodes, accepted }).toEqual({ nth, byNodes: specified, accepted: specified });
	}
});
