import { setTimeout as delay } from 'node:timers/promises';

import type { N8n } from '../../../playground/n8nProcess.ts';
import type { QueuePlayground } from '../../../playground/queue/queuePlayground.ts';

const TIMEOUT_MS = 60_000;

/** The worker that began an execution, by what the workers print. */
export function workerOf({ workers }: QueuePlayground, executionId: string): N8n | undefined {
	const line = new RegExp(`Worker started execution ${executionId}\\b`);
	return workers.find(({ log }) => line.test(log()));
}

/** Everything that any process printed. */
export function allLogs({ n8n, workers, webhookProcessor }: QueuePlayground): string {
	return [n8n, ...workers, webhookProcessor].map(({ log }) => log()).join('\n');
}

/** Waits for something to come about, and gives it. */
export async function eventually<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + TIMEOUT_MS;
	for (;;) {
		const found = await find();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`Nothing after ${TIMEOUT_MS} ms: ${find.toString()}`);
		await delay(50);
	}
}
