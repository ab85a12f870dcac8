import fc from 'fast-check';
import { expect, it } from 'vitest';

import { serialize } from '../../../nodes/api/request/serialize.ts';

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
