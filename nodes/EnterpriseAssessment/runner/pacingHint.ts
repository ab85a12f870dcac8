import type { NodeExecutionHint, NodeHint } from 'n8n-workflow';

import { LONG_LIMIT, SHORT_LIMIT } from '../../api/pacing/limits';

/** Shorter waits need no explanation. */
const LONG_WAIT_MS = 10_000;

/** As many as the short limit lets through in 20 seconds. */
const MANY_ITEMS = 100;

/** Tells before a run with many items that it will take its time. */
export function manyItemsHint(): NodeHint {
	return {
		message: `With this many items the node waits for its turns: ${limits()}. A run that waits has not hung.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $input.all().length > ${MANY_ITEMS} }}`,
	};
}

/** Tells after a long wait how much of the run it took, so that nobody takes the limit at work for a slow node. */
export function pacingHint(waitedMs: number): NodeExecutionHint | undefined {
	if (waitedMs < LONG_WAIT_MS) return undefined;
	return {
		message: `${duration(waitedMs)} of this run went into waiting for turns: ${limits()}`,
		type: 'info',
		location: 'outputPane',
	};
}

function limits(): string {
	const minutes = LONG_LIMIT.windowMs / 60_000;
	return `the service takes ${SHORT_LIMIT.requests} requests a second and ${LONG_LIMIT.requests} in ${minutes} minutes from the account`;
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
