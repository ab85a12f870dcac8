import { setTimeout as delay } from 'node:timers/promises';

import { asArray, asObject } from '../../../../playground/api/json.ts';
import type { Execution } from '../../../../playground/api/executions.ts';
import type { Playground } from '../../../../playground/playground.ts';
import { userAssessmentIdOf } from './trigger.ts';

/** How long a missing execution is waited for. */
const LATEST_MS = 30_000;

export interface Outcome {
	/** The userAssessmentId of every event that was sent. */
	sent: string[];
	/** How many successful executions each event has; events without any are missing. */
	successes: Map<string, number>;
	/** How many deliveries got an answer other than 200 or none. */
	failedDeliveries: number;
	/** How executions ended that were no success, with their number. */
	otherEnds: Record<string, number>;
}

/** Waits until n8n has run all that it has accepted and written down. */
export async function drained({ api }: Playground): Promise<void> {
	const filter = JSON.stringify({ status: ['new', 'running', 'waiting', 'unknown'] });
	for (;;) {
		const answer = await api.session.request('GET', `/executions?limit=1&filter=${encodeURIComponent(filter)}`);
		if (asArray(asObject(answer, 'The list of executions').results, "'results'").length === 0) return;
		await delay(100);
	}
}

/**
 * The executions of a workflow once n8n has run all that it has accepted. n8n 1.x begins after its answer and writes down
 * later still, so a missing one is waited for.
 */
async function writtenDown(playground: Playground, workflowId: string, sent: readonly string[]): Promise<Execution[]> {
	const deadline = Date.now() + LATEST_MS;
	for (;;) {
		await drained(playground);
		const all = await playground.api.executions.waitForCount(0, { workflowId, mode: 'webhook' });
		const seen = new Set(all.map(userAssessmentIdOf));
		if (sent.every((id) => seen.has(id)) || Date.now() > deadline) return all;
		await delay(500);
	}
}

/**
 * For a moment of its start n8n answers everything with 200 and "n8n is starting up. Please wait", and drops it. A service
 * behind a proxy that asks n8n whether it is ready never sees that; here such an answer counts as none.
 */
async function redeliverAnsweredTooEarly({ simulator: { control } }: Playground): Promise<void> {
	const deliveries = await control.deliveries();
	const dropped = deliveries.filter(({ status, answer }) => status === 200 && answer?.includes('starting up'));
	for (const { deliveryId } of dropped) await control.redeliver({ deliveryId });
	await control.idle();
}

/**
 * Has so many assessments scored, one every `everyMs`, while n8n is disturbed; the service redelivers each event
 * every few seconds until it is answered with success. Ends when every event was, and n8n has run what it accepted.
 */
export async function sendWhile(
	playground: Playground,
	workflowId: string,
	plan: { events: number; everyMs: number },
	disturb: () => Promise<void>,
): Promise<Outcome> {
	const { control } = playground.simulator;
	// Patient, so that what is measured is n8n's restarts and not how it copes with a flood.
	const redeliverUntilAccepted = { intervalMs: 5_000, maxAttempts: 1_000 };
	await control.configure({ redeliverUntilAccepted, deliveryTimeoutMs: 30_000 });
	await control.clearDeliveries();
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
	await redeliverAnsweredTooEarly(playground);
	const deliveries = await control.deliveries();

	const all = await writtenDown(playground, workflowId, sent);
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
	return { sent, successes, failedDeliveries, otherEnds };
}
