import { onTestFinished, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';

const FACTOR = 20;

/**
 * Makes the nodes' timeouts and pauses twenty times as fast for the rest of the test.
 *
 * @returns the sum of the timeouts so far, in the nodes' ms
 */
export function hurry(): () => number {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const [now, sleep] = [monotonicClock.now.bind(monotonicClock), monotonicClock.sleep.bind(monotonicClock)];
	const began = now();
	vi.spyOn(monotonicClock, 'now').mockImplementation(() => began + (now() - began) * FACTOR);
	vi.spyOn(monotonicClock, 'sleep').mockImplementation(async (ms, signal) => await sleep(ms / FACTOR, signal));
	onTestFinished(() => void vi.restoreAllMocks());
	const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.round(ms / FACTOR)));
	return () => timeouts.mock.calls.reduce((total, [ms]) => total + ms, 0);
}
