import type { NodeExecutionHint } from 'n8n-workflow';

import { LONG_LIMIT, SHORT_LIMIT } from './limits';

/** Shorter waits need no explanation. */
const LONG_WAIT_MS = 10_000;

/** Tells after a long wait how much of the run it took, so that nobody takes the limit at work for a slow node. */
export function pacingHint(waitedMs: number): NodeExecutionHint | undefined {
	if (waitedMs < LONG_WAIT_MS) return undefined;
	const minutes = LONG_LIMIT.windowMs / 60_000;
	return {
		message: `${duration(waitedMs)} of this run went into waiting for turns: the service takes ${SHORT_LIMIT.requests} requests a second and ${LONG_LIMIT.requests} in ${minutes} minutes from the account`,
		type: 'info',
		location: 'outputPane',
	};
}

/** E.g. `1 h 2 min 3 s`. */
function duration(ms: number): string {
	const seconds = Math.round(ms / 1_000);
	const parts = [
		[Math.floor(seconds / 3_600), 'h'],
		[Math.floor(seconds / 60) % 60, 'min'],
		[seconds % 60, 's'],
	] as const;
	return parts
		.filter(([amount]) => amount > 0)
		.map(([amount, unit]) => `${amount} ${unit}`)
		.join(' ');
}
