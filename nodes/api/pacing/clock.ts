import { sleep } from 'n8n-workflow';

/** Time as an argument: real in n8n, virtual in tests. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms`, or early when the signal aborts. Never throws. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Older versions of n8n's `sleep` ignore the signal, so a long wait is made of slices. */
const SLICE_MS = 500;

export const systemClock: Clock = {
	now: () => Date.now(),
	async sleep(ms, signal) {
		const end = Date.now() + ms;
		for (let left = ms; left > 0 && signal?.aborted !== true; left = end - Date.now()) {
			await sleep(Math.min(left, SLICE_MS));
		}
	},
};
