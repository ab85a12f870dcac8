import type { Pacer } from '../../../../nodes/api/pacing/pacer.ts';
import type { ServiceModel } from './serviceModel.ts';
import type { VirtualTime } from './virtualTime.ts';

export interface PacedRun {
	/** When each request had its successful answer; ms since the run began. */
	doneAt: number[];
	sent: number;
	gaveUp: number;
}

/** Sends requests under a pacer as the nodes do: so many in flight, each repeated until it is not refused. */
export async function sendPaced(
	time: VirtualTime,
	pacer: Pacer,
	service: ServiceModel,
	{
		requests,
		inFlight = 10,
		waitMs = 1_800_000,
		onDone,
	}: { requests: number; inFlight?: number; waitMs?: number; onDone?: (at: number) => void },
): Promise<PacedRun> {
	const began = time.now();
	const run: PacedRun = { doneAt: [], sent: 0, gaveUp: 0 };
	let next = 0;
	async function work(): Promise<void> {
		while (next < requests) {
			next += 1;
			await sendOne();
		}
	}
	async function sendOne(): Promise<void> {
		let ticket: number | undefined;
		let waited = 0;
		for (;;) {
			const asked = time.now();
			const result = await pacer.takeTurn({ waitUntil: asked + waitMs - waited, ticket });
			waited += time.now() - asked;
			if (result.kind !== 'turn') {
				run.gaveUp += 1;
				return;
			}
			ticket = result.turn.ticket;
			run.sent += 1;
			const { status, retryAfterMs } = await service.request();
			result.turn.settle({ status, retryAfterMs });
			if (status === 200) {
				run.doneAt.push(time.now() - began);
				onDone?.(time.now());
				return;
			}
		}
	}
	await Promise.all(Array.from({ length: inFlight }, work));
	return run;
}
