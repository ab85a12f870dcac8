import type { Clock } from './clock';
import { systemClock } from './clock';
import type { Pacer } from './pacer';
import { createPacer } from './pacer';

/** Lives as long as the process: every node and execution of an account waits in the same queue. Least recently used first. */
const pacers = new Map<string, Pacer>();

/** @param accountId the hash that names address and key */
export function pacerOf(accountId: string, clock: Clock = systemClock): Pacer {
	const pacer = pacers.get(accountId) ?? createPacer(clock, Math.random);
	pacers.delete(accountId);
	forgetIdle();
	pacers.set(accountId, pacer);
	return pacer;
}

/** Keys change over the years; an account that has been quiet for the longest window is as good as new. */
function forgetIdle(): void {
	for (const [accountId, pacer] of pacers) {
		if (!pacer.isIdle()) return;
		pacers.delete(accountId);
	}
}
