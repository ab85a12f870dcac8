import { setTimeout as delay } from 'node:timers/promises';

import type { Execution } from '../../playground/api/executions.ts';
import type { Playground } from '../../playground/playground.ts';

/** Runs a workflow by hand, has its result looked at, and makes n8n forget the execution and its files. */
export async function runAndForget(
	{ api }: Playground,
	workflowId: string,
	{ expectedMs, timeoutMs }: { expectedMs: number; timeoutMs: number },
	look: (execution: Execution) => void | Promise<void>,
): Promise<void> {
	const id = await api.workflows.begin(workflowId);
	// Asking all the time would be work for n8n that has nothing to do with the nodes.
	await delay(expectedMs);
	await look(await api.executions.wait(id, timeoutMs));
	await api.session.request('POST', '/executions/delete', { ids: [id] });
}
