import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

import { checkMainJob } from '../../playground/checkMainJob.ts';
import { startQueuePlayground } from '../../playground/queue/queuePlayground.ts';
import { useStarted } from '../../playground/vitest.ts';
import { addPeople, inviteNode, MEASURED, overPeople, scoreGetNode } from '../bench/workflows.ts';
import { activate, emittedEvents, patience, pollWorkflow, rounds } from '../e2e/support/triggers.ts';
import { scoreCandidates, webhookWorkflow } from '../e2e/support/triggers.ts';

const ITEMS = 40;
const INVITED = 20;

let signingKey = '';

const env = {
	// Each worker runs one execution at a time, so two executions occupy both workers.
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
	// With a long lock, no other worker takes over a killed worker's execution, however late that worker restarts.
	QUEUE_WORKER_LOCK_DURATION: '300000',
};
const playground = useStarted(() => startQueuePlayground(env));

/** The worker that started an execution, according to the workers' output. */
const workerOf = (executionId: string) =>
	playground().workers.find(({ log }) => new RegExp(`Worker started execution ${executionId}\\b`).test(log()));

describe('n8n in queue mode', () => {
	it('invites, returns scores and downloads files byte for byte on workers that store files in the database', async () => {
		await checkMainJob(playground(), 'database');
		const executions = await playground().api.executions.list();
		expect(executions).toHaveLength(3);
		for (const { id } of executions) expect(workerOf(id)).toBeDefined();
	});

	it("shares the rate limit between two workers, and doesn't lose items when the service is away for eight seconds", async () => {
		const { api, simulator, workers } = playground();
		const emails = await addPeople(simulator.control, ITEMS);
		await simulator.control.clearLimits();
		await simulator.control.clearRequests();
		const workflow = overPeople('Scores', emails, scoreGetNode(playground().credentials));
		const ids = await Promise.all(workers.map(async () => (await api.workflows.create(workflow)).id));
		const outage = { fault: { kind: 'status', status: 503 }, skip: ITEMS / 2, times: 'always' } as const;
		const { faultId } = await simulator.control.inject(outage);
		const begun = await Promise.all(ids.map((id) => api.workflows.begin(id)));
		await vi.waitUntil(async () => (await simulator.control.faults()).some(({ hits }) => hits > 0), patience);
		await delay(8_000);
		await simulator.control.clearFaults({ faultId });
		const executions = await Promise.all(begun.map((id) => api.executions.wait(id, 180_000)));
		for (const execution of executions) {
			expect(execution.error()).toBeUndefined();
			expect(execution.items(MEASURED).map(({ json }) => json.email)).toEqual(emails);
		}
		expect(new Set(executions.map(({ id }) => workerOf(id)))).toEqual(new Set(workers));

		const requests = await simulator.control.requests({ endpoint: '/score' });
		const refused = requests.filter(({ status }) => status === 429).length;
		// The two executions did compete for the rate limit.
		expect(refused).toBeGreaterThan(0);
	});

	it('verifies events with the signing key that the main process got, and returns each polled score once', async () => {
		const { api, simulator, webhookProcessor, kill9, restart } = playground();
		const { control } = simulator;
		// The first events reach a processor that has never received any, so they can take longer.
		await control.configure({ deliveryTimeoutMs: 30_000 });
		const { id: webhook } = await webhookWorkflow(playground());
		const poll = await pollWorkflow(playground());
		await activate(api, poll, webhook);
		const registered = await control.webhook();
		signingKey = registered?.signingKey ?? '';
		expect(registered?.url).toContain(`${webhookProcessor.url}/webhook/`);

		// Events start right after publishing. A higher rate would test how many events this n8n can handle.
		const scored: string[] = [];
		for (let count = 0; count < 8; count += 1) {
			scored.push(...(await scoreCandidates(simulator, 1)));
			await delay(100);
		}
		await control.idle();
		// Events don't need the main process.
		await kill9();
		scored.push(...(await scoreCandidates(simulator, 3)));
		await control.idle();
		await restart();
		const genuine = await control.deliveries();
		expect(genuine.map(({ status }) => status)).toEqual(scored.map(() => 200));

		const forged = { 'X-Signature': `Algorithm=HMAC-SHA256; Signature=${Buffer.alloc(32).toString('base64')}` };
		await control.sendEvent({ event: 'user-assessment-scored', rawBody: genuine[0]?.body ?? '', headers: forged });
		await control.redeliver({ deliveryId: genuine[0]?.deliveryId ?? 0 });
		await control.idle();
		expect((await control.deliveries()).slice(genuine.length).map(({ status }) => status)).toEqual([401, 200]);

		await vi.waitUntil(async () => (await emittedEvents(api, poll)).length >= scored.length, patience);
		await rounds(simulator, 2);
		const byWebhook = await emittedEvents(api, webhook);
		expect(byWebhook.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
		expect(new Set(await emittedEvents(api, poll))).toEqual(new Set(byWebhook));
		expect(await emittedEvents(api, poll)).toHaveLength(scored.length);

		for (const workflow of [webhook, poll]) await api.workflows.deactivate(workflow);
		expect(await control.webhook()).toBeNull();
		expect((await fetch(registered?.url ?? '', { method: 'POST', body: '{}' })).status).toBe(404);
	});

	it('invites each person once if a worker is killed while inviting and the workflow runs again', async () => {
		const { api, simulator, credentials } = playground();
		const { control } = simulator;
		await control.configure({ latency: { minMs: 100, maxMs: 300 } });
		await control.clearLimits();
		const [assessment] = (await control.state()).assessments;
		const emails = Array.from({ length: INVITED }, (_, index) => `invited${index}@example.com`);
		const invite = inviteNode(credentials, assessment?.assessmentId ?? '');
		const { id } = await api.workflows.create(overPeople('Invitations', emails, invite));
		const assigned = async () => (await control.requests({ endpoint: '/assign' })).filter(({ processed }) => processed);
		const killedId = await api.workflows.begin(id);
		await vi.waitUntil(async () => (await assigned()).length >= INVITED / 3, patience);
		const killed = workerOf(killedId);
		await killed?.kill9();
		expect((await assigned()).length).toBeLessThan(INVITED);
		const again = await api.workflows.run(id);
		expect(again.error()).toBeUndefined();
		const items = again.items(MEASURED).map(({ json }) => json);
		const kept = items.filter(({ alreadyAssigned }) => alreadyAssigned === true);
		expect(kept.length).toBeGreaterThanOrEqual(INVITED / 3);
		const invited = await Promise.all(emails.map((emailAddress) => control.user({ emailAddress })));
		expect(invited.map(({ assignments }) => assignments.length)).toEqual(emails.map(() => 1));
		expect(items.map(({ userAssessmentId }) => userAssessmentId)).toEqual(
			invited.map(({ assignments }) => assignments[0]?.userAssessmentId),
		);

		// Once its worker is back, n8n knows that the execution failed, and doesn't run it again.
		await killed?.restart();
		expect((await api.executions.wait(killedId)).status).toBe('crashed');
		expect(await assigned()).toHaveLength(INVITED);
	});

	it("doesn't write secrets to any log", () => {
		const { n8n, webhookProcessor, workers } = playground();
		const log = [n8n, webhookProcessor, ...workers].map((one) => one.log()).join('\n');
		expect(log).toContain('Worker finished execution');
		expect(signingKey).not.toBe('');
		expect([signingKey, playground().simulator.apiKey].filter((secret) => log.includes(secret))).toEqual([]);
	});
});
