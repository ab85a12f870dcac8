import type { NodeExecutionHint } from 'n8n-workflow';

import { LONG_LIMIT, SHORT_LIMIT } from '../../api/pacing/limits';

/** Shorter waits need no explanation. */
const LONG_WAIT_MS = 10_000;

/** Tells after a long wait how much of the run it took, so that nobody takes the limit at work for a slow node. */
export function pacingHint(waitedMs: number): NodeExecutionHint | undefined {
	if (waitedMs < LONG_WAIT_MS) return undefined;
	const seconds = Math.round(waitedMs / 1_000);
	const duration = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
	const limits = `${SHORT_LIMIT.requests} requests a second and ${LONG_LIMIT.requests} in ${LONG_LIMIT.windowMs / 60_000} minutes`;
	return {
		message: `${duration} of this run went into waiting for turns: the service takes ${limits} from the account`,
		type: 'info',
		location: 'outputPane',
	};
}
