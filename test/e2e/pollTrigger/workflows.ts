import { randomUUID } from 'node:crypto';

import { expect, vi } from 'vitest';

import type { N8nApi } from '../../../playground/api/index.ts';
import { packageName } from '../../../playground/communityPackage.ts';
import type { Playground } from '../../../playground/playground.ts';
import { chain } from '../../../playground/workflows/build.ts';
import type { NodeSketch } from '../../../playground/workflows/build.ts';
import type { Simulator } from '../../../simulator/index.ts';

/** Poll times every so many seconds, a part of 60. n8n refuses a cron with a changing second, but not several with one each. */
export function everySeconds(seconds: number): Array<{ mode: 'custom'; cronExpression: string }> {
	return Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
}

/** For what takes a few polls. */
export const patience = { timeout: 180_000 };

const lastNode: NodeSketch = { name: 'End', type: 'n8n-nodes-base.noOp' };

/** The trigger of each of these workflows. */
export const TRIGGER = 'New Scores';

/** A workflow that polls every two seconds, or every so many; its id. */
export async function pollWorkflow(
	api: N8nApi,
	credentials: Playground['credentials'],
	{ seconds = 2, filters = {} }: { seconds?: number; filters?: Record<string, unknown> } = {},
): Promise<string> {
	const trigger = {
		name: TRIGGER,
		type: `${packageName}.enterpriseAssessmentPollTrigger`,
		parameters: { pollTimes: { item: everySeconds(seconds) }, filters, simplify: true },
		credentials,
	};
	return (await api.workflows.create(chain(`Poll ${randomUUID()}`, [trigger, lastNode]))).id;
}

/** A workflow that the account's webhook starts; its id. */
export async function webhookWorkflow(api: N8nApi, credentials: Playground['credentials']): Promise<string> {
	const trigger = {
		name: TRIGGER,
		type: `${packageName}.enterpriseAssessmentTrigger`,
		parameters: { simplify: true },
		credentials,
		webhookId: randomUUID(),
	};
	return (await api.workflows.create(chain(`Webhook ${randomUUID()}`, [trigger, lastNode]))).id;
}

export async function activate(api: N8nApi, workflow: string): Promise<void> {
	const { status, errors } = await api.workflows.activate(workflow);
	if (status !== 'published') throw new Error(`The workflow was not published: ${status} ${errors.join(', ')}`);
}

/** Everything that successful executions of the workflow were started with. */
export async function emittedEvents(api: N8nApi, workflow: string) {
	const finished = await api.executions.list({ workflowId: workflow, status: ['success'] });
	const started = finished.filter(({ mode }) => mode !== 'manual');
	const executions = await Promise.all(started.map(async ({ id }) => await api.executions.get(id)));
	return executions.flatMap((execution) =>
		execution.items('End').map(({ json: { userAssessmentId, eventId } }) => ({ userAssessmentId, eventId })),
	);
}

/** Waits until each of the workflows has been started with these scores and has ended. */
export async function seenBy(api: N8nApi, workflows: readonly string[], scored: readonly string[]): Promise<void> {
	const missing = async (workflow: string) => {
		const seen = (await emittedEvents(api, workflow)).map(({ userAssessmentId }) => userAssessmentId);
		return scored.filter((userAssessmentId) => !seen.includes(userAssessmentId));
	};
	await vi.waitFor(async () => expect(await Promise.all(workflows.map(missing))).toEqual(workflows.map(() => [])), {
		...patience,
		interval: 1_000,
	});
}

/** Someone new finishes an assessment, this one or any, and gets a score, so many times. */
export async function scoreCandidates({ control }: Simulator, count: number, assessmentId?: string): Promise<string[]> {
	const { userAssessmentIds } = await control.addUsers({
		count,
		...(assessmentId === undefined ? {} : { assessmentId }),
		status: 'ScorePending',
		completedFrom: Date.now() - 60_000,
	});
	for (const userAssessmentId of userAssessmentIds) await control.score({ userAssessmentId });
	return userAssessmentIds;
}

/**
 * Sends the events again that found nobody, as the specification does not promise. Not earlier: while n8n starts, it
 * answers 200 to whatever comes and runs nothing.
 */
export async function redeliverRefused({ control }: Simulator): Promise<void> {
	for (const { deliveryId, status } of await control.deliveries()) {
		if (status !== 200) await control.redeliver({ deliveryId });
	}
}

/** Waits until so many more polls have been answered. */
export async function rounds({ control }: Simulator, count: number): Promise<void> {
	const before = (await control.requests({ endpoint: '/scores' })).at(-1)?.requestId ?? 0;
	const areAnswered = async () => {
		const polls = await control.requests({ endpoint: '/scores', after: before });
		return polls.filter(({ status }) => status === 200).length >= count;
	};
	await vi.waitUntil(areAnswered, { ...patience, interval: 500 });
}
