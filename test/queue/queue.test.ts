import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';

import { checkMainJob } from '../../playground/checkMainJob.ts';
import { startQueuePlayground } from '../../playground/queue/queuePlayground.ts';
import { useStarted } from '../../playground/vitest.ts';
import { createQuickStart } from '../e2e/examples/scenarios/quickStart.ts';
import { startMailbox } from '../e2e/examples/support/mailbox.ts';
import { formsOf, ORGANIZER } from '../e2e/examples/support/world.ts';
import { activate, emittedEvents, patience, pollWorkflow, rounds } from '../e2e/support/triggers.ts';
import { scoreCandidates, webhookWorkflow } from '../e2e/support/triggers.ts';

/** On each of two lists. */
const ITEMS = 30;

// Each worker runs one execution at a time, so two executions occupy both workers.
const playground = useStarted(() => startQueuePlayground({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' }));

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

	it('emails everyone on two lists once, although two workers share the limit and the service is stopped for 20 s', async (context) => {
		const { api, simulator, webhookProcessor, workers } = playground();
		const { control } = simulator;
		const mailbox = await startMailbox();
		context.onTestFinished(mailbox.close);
		const credentials: Record<string, { id: string; name: string }> = { ...playground().credentials };
		for (const [type, data] of Object.entries({ smtp: mailbox.credentials, httpBasicAuth: ORGANIZER }))
			credentials[type] = { name: type, id: await api.credentials.create({ name: type, type, data }) };
		const { id, upload } = await createQuickStart({ api, credentials, form: formsOf(webhookProcessor) });
		await activate(api, id);
		const assigned = async () => (await control.requests({ endpoint: '/assign' })).filter(({ processed }) => processed);
		await control.configure({ latency: { minMs: 50, maxMs: 300 } });
		await control.clearLimits();
		await control.clearRequests();
		const people = Array.from({ length: 2 * ITEMS }, (_, index) => `pupil${index}@example.com`);
		const lists = [people.slice(ITEMS), people.slice(0, ITEMS)];
		for (const list of lists) await upload(...list.map((email) => `${email},Ann,Lee`));
		await vi.waitUntil(async () => (await assigned()).length > ITEMS / 2, patience);
		await simulator.suspend();
		expect(await api.executions.list({ workflowId: id, status: ['running'] })).toHaveLength(2);
		await delay(20_000);
		await simulator.resume();
		const executions = await api.executions.waitForCount(2, { workflowId: id });
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(new Set(executions.map((execution) => workerOf(execution.id)))).toEqual(new Set(workers));
		// Those whose link was lost when the service stopped aren't emailed.
		const lost = (await assigned()).filter(({ status }) => status === null);
		const emailed = people.filter((email) => !JSON.stringify(lost).includes(`"${email}"`));
		expect(mailbox.recipients().sort()).toEqual(emailed.sort());
		const errors = executions.flatMap((execution) => execution.items('Invite', 1)).map(({ json }) => json.error);
		const told: unknown = expect.stringMatching(/^The person was invited, but .* link was lost/);
		expect(errors).toEqual(lost.map(() => told));
		const users = await Promise.all(people.map((emailAddress) => control.user({ emailAddress })));
		expect(users.map(({ assignments }) => assignments.length)).toEqual(people.map(() => 1));
		// The two executions did compete for the rate limit.
		expect((await control.requests()).some(({ status }) => status === 429)).toBe(true);
		await control.configure({ latency: null });
		await api.workflows.deactivate(id);
	});

	it('verifies events with the signing key of the main process, returns each polled score once, and logs no key', async () => {
		const { api, n8n, simulator, webhookProcessor, workers, kill9, restart } = playground();
		const { control } = simulator;
		// The first events reach a processor that has never received any, so they can take longer.
		await control.configure({ deliveryTimeoutMs: 30_000 });
		const { id: webhook } = await webhookWorkflow(playground());
		const poll = await pollWorkflow(playground());
		await activate(api, poll, webhook);
		const registered = await control.webhook();
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

		const log = [n8n, webhookProcessor, ...workers].map((one) => one.log()).join('\n');
		expect(log).toContain('Worker finished execution');
		const secrets = [registered?.signingKey ?? log, simulator.apiKey];
		expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
	});
});
