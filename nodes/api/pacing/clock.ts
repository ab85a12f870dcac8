import { sleep } from 'n8n-workflow';

/** A clock that is passed as an argument: real in n8n, virtual in tests. */
export interface Clock {
	/** Returns ms since the epoch. Never goes back, even if the system's time is changed. */
	now(): number;
	/** Resolves after `ms`, or early when the signal aborts. Never throws. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Older versions of n8n's `sleep` ignore the signal, so a long wait is split into slices. */
const SLICE_MS = 500;

/** Measures waits. It ignores corrections of the system's clock, so use Date.now() to compare with the service's times. */
export const monotonicClock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	async sleep(ms, signal) {
		const end = this.now() + ms;
		for (let left = ms; left > 0 && signal?.aborted !== true; left = end - this.now()) {
			await sleep(Math.ceil(Math.min(left, SLICE_MS)));
		}
	},
};
