import type { Pacer } from '../../../../nodes/api/pacing/pacer.ts';
import type { ServiceModel } from './serviceModel.ts';
import type { VirtualTime } from './virtualTime.ts';

/** The number of items that the action node processes at once. */
const IN_FLIGHT = 10;
/** The action node's Max Rate Limit Wait. */
const WAIT_MS = 1_800_000;

/**
 * Sends requests through a pacer as the nodes do, and retries each one until it isn't refused.
 *
 * @returns when each request got its successful response, in ms since the start; requests that gave up aren't included
 */
export async function sendPaced(
	time: VirtualTime,
	pacer: Pacer,
	service: ServiceModel,
	{ requests, sender = 0 }: { requests: number; sender?: number },
): Promise<number[]> {
	const began = time.now();
	const doneAt: number[] = [];
	let next = 0;
	async function work(): Promise<void> {
		while (next < requests) {
			next += 1;
			await sendOne();
		}
	}
	async function sendOne(): Promise<void> {
		let waited = 0;
		for (let place: 'end' | 'front' = 'end'; ; place = 'front') {
			const asked = time.now();
			const result = await pacer.takeTurn({ waitUntil: asked + WAIT_MS - waited, place });
			waited += time.now() - asked;
			if (result.kind !== 'turn') return;
			const answer = await service.request(sender);
			result.settle(answer);
			if (answer.status === 200) {
				doneAt.push(time.now() - began);
				return;
			}
		}
	}
	await Promise.all(Array.from({ length: IN_FLIGHT }, work));
	return doneAt;
}
