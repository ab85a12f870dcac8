import type { N8n } from '../../../playground/n8nProcess.ts';
import type { QueuePlayground } from '../../../playground/queue/queuePlayground.ts';

/** The worker that began an execution, by what the workers print. */
export function workerOf({ workers }: QueuePlayground, executionId: string): N8n | undefined {
	const line = new RegExp(`Worker started execution ${executionId}\\b`);
	return workers.find(({ log }) => line.test(log()));
}

/** Everything that any process printed. */
export function allLogs({ n8n, workers, webhookProcessor }: QueuePlayground): string {
	return [n8n, ...workers, webhookProcessor].map(({ log }) => log()).join('\n');
}
