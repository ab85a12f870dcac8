import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { activate, drained, emittedScores, webhookWorkflow } from '../support/triggers.ts';

const EVENTS = 100;

// With n8n's default expression engine a slow machine can take longer to run what arrives in a burst after a restart than
// n8n gives itself for a graceful stop; what is cut off then is no matter of the trigger.
const playground = usePlayground({
	env: { N8N_EXPRESSION_ENGINE: 'legacy', N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '60' },
	editor: false,
});

it(
	'all of 100 events across two restarts run, and none runs twice unless n8n denied running it',
	{ timeout: 900_000 },
	async () => {
		const { api, restart, simulator } = playground();
		const { control } = simulator;
		const { id } = await webhookWorkflow(playground());
		await activate(api, id);
		// Patient, so that what is measured is n8n's restarts and not how it copes with a flood.
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
		// For a moment of its start n8n answers everything with 200 and "n8n is starting up. Please wait", and drops it. A service
		// behind a proxy that asks n8n whether it is ready never sees that; here such an answer counts as none.
		const tooEarly = (await control.deliveries()).filter(({ answer }) => answer?.includes('starting up'));
		for (const { deliveryId } of tooEarly) await control.redeliver({ deliveryId });
		await control.idle();

		const deliveries = await control.deliveries();
		// Otherwise nothing was ever delivered into a restart.
		expect(deliveries.filter(({ status }) => status !== 200).length).toBeGreaterThan(0);
		const lost = async () => {
			const emitted = new Set(await emittedScores(api, id));
			const missing = sent.filter((userAssessmentId) => !emitted.has(userAssessmentId));
			// n8n 1.x answers before it begins, so that a stop can cut off what no service sends again.
			const answered = deliveries.filter(({ status }) => isFirstGeneration && status === 200).map(({ body }) => body);
			return missing.filter((userAssessmentId) => !answered.some((body) => body.includes(userAssessmentId)));
		};
		await drained(playground());
		await expect.poll(lost).toEqual([]);
		const executions = await api.executions.list({ workflowId: id, mode: 'webhook' });
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);

		// While it shuts down, n8n can answer 500 to an event whose execution it has started all the same; the service must
		// send that again, and the next process can't know.
		const emitted = await emittedScores(api, id);
		const unexplained = sent.filter((userAssessmentId) => {
			const runs = emitted.filter((one) => one === userAssessmentId).length;
			const own = deliveries.filter(({ body }) => body.includes(userAssessmentId));
			const isDenied = /closed|RESET|^No answer within/;
			return own.filter(({ status, error }) => status === 500 || isDenied.test(error ?? '')).length < runs - 1;
		});
		expect(unexplained).toEqual([]);
		const runs = emitted.length - new Set(emitted).size;
		console.log(
			`Of ${EVENTS} events ${new Set(emitted).size} ran, and ${runs} ran again after n8n had denied running them`,
		);
	},
);
