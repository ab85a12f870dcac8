import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { serialize, serializeWithin } from '../../../nodes/api/request/serialize.ts';
import { VirtualTime } from '../pacing/support/virtualTime.ts';

/** Lets everything happen that needs no further event. */
const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

interface Task {
	keys: string[];
	fails: boolean;
}

/** Tasks that run until they are told to end. */
function start(tasks: Task[], tails = new Map<string, Promise<unknown>>()) {
	const running = new Set<number>();
	const order: number[] = [];
	const end = new Map<number, () => void>();
	const results = tasks.map(async ({ keys, fails }, index) =>
		serialize(
			keys,
			async () => {
				running.add(index);
				order.push(index);
				await new Promise<void>((resolve) => end.set(index, resolve));
				running.delete(index);
				if (fails) throw new Error(`failed ${index}`);
				return index;
			},
			tails,
		).catch((error: unknown) => (error instanceof Error ? error.message : 'unknown')),
	);
	return { running, order, results, tails, end: (index: number) => end.get(index)?.() };
}

describe('serialize', () => {
	it('lets a task wait for every earlier one that shares a key, and for no other', async () => {
		const { running, results, tails, end } = start([
			{ keys: ['a'], fails: false },
			{ keys: ['b'], fails: true },
			{ keys: ['a', 'b'], fails: false },
			{ keys: ['c'], fails: false },
			{ keys: ['b'], fails: false },
		]);
		await settle();
		expect([...running]).toEqual([0, 1, 3]);
		end(0);
		await settle();
		expect([...running]).toEqual([1, 3]);
		// A failure lets the next one go, too.
		end(1);
		await settle();
		expect([...running]).toEqual([3, 2]);
		end(2);
		await settle();
		expect([...running]).toEqual([3, 4]);
		end(3);
		end(4);
		expect(await Promise.all(results)).toEqual([0, 'failed 1', 2, 3, 4]);
		expect(tails.size).toBe(0);
	});

	it('lets one that comes late wait for the last, not only for the first', async () => {
		const early = start([
			{ keys: ['a'], fails: false },
			{ keys: ['a'], fails: false },
		]);
		await settle();
		early.end(0);
		await settle();
		const late = start([{ keys: ['a'], fails: false }], early.tails);
		await settle();
		expect([early.running.size, late.running.size]).toEqual([1, 0]);
		early.end(1);
		await settle();
		expect([early.running.size, late.running.size]).toEqual([0, 1]);
		late.end(0);
		await Promise.all(late.results);
		expect(early.tails.size).toBe(0);
	});

	it('whatever the keys: never two at once, in the order of arrival, never stuck', async () => {
		const task = fc.record({
			keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
			fails: fc.boolean(),
		});
		const overlap = (left: Task | undefined, right: Task | undefined) =>
			left?.keys.some((key) => right?.keys.includes(key)) ?? false;
		await fc.assert(
			fc.asyncProperty(fc.array(task, { maxLength: 10 }), fc.infiniteStream(fc.nat()), async (tasks, choices) => {
				const { running, order, results, tails, end } = start(tasks);
				for (let left = tasks.length; left > 0; left -= 1) {
					await settle();
					const now = [...running];
					expect(now.length).toBeGreaterThan(0);
					for (const one of now) {
						expect(now.filter((other) => other !== one && overlap(tasks[one], tasks[other]))).toEqual([]);
					}
					end(now[(choices.next().value ?? 0) % now.length] ?? 0);
				}
				const ended = await Promise.all(results);
				expect(ended).toEqual(tasks.map(({ fails }, index) => (fails ? `failed ${index}` : index)));
				for (const [place, one] of order.entries()) {
					expect(order.slice(0, place).filter((other) => other > one && overlap(tasks[one], tasks[other]))).toEqual([]);
				}
				expect(tails.size).toBe(0);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('serializeWithin', () => {
	it.each([
		['ends in time', 900, 'done'],
		['takes too long', 1_100, undefined],
	])('runs a task where the one before it %s, and never afterwards', async (_what, beforeMs, result) => {
		const clock = new VirtualTime();
		const tails = new Map<string, Promise<unknown>>();
		const before = serialize(['a'], async () => await clock.sleep(beforeMs), tails);
		const task = vi.fn(async () => {
			await clock.sleep(5_000);
			return 'done';
		});
		expect(await clock.finish(serializeWithin(['a'], 1_000, task, { tails, clock }))).toBe(result);
		await clock.finish(before);
		await clock.pass(10_000);
		expect(task).toHaveBeenCalledTimes(result === undefined ? 0 : 1);
		expect(tails.size).toBe(0);
	});

	it('gives the failure of the task', async () => {
		const clock = new VirtualTime();
		const failing = serializeWithin(['a'], 1_000, async () => await Promise.reject(new Error('no')), {
			clock,
			tails: new Map(),
		});
		await expect(clock.finish(failing)).rejects.toThrow('no');
	});
});
