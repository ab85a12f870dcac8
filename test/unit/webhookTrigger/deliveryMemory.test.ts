import { expect, it } from 'vitest';

import {
	createDeliveryMemory,
	REMEMBERED_EVENTS,
	REMEMBERED_MS,
} from '../../../nodes/EnterpriseAssessmentTrigger/receiving/deliveryMemory.ts';

function start() {
	const clock = { now: 1_000_000 };
	const memory = createDeliveryMemory(() => clock.now);
	return {
		clock,
		memory,
		/** One delivery from beginning to end: what of it was to be run. */
		deliver: async (ids: string[], answeredWithSuccess: boolean): Promise<readonly string[]> => {
			const claim = await memory.claim(ids);
			claim.end(answeredWithSuccess);
			return claim.ids;
		},
	};
}

it('of several events in a delivery, those that are new run', async () => {
	const { deliver } = start();
	await deliver(['a'], true);
	expect(await deliver(['a', 'b'], true)).toEqual(['b']);
});

it('is forgotten after 24 hours and not before', async () => {
	const { clock, deliver } = start();
	await deliver(['a'], true);
	clock.now += REMEMBERED_MS - 1;
	expect(await deliver(['a'], true)).toEqual([]);
	clock.now += 1;
	expect(await deliver(['a'], true)).toEqual(['a']);
	expect(REMEMBERED_MS).toBe(86_400_000);
});

it('remembers 10,000 events, the latest ones', async () => {
	const { deliver } = start();
	for (let index = 0; index <= REMEMBERED_EVENTS; index++) await deliver([`e${index}`], true);
	expect(await deliver(['e1', `e${REMEMBERED_EVENTS}`], false)).toEqual([]);
	expect(await deliver(['e0'], false)).toEqual(['e0']);
	expect(REMEMBERED_EVENTS).toBe(10_000);
});

it('a redelivery waits for the answer to the first delivery, and takes over where that failed', async () => {
	const { memory } = start();
	const first = await memory.claim(['a']);
	const order: string[] = [];
	const waiting = [1, 2, 3].map(async (number) => {
		const claim = await memory.claim(['a']);
		order.push(`${number}: ${claim.ids.join()}`);
		// The second delivery is answered with an error as well, the third with success.
		claim.end(number === 2);
		return claim.ids.length;
	});
	await memory.claim(['b']);
	expect(order).toEqual([]);
	first.end(false);
	expect(await Promise.all(waiting)).toEqual([1, 1, 0]);
});
