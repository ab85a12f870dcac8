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
function underTest() {
	const tails = new Map<string, Promise<unknown>>();
	/** What ends each task, by its number. */
	const running = new Map<number, () => void>();
	const begin = async ({ keys, fails }: Task, number: number): Promise<unknown> => {
		const task = async () => {
			await new Promise<void>((resolve) => running.set(number, resolve));
			running.delete(number);
			if (fails) throw new Error(`failed ${number}`);
			return number;
		};
		return await serialize(keys, task, tails).catch(String);
	};
	return { tails, running, begin };
}

it('a task waits for every earlier one that shares a key, whether that fails or not, and for no other', async () => {
	const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
	const tasksToRun = fc.array(fc.record({ keys, fails: fc.boolean() }), { maxLength: 10 });
	await fc.assert(
		fc.asyncProperty(tasksToRun, fc.infiniteStream(fc.nat()), async (tasks, choices) => {
			const { tails, running, begin } = underTest();
			const results: Array<Promise<unknown>> = [];
			const share = (one: number, other: number) => tasks[one]?.keys.some((key) => tasks[other]?.keys.includes(key));
			let left: number[] = [];
			while (results.length < tasks.length || left.length > 0) {
				const choice = choices.next().value ?? 0;
				const next = tasks[results.length];
				if (next !== undefined && (left.length === 0 || choice % 2 === 0)) {
					left.push(results.length);
					results.push(begin(next, results.length));
				} else {
					const ending = [...running.keys()][choice % running.size] ?? 0;
					running.get(ending)?.();
					left = left.filter((one) => one !== ending);
				}
				await settle();
				const free = left.filter((one) => !left.some((earlier) => earlier < one && share(earlier, one)));
				expect([...running.keys()].sort()).toEqual(free);
			}
			const ends = tasks.map(({ fails }, number) => (fails ? `Error: failed ${number}` : number));
			expect(await Promise.all(results)).toEqual(ends);
			expect(tails.size).toBe(0);
		}),
	);
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
