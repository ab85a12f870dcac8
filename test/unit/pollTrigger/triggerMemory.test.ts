import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { StoredCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';
import { beginningOf, memoryOf, TriggerMemory } from '../../../nodes/EnterpriseAssessmentPollTrigger/triggerMemory.ts';
import { at, MINUTE, NOW } from './step.ts';

const SECOND = 1_000;

function cursor(polledAt: number): StoredCursor {
	return { version: 1, polledAt: at(polledAt), from: at(0), pollsInWindow: 0, scope: '', scored: {}, pending: {} };
}

describe('the cursor that a poll goes on from', () => {
	const [older, newer, newest] = [cursor(NOW - MINUTE), cursor(NOW), cursor(NOW + MINUTE)];
	const quiet = { cursor: newer, before: older, endedAt: NOW, emitted: false, mayBeDiscarded: false };
	const emitted = { ...quiet, emitted: true, mayBeDiscarded: true };
	const kept = { ...emitted, mayBeDiscarded: false };

	test.each([
		['the stored one in a new process', older, undefined, 0, older],
		['none in a new process that finds none', undefined, undefined, 0, undefined],
		['the own one where n8n did not save it', older, quiet, 0, newer],
		['the own one after the node was renamed', undefined, quiet, 0, newer],
		['the own one after the node was renamed, also when it gave items', undefined, emitted, 2 * SECOND, newer],
		['the one before, where n8n may have published during that poll', undefined, emitted, 2 * SECOND - 1, older],
		['the own one where n8n gives each poll a context of its own', undefined, kept, 2 * SECOND - 1, newer],
		['the stored one where it is the same', newer, quiet, 0, newer],
		['the stored one where somebody else has polled since', newest, quiet, 2 * MINUTE, newest],
		['the stored one once n8n has saved what it gave', newer, emitted, 0, newer],
		['nothing that was stored', null, quiet, 0, null],
		['what is stored and can not be read', 'damaged', quiet, 0, 'damaged'],
		['what is stored and does not say when', { version: 1 }, quiet, 0, { version: 1 }],
		['the own one after the clock was set back a little', older, quiet, -10 * MINUTE, newer],
		['the stored one after the clock was set right', older, quiet, -10 * MINUTE - 1, older],
		['none after the clock was set right and the node renamed', undefined, quiet, -10 * MINUTE - 1, undefined],
		['the stored one where n8n did not take the items', older, emitted, 30 * SECOND, older],
		['the same with a clock that was set back', older, emitted, -30 * SECOND, older],
	])('is %s', (_, stored, last, sinceLast, expected) => {
		expect(beginningOf(stored, last, NOW + sinceLast, NOW + sinceLast)).toEqual({ cursor: expected });
	});

	test('is the own one long after n8n may have published during that poll, wherever its clock was set', () => {
		expect(beginningOf(undefined, emitted, NOW + SECOND, NOW + MINUTE)).toEqual({ cursor: newer });
	});

	test.each([0, 30 * SECOND - 1])('is waited for while n8n is saving it: %i ms', (sinceLast) => {
		expect(beginningOf(older, emitted, NOW + sinceLast, NOW + sinceLast)).toBe('wait');
	});
});

describe('the poll of a publication that fails', () => {
	const fails = vi.fn<() => Promise<never>>();
	let memory: TriggerMemory;
	let now: number;

	beforeEach(() => {
		memory = new TriggerMemory();
		now = NOW;
		fails.mockReset();
	});

	/** What n8n does: up to five times, with growing pauses. How long it took, and what was thrown. */
	async function publish(takesMs: number): Promise<{ tookMs: number; errors: string[] }> {
		const begun = now;
		const errors: string[] = [];
		fails.mockImplementation(async () => {
			now += takesMs;
			return await Promise.reject(new Error(`failure ${fails.mock.calls.length}`));
		});
		for (const pause of [1, 2, 4, 8, 0]) {
			await memory.unlessJustSlow(() => now, fails).catch((error: Error) => errors.push(error.message));
			now += pause * SECOND;
		}
		return { tookMs: now - begun, errors };
	}

	test.each([
		['slowly is repeated once: 75 s in all, and n8n gives up after 84', 30 * SECOND, [1, 1, 1, 1, 2]],
		['after 10 s is repeated once too', 10 * SECOND, [1, 1, 1, 1, 2]],
		['at once is repeated each time', 10 * SECOND - 1, [1, 2, 3, 4, 5]],
	])('%s', async (_, takesMs, shown) => {
		const tries = Math.max(...shown);
		const { tookMs, errors } = await publish(takesMs);
		expect(fails).toHaveBeenCalledTimes(tries);
		expect(tookMs).toBe(tries * takesMs + 15 * SECOND);
		expect(errors).toEqual(shown.map((time) => `failure ${time}`));
	});

	test('is tried again when somebody publishes again', async () => {
		await publish(30 * SECOND);
		now += 10 * SECOND;
		fails.mockRejectedValue(new Error('another'));
		await expect(memory.unlessJustSlow(() => now, fails)).rejects.toThrow('another');
		const succeeds = async () => await Promise.resolve('polled');
		expect(await memory.unlessJustSlow(() => now, succeeds)).toBe('polled');
	});
});

test('a scheduled poll is given more time after one that ran out of it, and less after the next', async () => {
	const memory = new TriggerMemory();
	let now = NOW;
	const given: string[] = [];
	const poll = async (takesMs: number, fails: boolean) => {
		const run = async (patience: string) => {
			given.push(patience);
			now += takesMs;
			return fails ? await Promise.reject(new Error('too late')) : await Promise.resolve(null);
		};
		await memory.patiently(() => now, run).catch(() => null);
	};
	await poll(MINUTE - 1, true);
	await poll(MINUTE, true);
	await poll(4 * MINUTE, false);
	await poll(5 * MINUTE, true);
	await poll(MINUTE, false);
	await poll(0, false);
	expect(given).toEqual(['brief', 'brief', 'long', 'long', 'brief', 'brief']);
});

test('a second poll does nothing while one is under way, and after it, however it ended, there is another', async () => {
	const memory = new TriggerMemory();
	const { promise, reject } = Promise.withResolvers<string>();
	const first = memory.unlessPolling(true, async () => await promise);
	const other = vi.fn<() => Promise<string>>().mockResolvedValue('polled');
	expect(await memory.unlessPolling(true, other)).toBeNull();
	expect(other).not.toHaveBeenCalled();
	reject(new Error('failed'));
	await expect(first).rejects.toThrow('failed');
	expect(await memory.unlessPolling(true, other)).toBe('polled');
});

test.each([
	['the items of a poll that was published over come again', false, undefined],
	['where n8n gives each poll a context of its own, another one tells of no publication', true, cursor(NOW)],
])('%s', async (_, isFirst, remembered) => {
	const memory = new TriggerMemory();
	const last = { cursor: cursor(NOW), before: undefined, endedAt: NOW, emitted: true };
	const poll = async () => {
		await memory.unlessPolling(true, async () => await Promise.resolve(null));
		memory.remember(last);
		return await Promise.resolve('polled');
	};
	expect(await memory.unlessPolling(isFirst, poll)).toBe('polled');
	expect(memory.last?.cursor).toEqual(remembered);
});

test('a poll is the first in its context, whatever other contexts there are', () => {
	const memory = new TriggerMemory();
	const [one, other] = [{}, {}];
	expect([one, one, other, one].map((context) => memory.isFirstIn(context))).toEqual([true, false, true, false]);
});

describe('the memory of a trigger', () => {
	test('is told from that of its copy in another workflow and of its neighbour', () => {
		const memories = [memoryOf('1', 'a'), memoryOf('2', 'a'), memoryOf('1', 'b'), memoryOf('1', 'a')];
		expect(new Set(memories).size).toBe(3);
	});

	test('is given up where a thousand others have polled since', () => {
		const [often, once, next] = ['often', 'once', 'next'].map((id) => memoryOf('mine', id));
		for (let other = 0; other < 997; other += 1) memoryOf('others', String(other));
		expect(memoryOf('mine', 'often')).toBe(often);
		memoryOf('others', '997');
		expect(memoryOf('mine', 'next')).toBe(next);
		expect(memoryOf('mine', 'once')).not.toBe(once);
	});
});
