import { onTestFinished, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';

/**
 * Divides the nodes' timeouts and pauses by a factor for the rest of the test. The machine's own delays stay the same, so a test
 * that needs several responses in time chooses a smaller factor.
 *
 * @returns the sum of the timeouts so far, in the nodes' ms
 */
export function hurry(factor = 20): () => number {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const [now, sleep] = [monotonicClock.now.bind(monotonicClock), monotonicClock.sleep.bind(monotonicClock)];
	const began = now();
	vi.spyOn(monotonicClock, 'now').mockImplementation(() => began + (now() - began) * factor);
	vi.spyOn(monotonicClock, 'sleep').mockImplementation(async (ms, signal) => await sleep(ms / factor, signal));
	onTestFinished(() => void vi.restoreAllMocks());
	const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.round(ms / factor)));
	return () => timeouts.mock.calls.reduce((total, [ms]) => total + ms, 0);
}
