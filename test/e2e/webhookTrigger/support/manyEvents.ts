import { setTimeout as delay } from 'node:timers/promises';

import type { Playground } from '../../../../playground/playground.ts';
import { userAssessmentIdOf } from './trigger.ts';

export interface Outcome {
	/** The userAssessmentId of every event that was sent. */
	sent: string[];
	/** How many successful executions each event has; events without any are missing. */
	successes: Map<string, number>;
	/** Deliveries, redeliveries included. */
	deliveries: number;
	/** Those that got an answer other than 200 or none. */
	failedDeliveries: number;
	/** How executions ended that were no success, with their number. */
	otherEnds: Record<string, number>;
}

/**
 * Has so many assessments scored, one every `everyMs`, while n8n is disturbed; the service redelivers each event every
 * second until it is answered with success. Ends when every event was, and n8n has run what it accepted.
 */
export async function sendWhile(
	playground: Playground,
	workflowId: string,
	plan: { events: number; everyMs: number },
	disturb: () => Promise<void>,
): Promise<Outcome> {
	const { control } = playground.simulator;
	await control.configure({ redeliverUntilAccepted: { intervalMs: 1_000, maxAttempts: 1_000 } });
	const { userAssessmentIds: sent } = await control.addUsers({ count: plan.events, status: 'ScorePending' });
	const sending = (async () => {
		for (const userAssessmentId of sent) {
			await control.score({ userAssessmentId });
			await delay(plan.everyMs);
		}
	})();
	await disturb();
	await sending;
	await control.idle();
	const deliveries = await control.deliveries();

	const all = await playground.api.executions.waitForCount(1, { workflowId, mode: 'webhook' });
	const running = ['new', 'running', 'waiting', 'unknown'];
	const pending = await playground.api.executions.list({ workflowId, status: running });
	for (const { id } of pending) all.push(await playground.api.executions.wait(id));
	const successes = new Map<string, number>();
	const otherEnds: Record<string, number> = {};
	for (const execution of all) {
		if (execution.status === 'success') {
			const id = userAssessmentIdOf(execution);
			successes.set(id, (successes.get(id) ?? 0) + 1);
		} else {
			otherEnds[execution.status] = (otherEnds[execution.status] ?? 0) + 1;
		}
	}
	const failedDeliveries = deliveries.filter(({ status }) => status !== 200).length;
	return { sent, successes, deliveries: deliveries.length, failedDeliveries, otherEnds };
}
