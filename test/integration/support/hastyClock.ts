import type { Clock } from '../../../nodes/api/pacing/clock.ts';

let now = Date.now();

/** In place of the system's clock: every wait is over at once, and time is what was waited. */
export const systemClock: Clock = {
	now: () => now,
	sleep: async (ms, signal) => {
		const end = now + ms;
		await new Promise((resolve) => setImmediate(resolve));
		if (signal?.aborted !== true) now = Math.max(now, end);
	},
};
