import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { Pacer, type Turn } from '../../../nodes/api/pacing/pacer.ts';
import { Slots } from '../../../nodes/api/pacing/slots.ts';
import { type Caller, DEFAULT_BUDGET } from '../../../nodes/api/request/caller.ts';
import { oneAtATime } from '../../../nodes/api/request/oneAtATime.ts';
import { createRandom } from '../../../simulator/random.ts';
import { VirtualTime } from './support/virtualTime.ts';

type TurnRequest = Parameters<Pacer['takeTurn']>[0];

/** How a request asks for a turn that waits for the limits until a time, and as long as anyone for the service. */
const asking = (now: number, { waitUntil = FOREVER, ...request }: Partial<TurnRequest> & { waitUntil?: number }) => ({
	...{ endpoint: 'getScore', endBy: FOREVER, waitMs: waitUntil - now, longestWaitMs: FOREVER, patienceMs: 50_000 },
	probe: async () => await Promise.reject(new Error('No test here needs a probe')),
	...request,
});

const FOREVER = Number.POSITIVE_INFINITY;

function underTest(random = createRandom(1).next) {
	const time = new VirtualTime();
	const pacer = new Pacer(time, random);
	const ask = async (request: Parameters<typeof asking>[1] = {}) => await pacer.takeTurn(asking(time.now(), request));
	/** Moves time forward until the request gets its turn. */
	const turn = async (request?: Parameters<typeof asking>[1]) => turnOf(await time.finish(ask(request)));
	/** Takes turns that get a response immediately. */
	const use = async (turns: number) => {
		for (let index = 0; index < turns; index += 1) (await turn()).settle({ status: 200 });
	};
	return { time, health: pacer.health, ask, turn, use };
}

function turnOf(result: Awaited<ReturnType<Pacer['takeTurn']>>): Turn {
	if (result.kind !== 'turn') throw new Error(`Expected a turn, but got ${result.kind}`);
	return result;
}

it.each([
	[2_000, 0],
	[1_998, 1],
])('a request with too long a wait fails at once: %i answered, %i refused and in flight', async (answered, others) => {
	const { time, ask, turn, use } = underTest();
	const began = time.now();
	await use(answered);
	if (others > 0) {
		(await turn()).settle({ status: 429 });
		// This one never reaches the service, so it frees its slot.
		(await turn()).settle({ status: undefined, neverArrived: true });
		await turn();
	}
	const usedUp = time.now();
	const freeInMs = began + 1_200_000 - usedUp;
	expect(await time.finish(ask({ waitUntil: usedUp + 60_000 }))).toEqual({ kind: 'tooLate', freeInMs });
	expect(time.now()).toBe(usedUp);
	await turn({ waitUntil: usedUp + 1_200_000 });
	expect(time.now()).toBe(began + 1_200_000);
});

describe('the queue', () => {
	it('retries a refused request before later ones, even if a slot gets free when it is refused', async () => {
		const { time, ask, turn, use } = underTest(() => 0);
		const served: string[] = [];
		const refused = await turn();
		const refuse = time.sleep(1_000).then(async () => {
			refused.settle({ status: 429 });
			await ask({ place: 'front' });
			served.push('refused');
		});
		await use(3);
		// It stays on its way, so that only one slot gets free.
		await turn();
		const later = ask().then(() => served.push('later'));
		await time.finish(Promise.all([refuse, later]));
		expect(served).toEqual(['refused', 'later']);
	});

	it.each<[joined: Array<[who: string, place?: TurnRequest['place']]>, inOrder: string]>([
		[[['a'], ['b'], ['c', 'ahead'], ['d', 'ahead'], ['e', 'front'], ['f', 'ahead']], 'ecdfab'],
		[[['a', 'ahead'], ['b', 'ahead'], ['c']], 'abc'],
	])('serves refused requests, then those with priority, then the others: %j', async (joined, inOrder) => {
		const { time, ask, use } = underTest();
		const looks = vi.spyOn(time, 'sleep');
		const served: string[] = [];
		await use(5);
		const all = joined.map(async ([who, place]) => {
			turnOf(await ask({ place })).settle({ status: 200 });
			served.push(who);
		});
		await time.finish(Promise.all(all));
		expect(served.join('')).toBe(inOrder);
		expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * joined.length);
	});

	it.each([
		['while it waits', 500],
		['before it waits', 0],
	])('drops a request immediately if its execution is canceled %s', async (_when, after) => {
		const { time, ask, turn } = underTest();
		const cancel = new AbortController();
		const { signal } = cancel;
		const turns = [await turn({ signal }), await turn(), await turn(), await turn(), await turn()];
		expect(await time.finish(ask({ waitUntil: time.now() }))).toEqual({ kind: 'tooLate', freeInMs: undefined });
		if (after === 0) cancel.abort();
		const waiting = ask({ signal });
		const other = ask();
		await time.pass(after);
		const canceledAt = time.now();
		cancel.abort();
		expect(await time.finish(waiting)).toEqual({ kind: 'canceled' });
		for (const { settle } of turns) settle({ status: undefined, neverArrived: true });
		expect(await time.finish(other)).toMatchObject({ kind: 'turn' });
		expect(time.now()).toBe(canceledAt);
	});
});

it.each([
	['2 seconds', 2_000, 2_000],
	['10 minutes', 600_000, 600_000],
	['years, but at most 20 minutes', 1e12, 1_200_000],
])('a refused request pauses the account as long as the service asks: %s', async (_what, retryAfterMs, closedMs) => {
	const { time, ask, turn } = underTest();
	const [longest, other] = [await turn(), await turn()];
	const refusedAt = time.now();
	longest.settle({ status: 429, retryAfterMs });
	other.settle({ status: 429, retryAfterMs: 1_000 });
	expect(await ask({ waitUntil: refusedAt + closedMs - 1 })).toEqual({ kind: 'tooLate', freeInMs: closedMs });
	expect(time.now()).toBe(refusedAt);
	await turn();
	expect(time.now() - refusedAt).toBe(closedMs);
});

it('a request hardly waits once all were refused for as long as it could wait, however long the service asks for', async () => {
	const { time, health, ask, turn } = underTest();
	// Outages that were over before, or are long ago, don't prolong the wait.
	for (const sign of ['fails', 'works', 'fails'] as const) {
		health.probe();
		health.settle({ status: undefined, sign }, undefined, time.now());
		await time.pass(60_000);
	}
	for (let refusal = 0; refusal < 3; refusal += 1) (await turn()).settle({ status: 429, retryAfterMs: 90_000 });
	await time.pass(70_000);
	const asked = ask({ waitUntil: time.now() + 100_000, longestWaitMs: 100_000 });
	expect(await time.finish(asked)).toMatchObject({ kind: 'tooLate' });
	await turn({ waitUntil: time.now() + 100_000, longestWaitMs: 1_000_000 });
});

it('the request that finds out for all needs a slot, its end serves all at once, and the latest failure is the reason', async () => {
	const { time, health, ask, use } = underTest(() => 0);
	await use(5);
	const usedUp = time.now();
	for (let failures = 0; failures < 3; failures += 1) health.settle({ status: 503, sign: 'fails' }, 'getScore', usedUp);
	const [failures, probedAt] = [['first', 'second'], new Array<number>()];
	const probe = async ({ settle }: Turn) => {
		const failure = failures[probedAt.length];
		probedAt.push(time.now());
		await time.sleep(9_400);
		settle({ status: 503, sign: failure === undefined ? 'works' : 'fails' });
		return failure;
	};
	expect(await time.finish(ask({ probe, waitUntil: usedUp + 2_500 }))).toEqual({ kind: 'away', failure: undefined });
	expect(time.now()).toBeLessThanOrEqual(usedUp + 3_500);
	expect(await time.finish(ask({ probe, patienceMs: 12_000 }))).toEqual({ kind: 'away', failure: 'second' });
	expect(await time.finish(ask({ probe }))).toMatchObject({ kind: 'turn' });
	expect([probedAt[0], time.now()]).toEqual([usedUp + 1_000, (probedAt[2] ?? 0) + 9_400]);
});

it('refusals in a row count for a minute or until an answer, and each longer pause between them ends in seconds', () => {
	const slots = new Slots(() => 0);
	const settle = (status: number, now: number) => {
		slots.take();
		slots.settle({ status, retryAfterMs: 5_000 }, now, now);
	};
	for (const now of [0, 90_000]) settle(429, now);
	expect([155_000, 155_001].map((now) => slots.refusedForMs(now))).toEqual([90_000, 0]);
	for (let refusals = 0; refusals < 100; refusals += 1) settle(429, 200_000);
	// After a pause, several slots are due at once.
	expect([slots.grow(200_000), slots.grow(900_000)]).toEqual([204_950, Number.POSITIVE_INFINITY]);
	settle(200, 200_000);
	expect(slots.refusedForMs(200_000)).toBe(0);
});

it("waits don't depend on the system's time, which people correct", async () => {
	const [before, corrected] = [monotonicClock.now(), vi.spyOn(Date, 'now').mockReturnValue(1e15)];
	await monotonicClock.sleep(1);
	corrected.mockReturnValue(0);
	const after = monotonicClock.now();
	corrected.mockRestore();
	expect(after).toBeGreaterThanOrEqual(before);
});

describe('a task of which one runs at a time', () => {
	const account = { baseHost: '', apiVersion: '2020q3', isDeprecated: false, apiKey: '', credentials: {}, id: '' };
	const caller: Caller = { context: Object.create(null), account, place: 'end', budget: DEFAULT_BUDGET };

	it('comes after all earlier ones that share a key, even behind a wait that was given up', async () => {
		const begun: string[] = [];
		const sleep = vi.spyOn(monotonicClock, 'sleep');
		const tasks = new Map<string, Promise<unknown>>();
		const join = (name: string, keys: string[], stopWaiting?: AbortSignal) => {
			const { promise, resolve: end } = Promise.withResolvers<void>();
			const task = async () => {
				begun.push(name);
				await promise;
			};
			const ended = oneAtATime({ ...caller, stopWaiting }, { keys, endpoint: 'assign', tasks }, task);
			return { end, ended };
		};
		const first = join('first', ['a', 'b']);
		const second = join('second', ['c', 'b']);
		const stop = new AbortController();
		const third = join('third', ['c'], stop.signal);
		const others = [join('fourth', ['c']), join('other', ['d', 'e'])];
		stop.abort();
		expect(await third.ended).toMatchObject({ kind: 'canceled' });
		expect(begun).toEqual(['first', 'other']);
		first.end();
		others.push(join('fifth', ['a']), join('sixth', ['b']));
		await setImmediate();
		expect(begun).toEqual(['first', 'other', 'second', 'fifth']);
		// The end of an earlier task doesn't hide the one that still runs.
		others.push(join('seventh', ['b']));
		await setImmediate();
		expect(begun).toHaveLength(4);
		second.end();
		await setImmediate();
		expect(begun).toEqual(['first', 'other', 'second', 'fifth', 'sixth', 'fourth']);
		for (const { end } of others) end();
		await setImmediate();
		expect(tasks.size).toBe(0);
		expect(sleep.mock.calls.filter(([, signal]) => signal?.aborted !== true)).toEqual([]);
	});

	it.each(['maxRateLimitWaitMs', 'totalMs'])('comes to a caller without %s, unless someone has it', async (limit) => {
		const never = { ...caller, budget: { ...DEFAULT_BUDGET, [limit]: 0 } };
		const ask = async () =>
			await oneAtATime(never, { keys: ['key'], endpoint: 'assign' }, async () => await setTimeout(50, 'done'));
		const all = await Promise.all([ask(), ask()]);
		expect(all).toEqual([{ value: 'done' }, { endpoint: 'assign', tries: 0, kind: 'waitedTooLong', waitedMs: 0 }]);
	});
});
