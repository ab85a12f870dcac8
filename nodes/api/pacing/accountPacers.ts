import { systemClock } from './clock';
import type { Pacer } from './pacer';
import { createPacer } from './pacer';

/** Lives as long as the process: every node and execution of an account waits in the same line. */
const pacers = new Map<string, Pacer>();

/** @param accountId the hash that names address and key */
export function pacerOf(accountId: string): Pacer {
	const known = pacers.get(accountId);
	if (known !== undefined) return known;
	const pacer = createPacer(systemClock);
	pacers.set(accountId, pacer);
	return pacer;
}
