import type { Clock } from '../../../nodes/api/pacing/clock.ts';

/** Time for tests over real HTTP, of which virtual time knows nothing: it passes so many times faster than ours. */
export function fastTime(times: number): Clock {
	const [startsAt, began] = [Date.now(), performance.now()];
	return {
		now: () => startsAt + (performance.now() - began) * times,
		sleep: async (ms) => {
			await new Promise((resolve) => setTimeout(resolve, ms / times));
		},
	};
}
