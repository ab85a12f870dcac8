import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

import type { Playground } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import {
	activate,
	emittedEvents,
	pollingWorkflow,
	pollWorkflow,
	redeliverRefused,
	rounds,
	scoreCandidates,
	until,
	webhookWorkflow,
	withRenamedTrigger,
} from './pollTriggerWorkflows.ts';
import { engines } from './support/engines.ts';

const WAIT_MS = 120_000;

const durableScheduler = {
	name: 'the durable scheduler',
	env: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};

/** Every way in which n8n keeps what a poll trigger stores. */
const waysToStore = isFirstGeneration ? engines : [...engines, durableScheduler];

describe.each(waysToStore)('$name', ({ env }) => {
	const playground = usePlayground({ env });

	it(
		'two polling workflows and one with the webhook see the same 20 scores once, across kill -9',
		{ timeout: 600_000 },
		async () => {
			const { api, simulator, credentials, kill9, restart } = playground();
			const { control } = simulator;
			// What n8n runs but answers late would be sent again below, and rightly run again.
			await control.configure({ deliveryTimeoutMs: 60_000 });
			const polling = [await pollWorkflow(api, credentials), await pollWorkflow(api, credentials)];
			const all = [await webhookWorkflow(api, credentials), ...polling];
			for (const workflow of all) await activate(api, workflow);
			await rounds(simulator, 2 * polling.length);

			const scored = await scoreCandidates(simulator, 7);
			await seenBy(playground(), all, scored);

			// Killed in the middle of a poll: the request has arrived, the answer has not.
			const { faultId } = await control.inject({
				match: { path: '/scores' },
				fault: { kind: 'latency', minMs: 60_000, maxMs: 60_000 },
				times: 'always',
			});
			scored.push(...(await scoreCandidates(simulator, 3)));
			await seenBy(playground(), all.slice(0, 1), scored);
			await until(async () => (await control.faults()).some(({ hits }) => hits > 0), WAIT_MS);
			await kill9();
			await control.clearFaults({ faultId });
			scored.push(...(await scoreCandidates(simulator, 5)));
			await control.idle();
			await restart();
			await redeliverRefused(simulator);
			await seenBy(playground(), all, scored);

			scored.push(...(await scoreCandidates(simulator, 5)));
			await seenBy(playground(), all, scored);
			await rounds(simulator, 2 * polling.length);

			const [webhook = [], ...polls] = await Promise.all(
				all.map(async (workflow) => await emittedEvents(api, workflow)),
			);
			expect(scored).toHaveLength(20);
			expect(webhook.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
			for (const events of polls) expect(byId(events)).toEqual(byId(webhook));
		},
	);
});

describe.each(engines)('a polling workflow ($name)', ({ env }) => {
	const playground = usePlayground({ env });

	it.each([
		['503', { kind: 'status', status: 503 }],
		['401', { kind: 'status', status: 401 }],
		['nothing', { kind: 'hang' }],
	] as const)('that n8n starts while the service gives %s goes on by itself', async (_, fault) => {
		const { api, simulator, credentials, restart } = playground();
		const workflow = await pollWorkflow(api, credentials);
		await activate(api, workflow);
		await rounds(simulator, 1);
		const { faultId } = await simulator.control.inject({ match: { path: '/scores' }, fault, times: 'always' });
		const scored = await scoreCandidates(simulator, 2);
		await restart();
		scored.push(...(await scoreCandidates(simulator, 1)));
		// n8n tries five times in 15 s, and would give up the trigger then.
		await delay(25_000);
		await simulator.control.clearFaults({ faultId });
		await seenBy(playground(), [workflow], scored);
		await rounds(simulator, 2);
		const emitted = await emittedEvents(api, workflow);
		expect(emitted.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
		await api.workflows.deactivate(workflow);
	});

	it('goes on from its last poll when its node is renamed', async () => {
		const { api, simulator, credentials } = playground();
		const polling = pollingWorkflow(credentials);
		const workflow = await api.workflows.create(polling);
		await activate(api, workflow.id);
		await rounds(simulator, 1);
		const scored = await scoreCandidates(simulator, 2);
		expect(await api.workflows.publish(workflow.id, withRenamedTrigger(polling))).toMatchObject({
			status: 'published',
		});
		await seenBy(playground(), [workflow.id], scored);
		await rounds(simulator, 2);
		expect(await emittedEvents(api, workflow.id)).toHaveLength(2);
		await api.workflows.deactivate(workflow.id);
	});

	it('is not published while the service is silent, and n8n shows our reason', async () => {
		const { api, simulator, credentials } = playground();
		const workflow = await pollWorkflow(api, credentials);
		const { faultId } = await simulator.control.inject({
			match: { path: '/scores' },
			fault: { kind: 'hang' },
			times: 'always',
		});
		const begun = Date.now();
		const { status, errors } = await api.workflows.activate(workflow);
		await simulator.control.clearFaults({ faultId });
		expect(status).toBe('failed');
		expect(errors.join()).toContain('The service did not answer');
		expect(Date.now() - begun).toBeLessThan(50_000);
	});

	it('is built with recent results, which a live one still sees', async () => {
		const { api, simulator, credentials } = playground();
		const [live, draft] = [await pollWorkflow(api, credentials), await pollWorkflow(api, credentials)];
		await activate(api, live);
		await rounds(simulator, 1);
		const scored = await scoreCandidates(simulator, 1);
		for (const workflow of [draft, live]) {
			const sample = await api.workflows.run(workflow, { trigger: 'New Scores' });
			expect(sample.error()).toBeUndefined();
			expect(sample.items('New Scores').map(({ json }) => json.userAssessmentId)).toContain(scored[0]);
		}
		await seenBy(playground(), [live], scored);
		await api.workflows.deactivate(live);
	});

	it('shows why it can not begin', async () => {
		const { api, simulator, credentials } = playground();
		const workflow = await pollWorkflow(api, credentials);
		await simulator.control.inject({ fault: { kind: 'status', status: 401 }, times: 'always' });
		const { status, errors } = await api.workflows.activate(workflow);
		await simulator.control.clearFaults();
		expect(status).toBe('failed');
		expect(errors.join()).toContain('The service did not accept the API key');
	});
});

/** Waits until each of the workflows has been started with these scores and has ended. */
async function seenBy({ api }: Playground, workflows: string[], scored: string[]): Promise<void> {
	const missing = async (workflow: string) => {
		const seen = (await emittedEvents(api, workflow)).map(({ userAssessmentId }) => userAssessmentId);
		return scored.filter((userAssessmentId) => !seen.includes(userAssessmentId));
	};
	await vi.waitFor(async () => expect(await Promise.all(workflows.map(missing))).toEqual(workflows.map(() => [])), {
		timeout: WAIT_MS,
		interval: 1_000,
	});
}

function byId(events: Array<{ userAssessmentId: unknown; eventId: unknown }>): unknown[] {
	return events.map((event) => `${String(event.userAssessmentId)} ${String(event.eventId)}`).sort();
}
