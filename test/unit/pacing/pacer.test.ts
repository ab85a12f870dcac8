import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

import type { Turn } from '../../../nodes/api/pacing/pacer.ts';
import { withLock } from '../../../nodes/api/pacing/lock.ts';
import { Pacer, pacerOf } from '../../../nodes/api/pacing/pacer.ts';
import { seededRandom } from './support/randomness.ts';
import { VirtualTime } from './support/virtualTime.ts';

type Place = Parameters<Pacer['takeTurn']>[0]['place'];
type NoTurn = Exclude<Awaited<ReturnType<Pacer['takeTurn']>>, Turn>;

const FOREVER = Number.POSITIVE_INFINITY;

function underTest(): { time: VirtualTime; pacer: Pacer } {
	const time = new VirtualTime();
	return { time, pacer: new Pacer(time, seededRandom(1)) };
}

function turnOf(result: Turn | NoTurn): Turn {
	if (result.kind !== 'turn') throw new Error(`No turn but ${result.kind}`);
	return result;
}

/** Takes turns that get a response immediately. */
async function use(time: VirtualTime, pacer: Pacer, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn += 1) {
		turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status: 200 });
	}
}

it('five requests get their turns immediately, and the sixth one second after the first response', async () => {
	const { time, pacer } = underTest();
	const began = time.now();
	const turns = [];
	for (let turn = 0; turn < 5; turn += 1) turns.push(turnOf(await pacer.takeTurn({ waitUntil: FOREVER })));
	expect(time.now()).toBe(began);
	const sixth = pacer.takeTurn({ waitUntil: FOREVER });
	await time.pass(60_500);
	for (const turn of turns) {
		turn.settle({ status: 200 });
		await time.pass(10);
	}
	await time.finish(sixth);
	expect(time.now() - began).toBe(61_500);
});

it.each([
	[2_000, 0],
	[1_999, 1],
])(
	"a request that can't wait for the 20-minute window learns immediately when the window has room: %i completed, %i in progress",
	async (answered, inFlight) => {
		const { time, pacer } = underTest();
		const began = time.now();
		await use(time, pacer, answered);
		if (inFlight > 0) await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		const usedUp = time.now();
		expect(await pacer.takeTurn({ waitUntil: usedUp + 60_000 })).toEqual({
			kind: 'tooLate',
			freeInMs: began + 1_200_000 - usedUp,
		});
		expect(time.now()).toBe(usedUp);
		await time.finish(pacer.takeTurn({ waitUntil: usedUp + 1_200_000 }));
		expect(time.now()).toBe(began + 1_200_000);
	},
);

it('a slot stays in use up to 60 ms longer if responses come at once, so other processes find it free', async () => {
	const time = new VirtualTime();
	const pacer = new Pacer(time, () => 0.5);
	const began = time.now();
	await use(time, pacer, 6);
	expect(time.now() - began).toBe(1_030);
});

it("a request that never arrived doesn't use up a slot, but one without a response does", async () => {
	const { time, pacer } = underTest();
	const began = time.now();
	for (let request = 0; request < 2_500; request += 1) {
		turnOf(await pacer.takeTurn({ waitUntil: began })).settle({ status: undefined, neverArrived: true });
	}
	for (let request = 0; request < 5; request += 1) {
		turnOf(await pacer.takeTurn({ waitUntil: began })).settle({ status: undefined });
	}
	expect(time.now()).toBe(began);
	await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
	expect(time.now() - began).toBeGreaterThanOrEqual(1_000);
});

describe('the queue', () => {
	it('serves requests in the order they arrived', async () => {
		const { time, pacer } = underTest();
		const looks = vi.spyOn(time, 'sleep');
		const served: number[] = [];
		const all = Array.from({ length: 40 }, async (_, who) => {
			turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 200 });
			served.push(who);
		});
		await time.finish(Promise.all(all));
		expect(served).toEqual(Array.from({ length: 40 }, (_, who) => who));
		expect(looks.mock.calls.length).toBeLessThan(50);
	});

	it('serves a refused request again before all later requests', async () => {
		const { time, pacer } = underTest();
		const events: string[] = [];
		const send = async (who: string, refusals: number) => {
			for (let left = refusals; ; left -= 1) {
				const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER, place: left < refusals ? 'front' : 'end' }));
				events.push(who);
				await time.sleep(100);
				if (left > 0) events.push('refused');
				turn.settle({ status: left > 0 ? 429 : 200 });
				if (left === 0) return;
			}
		};
		const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(async (who) => await send(who, who === 'b' ? 4 : 0));
		await time.finish(Promise.all(all));
		const afterRefusals = events.filter((_event, index) => events[index - 1] === 'refused');
		expect(afterRefusals).toEqual(['b', 'b', 'b', 'b']);
		expect(events.filter((event) => event === 'f' || event === 'g' || event === 'h')).toEqual(['f', 'g', 'h']);
	});

	it.each<[joined: Array<[who: string, place?: Place]>, inOrder: string]>([
		[[['a'], ['b'], ['c', 'ahead'], ['d', 'ahead'], ['e', 'front'], ['f']], 'ecdabf'],
		[[['a', 'ahead'], ['b', 'ahead'], ['c']], 'abc'],
	])(
		'serves refused requests first, then those that joined ahead, then those at the end: %j',
		async (joined, inOrder) => {
			const { time, pacer } = underTest();
			const served: string[] = [];
			await use(time, pacer, 5);
			const all = joined.map(async ([who, place]) => {
				turnOf(await pacer.takeTurn({ waitUntil: FOREVER, place })).settle({ status: 200 });
				served.push(who);
			});
			await time.finish(Promise.all(all));
			expect(served.join('')).toBe(inOrder);
		},
	);

	it.each([
		['while it waits', 500],
		['before it waits', 0],
	])('drops a request immediately if its execution is canceled %s', async (_when, after) => {
		const { time, pacer } = underTest();
		const cancel = new AbortController();
		const ask = async () => await pacer.takeTurn({ waitUntil: FOREVER, signal: cancel.signal });
		const turns = [await ask(), await ask(), await ask(), await ask(), await ask()];
		if (after === 0) cancel.abort();
		const waiting = ask();
		const other = pacer.takeTurn({ waitUntil: FOREVER });
		await time.pass(after);
		const cancelledAt = time.now();
		cancel.abort();
		expect(await time.finish(waiting)).toEqual({ kind: 'cancelled' });
		for (const turn of turns) turnOf(turn).settle({ status: undefined, neverArrived: true });
		expect(await time.finish(other)).toMatchObject({ kind: 'turn' });
		expect(time.now()).toBe(cancelledAt);
	});

	it('ends a wait that is too long within a second, and says that other requests were ahead', async () => {
		const { time, pacer } = underTest();
		const began = time.now();
		const waits = Array.from({ length: 30 }, async () => {
			const result = await pacer.takeTurn({ waitUntil: began + 2_500 });
			if (result.kind === 'turn') result.settle({ status: 200 });
			return { result, afterMs: time.now() - began };
		});
		const results = await time.finish(Promise.all(waits));
		const late = results.filter(({ result }) => result.kind !== 'turn');
		expect(late.length).toBeGreaterThan(10);
		for (const { result, afterMs } of late) {
			expect(result).toEqual({ kind: 'tooLate', freeInMs: undefined });
			expect(afterMs).toBeLessThanOrEqual(3_500);
		}
	});
});

describe('a refusal', () => {
	it.each([
		['2 seconds', 2_000, 2_000],
		['10 minutes', 600_000, 600_000],
		['no longer than the longest window', 1e12, 1_200_000],
	])('pauses the account for as long as the service asks: %s', async (_what, retryAfterMs, closedMs) => {
		const { time, pacer } = underTest();
		const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER }));
		const refusedAt = time.now();
		turn.settle({ status: 429, retryAfterMs });
		const impatient = await pacer.takeTurn({ waitUntil: refusedAt + closedMs - 1 });
		expect(impatient).toEqual({ kind: 'tooLate', freeInMs: closedMs });
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now() - refusedAt).toBe(closedMs);
	});

	/** The number of turns that are available immediately. */
	async function atOnce(time: VirtualTime, pacer: Pacer): Promise<number> {
		const asked = time.now();
		let given = 0;
		for (;;) {
			const result = await time.finish(pacer.takeTurn({ waitUntil: asked }));
			expect(time.now()).toBe(asked);
			if (result.kind !== 'turn') {
				expect(result).toEqual({ kind: 'tooLate', freeInMs: undefined });
				return given;
			}
			given += 1;
		}
	}

	it.each([
		[0, 2],
		[1_000, 2],
		[4_000, 3],
		[40_000, 5],
	])('halves the slots, and they return one by one: after %s ms, there are %s', async (ms, turns) => {
		const { time, pacer } = underTest();
		turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 429 });
		await time.pass(ms);
		expect(await atOnce(time, pacer)).toBe(turns);
	});

	it.each<[refused: number, then: Array<number | undefined>, pauseMs: number]>([
		[3, [], 318],
		[100, [], 4_950],
		[100, [undefined, 429], 289],
	])('lengthens the pauses once no slot is left: %s in a row, then %j', async (refused, then, pauseMs) => {
		const time = new VirtualTime();
		const pacer = new Pacer(time, () => 0);
		const turn = async () => turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER })));
		for (const status of [...Array<number>(refused).fill(429), ...then]) {
			(await turn()).settle({ status, neverArrived: status === undefined });
		}
		const refusedAt = time.now();
		await turn();
		expect(time.now() - refusedAt).toBeCloseTo(pauseMs, -1);
	});
});

it('all requests of one account share a pacer', () => {
	expect(pacerOf('a')).toBe(pacerOf('a'));
	expect(pacerOf('b')).not.toBe(pacerOf('a'));
});

it('a turn counts only once if it is settled twice', async () => {
	const { time, pacer } = underTest();
	const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER }));
	turn.settle({ status: 200 });
	turn.settle({ status: 429, retryAfterMs: 60_000 });
	const asked = time.now();
	await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
	expect(time.now()).toBe(asked);
});

it('tasks that share a key run in turn, even after one fails, and other tasks run immediately', async () => {
	const begun: string[] = [];
	const start = (name: string, ...keys: string[]) => {
		const { promise, resolve, reject } = Promise.withResolvers<string>();
		const result = withLock(keys, async () => {
			begun.push(name);
			return await promise;
		});
		return { result, resolve, reject };
	};
	const first = start('first', 'a', 'b');
	const second = start('second', 'b', 'c');
	start('third', 'c');
	start('other', 'd');
	await setImmediate();
	expect(begun).toEqual(['first', 'other']);
	first.reject(new Error('failed'));
	await expect(first.result).rejects.toThrow('failed');
	start('fourth', 'a');
	start('fifth', 'b');
	await setImmediate();
	expect(begun).toEqual(['first', 'other', 'second', 'fourth']);
	second.resolve('done');
	expect(await second.result).toBe('done');
	await setImmediate();
	expect(begun).toEqual(['first', 'other', 'second', 'fourth', 'third', 'fifth']);
});
