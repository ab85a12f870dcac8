import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { headless } from '../../../playground/n8nEnvironment.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { activate, drained, emittedScores, webhookWorkflow } from '../support/triggers.ts';

const EVENTS = 100;

// With n8n's default expression engine, a slow machine can take longer to run a burst of events than n8n's graceful stop
// allows. The trigger isn't responsible for executions that are cut off this way.
const playground = usePlayground({
	env: { ...headless, N8N_EXPRESSION_ENGINE: 'legacy', N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '60' },
});

it(
	"each of 100 events during two restarts runs once, and again only if n8n hadn't confirmed it",
	{ timeout: 900_000 },
	async () => {
		const { api, restart, simulator } = playground();
		const { control } = simulator;
		const { id } = await webhookWorkflow(playground());
		await activate(api, id);
		// With a short interval, this would test a flood of events, not n8n's restarts.
		const redeliverUntilAccepted = { intervalMs: 5_000, maxAttempts: 1_000 };
		await control.configure({ redeliverUntilAccepted, deliveryTimeoutMs: 30_000 });
		const { userAssessmentIds: sent } = await control.addUsers({ count: EVENTS, status: 'ScorePending' });
		const sending = (async () => {
			for (const userAssessmentId of sent) {
				await control.score({ userAssessmentId });
				await delay(150);
			}
		})();
		for (let count = 0; count < 2; count++) await restart();
		await sending;
		await control.idle();
		// While starting, n8n briefly responds to everything with 200 and "n8n is starting up. Please wait", and drops it. A service
		// behind a proxy that checks whether n8n is ready never sees that response. This test doesn't count it as a delivery.
		const tooEarly = (await control.deliveries()).filter(({ answer }) => answer?.includes('starting up'));
		for (const { deliveryId } of tooEarly) await control.redeliver({ deliveryId });
		await control.idle();

		const deliveries = await control.deliveries();
		// At least one event was sent during a restart.
		expect(deliveries.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
		await drained(playground());
		const executions = await api.executions.list({ workflowId: id, mode: 'webhook' });
		expect(executions.filter(({ status }) => status === 'error')).toEqual([]);
		const stored = await Promise.all(executions.map(async (one) => (await api.executions.get(one.id)).text));
		const emitted = await emittedScores(api, id);
		const wrong = sent.flatMap((event) => {
			const own = deliveries.filter(({ body }) => body.includes(event));
			// n8n's stop can cut off an execution that hasn't begun to run. The trigger isn't responsible for that, so an event is lost
			// only if no execution has it. n8n 1.x even responds before it stores an execution.
			const isStored = stored.some((text) => text.includes(event));
			const isLost = !isStored && !(isFirstGeneration && own.some(({ status }) => status === 200));
			// While shutting down, n8n can respond with 500 to an event although it has started the execution. The service has to
			// redeliver that event, and the next n8n process can't know about the first execution.
			const isDenied = /closed|RESET|^No response within/;
			const denied = own.filter(({ status, error }) => status === 500 || isDenied.test(error ?? ''));
			const isRepeated = emitted.filter((one) => one === event).length > denied.length + 1;
			const answers = own.map(({ status, answer, error }) => ({ status, answer, error }));
			return isLost || isRepeated ? [{ event, isLost, answers }] : [];
		});
		expect(wrong).toEqual([]);
	},
);
