import { describe, expect, it } from 'vitest';

import type { Pacer, Turn, TurnOrNot } from '../../../nodes/api/pacing/pacer.ts';
import { createPacer } from '../../../nodes/api/pacing/pacer.ts';
import { seededRandom } from './support/randomness.ts';
import { VirtualTime } from './support/virtualTime.ts';

const FOREVER = Number.POSITIVE_INFINITY;

function underTest(): { time: VirtualTime; pacer: Pacer } {
	const time = new VirtualTime();
	return { time, pacer: createPacer(time, seededRandom(1)) };
}

function turnOf(result: TurnOrNot): Turn {
	if (result.kind !== 'turn') throw new Error(`No turn but ${result.kind}`);
	return result.turn;
}

/** Takes so many turns, each answered at once. */
async function use(time: VirtualTime, pacer: Pacer, turns: number): Promise<void> {
	for (let turn = 0; turn < turns; turn += 1) {
		turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status: 200 });
	}
}

describe('the short window', () => {
	it('gives five turns at once, and the sixth a second after the first is likely to have arrived', async () => {
		const { time, pacer } = underTest();
		const began = time.now();
		const turns = [];
		for (let turn = 0; turn < 5; turn += 1) turns.push(turnOf(await pacer.takeTurn({ waitUntil: FOREVER })));
		expect(time.now()).toBe(began);
		const sixth = pacer.takeTurn({ waitUntil: FOREVER });
		await time.pass(300);
		for (const turn of turns) turn.settle({ status: 200 });
		await time.finish(sixth);
		expect(time.now() - began).toBeGreaterThan(1_180);
		expect(time.now() - began).toBeLessThan(1_320);
	});

	it('does not wait for a request that hangs longer than a request can travel', async () => {
		const { time, pacer } = underTest();
		const began = time.now();
		for (let turn = 0; turn < 5; turn += 1) await pacer.takeTurn({ waitUntil: FOREVER });
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now() - began).toBeLessThan(3_100);
	});
});

describe('the 20-minute window', () => {
	it('says until when it is used up, at once, to those who can not wait so long, and serves the others', async () => {
		const { time, pacer } = underTest();
		const began = time.now();
		await use(time, pacer, 2_000);
		const usedUp = time.now();
		const late = await pacer.takeTurn({ waitUntil: usedUp + 60_000 });
		expect(late).toMatchObject({ kind: 'tooLate' });
		expect(late.kind === 'tooLate' && late.freeAt - began).toBeGreaterThanOrEqual(1_200_000);
		expect(late.kind === 'tooLate' && late.freeAt - began).toBeLessThan(1_201_000);
		expect(time.now()).toBe(usedUp);
		await time.finish(pacer.takeTurn({ waitUntil: usedUp + 1_200_000 }));
		expect(time.now()).toBe(late.kind === 'tooLate' ? late.freeAt : 0);
	});
});

describe('the line', () => {
	it('is first come, first served', async () => {
		const { time, pacer } = underTest();
		const served: number[] = [];
		const all = Array.from({ length: 40 }, async (_, who) => {
			turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 200 });
			served.push(who);
		});
		await time.finish(Promise.all(all));
		expect(served).toEqual(Array.from({ length: 40 }, (_, who) => who));
	});

	it('takes a request that comes again before those that came after it', async () => {
		const { time, pacer } = underTest();
		const served: string[] = [];
		const wait = async (who: string, ticket?: number) => {
			const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER, ticket }));
			served.push(who);
			return turn;
		};
		const turns = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (who) => await wait(who)));
		const later = [wait('f'), wait('g')];
		for (const turn of turns.slice(1)) turn.settle({ status: 200 });
		turns[0]?.settle({ status: 429 });
		const again = wait('a again', turns[0]?.ticket);
		await time.finish(Promise.all([...later, again]));
		expect(served.slice(5)).toEqual(['a again', 'f', 'g']);
	});

	it.each([
		['while it waits', 500],
		['before it waits', 0],
	])('is left at once when the execution is cancelled %s', async (_when, after) => {
		const { time, pacer } = underTest();
		for (let turn = 0; turn < 5; turn += 1) await pacer.takeTurn({ waitUntil: FOREVER });
		const cancel = new AbortController();
		if (after === 0) cancel.abort();
		const waiting = pacer.takeTurn({ waitUntil: FOREVER, signals: [undefined, cancel.signal] });
		await time.pass(after);
		const cancelledAt = time.now();
		cancel.abort();
		expect(await time.finish(waiting)).toEqual({ kind: 'cancelled' });
		expect(time.now()).toBe(cancelledAt);
	});

	it('lets nobody wait longer than wanted by more than a second', async () => {
		const { time, pacer } = underTest();
		const began = time.now();
		const waits = Array.from({ length: 30 }, async () => {
			const result = await pacer.takeTurn({ waitUntil: began + 2_500 });
			if (result.kind === 'turn') result.turn.settle({ status: 200 });
			return { kind: result.kind, afterMs: time.now() - began };
		});
		const results = await time.finish(Promise.all(waits));
		expect(results.filter(({ kind }) => kind === 'turn')).toHaveLength(15);
		const late = results.filter(({ kind }) => kind === 'tooLate');
		expect(late).toHaveLength(15);
		for (const { afterMs } of late) expect(afterMs).toBeLessThanOrEqual(3_500);
	});
});

describe('a refusal', () => {
	it.each([2, 30, 600])('closes the account for as long as the service wishes: %s s', async (seconds) => {
		const { time, pacer } = underTest();
		const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER }));
		const refusedAt = time.now();
		turn.settle({ status: 429, retryAfterMs: seconds * 1_000 });
		const impatient = await pacer.takeTurn({ waitUntil: refusedAt + seconds * 1_000 - 1 });
		expect(impatient).toEqual({ kind: 'tooLate', freeAt: refusedAt + seconds * 1_000 });
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now() - refusedAt).toBe(seconds * 1_000);
	});

	it('closes it no longer than the longest window, whatever the service wishes', async () => {
		const { time, pacer } = underTest();
		const refusedAt = time.now();
		turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 429, retryAfterMs: 1e12 });
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now() - refusedAt).toBe(1_200_000);
	});

	/** How many turns are given out at once. */
	async function atOnce(time: VirtualTime, pacer: Pacer): Promise<number> {
		const asked = time.now();
		let given = 0;
		for (;;) {
			turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER })));
			if (time.now() > asked) return given;
			given += 1;
		}
	}

	it('that its own requests explain costs no place', async () => {
		const { time, pacer } = underTest();
		const turns = [];
		for (let turn = 0; turn < 5; turn += 1) turns.push(turnOf(await pacer.takeTurn({ waitUntil: FOREVER })));
		await time.pass(300);
		for (const turn of turns) turn.settle({ status: 200 });
		turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status: 429 });
		await time.pass(10_000);
		expect(await atOnce(time, pacer)).toBe(5);
	});

	it('that only others can have caused costs two places', async () => {
		const { time, pacer } = underTest();
		turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 429 });
		await time.pass(10_000);
		expect(await atOnce(time, pacer)).toBe(3);
	});

	it('is over when a request was accepted, and not when one went unanswered', async () => {
		for (const [status, turns] of [
			[undefined, 3],
			[200, 5],
		] as const) {
			const { time, pacer } = underTest();
			turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 429 });
			await time.pass(10_000);
			turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status });
			await time.pass(60_000);
			expect(await atOnce(time, pacer)).toBe(turns);
		}
	});

	it('keeps an account in memory for as long as it closes it', async () => {
		const { time, pacer } = underTest();
		turnOf(await pacer.takeTurn({ waitUntil: FOREVER })).settle({ status: 429, retryAfterMs: 60_000 });
		await time.pass(59_999);
		expect(pacer.isIdle()).toBe(false);
		await time.pass(1);
		expect(pacer.isIdle()).toBe(true);
	});

	it('again and again makes the pauses longer, one request at a time; a success ends them', async () => {
		const { time, pacer } = underTest();
		const pauses: number[] = [];
		for (let refusal = 0; refusal < 40; refusal += 1) {
			const asked = time.now();
			const turn = turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER })));
			pauses.push(time.now() - asked);
			if (refusal > 2) {
				let second = false;
				const cancel = new AbortController();
				void pacer.takeTurn({ waitUntil: FOREVER, signals: [cancel.signal] }).then(() => (second = true));
				await time.pass(500);
				expect(second).toBe(false);
				cancel.abort();
			}
			turn.settle({ status: 429 });
		}
		expect(Math.max(...pauses.slice(0, 4))).toBeLessThan(1_000);
		expect(Math.min(...pauses.slice(30))).toBeGreaterThan(4_000);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(15_000);
		turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status: 200 });
		turnOf(await time.finish(pacer.takeTurn({ waitUntil: FOREVER }))).settle({ status: 429 });
		const asked = time.now();
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now() - asked).toBeLessThan(2_000);
	});
});

describe('memory', () => {
	it('an account is idle only when nothing of it counts any more', async () => {
		const { time, pacer } = underTest();
		expect(pacer.isIdle()).toBe(true);
		const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER }));
		expect(pacer.isIdle()).toBe(false);
		turn.settle({ status: 200 });
		await time.pass(1_199_000);
		expect(pacer.isIdle()).toBe(false);
		await time.pass(2_000);
		expect(pacer.isIdle()).toBe(true);
	});

	it('a turn counts once, however often it is settled', async () => {
		const { time, pacer } = underTest();
		const turn = turnOf(await pacer.takeTurn({ waitUntil: FOREVER }));
		turn.settle({ status: 200 });
		turn.settle({ status: 429, retryAfterMs: 60_000 });
		const asked = time.now();
		await time.finish(pacer.takeTurn({ waitUntil: FOREVER }));
		expect(time.now()).toBe(asked);
	});
});
