import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { JsonObject } from '../../../playground/api/json.ts';
import { headless } from '../../../playground/n8nEnvironment.ts';
import type { Playground } from '../../../playground/playground.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { n8nNode } from '../../../playground/workflows/nodes.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { activate, changes, emittedScores, engines, scoreCandidates } from '../support/triggers.ts';
import { patience, seenBy, TRIGGER, useAccounts, webhookWorkflow } from '../support/triggers.ts';
import type { WebhookWorkflow } from '../support/triggers.ts';

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

/** A workflow with the trigger, and an account that only this workflow uses. */
type Own = WebhookWorkflow & { readonly place: Playground };

describe.each(engines)('$name', ({ isOlder, env }) => {
	// With this limit, n8n holds back an event while the execution of another one runs.
	const playground = usePlayground({ env: { ...headless, ...env, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } });
	const newAccount = useAccounts(playground);
	const secrets = new Set<string>();

	async function addNew(name: string, parameters: JsonObject = {}): Promise<Own> {
		const place = await newAccount();
		secrets.add(place.simulator.apiKey);
		return { place, ...(await webhookWorkflow(place, name, parameters)) };
	}

	async function publishNew(name: string): Promise<Own> {
		const own = await addNew(name);
		await activate(own.place.api, own.id);
		return own;
	}

	async function publishChanged({ place, id, changed }: Own, parameters: JsonObject = { simplify: false }) {
		return await place.api.workflows.publish(id, changed(parameters));
	}

	/** Expects that publishing fails, and that the user reads all of this. */
	async function expectRefused(publishing: ReturnType<typeof publishChanged>, ...said: string[]) {
		const { status, errors } = await publishing;
		expect(status).toBe('failed');
		for (const part of said) expect(errors.join()).toMatch(part);
	}

	async function registered({ place }: Own): Promise<string | undefined> {
		const webhook = await place.simulator.control.webhook();
		if (webhook?.signingKey) secrets.add(webhook.signingKey);
		return webhook?.url;
	}

	/** Expects that an event now starts the workflow exactly once more. */
	async function expectReceives(own: Own): Promise<void> {
		const { api, simulator } = own.place;
		expect(await registered(own)).toBeDefined();
		const before = await emittedScores(api, own.id);
		const scored = await scoreCandidates(simulator, 1);
		await seenBy(api, [own.id], scored);
		expect(await emittedScores(api, own.id)).toEqual([...before, ...scored]);
	}

	describe.concurrent('in a running n8n', () => {
		it('a changed workflow is registered again on publishing, and unpublishing removes the webhook', async () => {
			const own = await publishNew('Changes');
			expect((await publishChanged(own)).status).toBe('published');
			expect(await changes(own.place)).toEqual(['POST /webhook', 'DELETE /webhook', 'POST /webhook']);
			await expectReceives(own);
			expect(await fetch(own.url, { method: 'POST' })).toMatchObject({ status: 401, statusText: 'Unauthorized' });
			await own.place.api.workflows.deactivate(own.id);
			expect(await registered(own)).toBeUndefined();
		});

		it('publishing or testing a second workflow fails immediately, and the first workflow keeps receiving events', async () => {
			const first = await publishNew('First');
			const { api, simulator } = first.place;
			const second = await webhookWorkflow(first.place, 'Second');
			await simulator.control.clearRequests();
			const said = ["The workflow 'First' uses your account's only webhook", first.url, "'Replace Existing Webhook'"];
			await expectRefused(api.workflows.activate(second.id), ...said, 'Poll Trigger');
			// One read belongs to `create`, and one to each `delete` that n8n calls after a failure (two with its older engine).
			const sent = await simulator.control.requests();
			expect(sent.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(4);
			await expect(api.workflows.listen(second.id, TRIGGER)).rejects.toThrow('a test never replaces it');
			await expect(api.workflows.listen(first.id, TRIGGER)).rejects.toThrow("The workflow 'First' uses");
			expect(await changes(first.place)).toEqual([]);
			await expectReceives(first);
		});

		// If a test begins while another one ends, n8n copies its database objects, and hangs for minutes.
		it(
			"a test shows the example event, and doesn't leave a webhook behind even if it is canceled",
			{ concurrent: false },
			async () => {
				const own = await addNew('Built', { events: ['webhook-example'] });
				const { api } = own.place;
				await api.workflows.listen(own.id, TRIGGER);
				const [execution] = await api.executions.waitForCount(1, { workflowId: own.id });
				expect(execution?.status).toBe('success');
				expect(execution?.items('End')[0]?.json).toMatchObject({ event: 'webhook-example' });
				await vi.waitFor(async () => expect(await registered(own)).toBeUndefined(), patience);
				const canceled = await addNew('Canceled');
				await api.workflows.listen(canceled.id, TRIGGER);
				expect(await registered(canceled)).toBe(canceled.testUrl);
				await api.workflows.stopListening(canceled.id);
				await vi.waitFor(async () => expect(await registered(canceled)).toBeUndefined(), patience);
				expect(await changes(own.place)).toEqual(['POST /webhook', 'POST /webhook/example', 'DELETE /webhook']);
			},
		);

		it('an event that n8n holds back runs once, however often it is redelivered meanwhile', async () => {
			const { place, id, changed } = await addNew('Slow');
			const { api, simulator } = place;
			const redeliverUntilAccepted = { intervalMs: 500, maxAttempts: 100 };
			await simulator.control.configure({ deliveryTimeoutMs: 1_000, redeliverUntilAccepted });
			const wait = n8nNode('Wait', 'wait', 1.1, { amount: 5 });
			expect(await api.workflows.publish(id, changed({}, wait))).toMatchObject({ errors: [] });
			const scored = await scoreCandidates(simulator, 2);
			await seenBy(api, [id], scored);
			await simulator.control.idle();
			// n8n 1.x responds before it holds back an event, so the event isn't redelivered.
			if (!isFirstGeneration) expect((await simulator.control.deliveries()).length).toBeGreaterThan(scored.length);
			// There are two executions, and either can be the first to end.
			expect((await emittedScores(api, id)).sort()).toEqual(scored.sort());
			expect(await api.executions.list({ workflowId: id })).toHaveLength(2);
		});
	});

	describe('after kill -9', () => {
		const own: Record<string, Own> = {};
		const the = (name: string): Own => own[name] ?? expect.fail(`There is no workflow ${name}`);

		beforeAll(async () => {
			for (const name of ['answers', 'overwritten', 'deleted', 'is down']) own[name] = await publishNew(name);
			own['testing'] = await addNew('testing');
			await expectReceives(the('answers'));
			await the('overwritten').place.simulator.control.registerWebhook({ url: FOREIGN });
			await the('deleted').place.simulator.control.deleteWebhook();
			const fault = { kind: 'status', status: 503 } as const;
			await the('is down').place.simulator.control.inject({ fault, times: 'always' });
			await playground().api.workflows.listen(the('testing').id, TRIGGER);
			await playground().kill9();
			await playground().restart();
		});

		it.each(['answers', 'is down'])('events arrive again, registered once, if the service %s', async (name) => {
			await the(name).place.simulator.control.clearFaults();
			await expectReceives(the(name));
			expect(await changes(the(name).place)).toEqual(['POST /webhook']);
		});

		it("a webhook that replaced ours is kept, and publishing fails and shows its URL until it's removed", async () => {
			const overwritten = the('overwritten');
			expect(await registered(overwritten)).toBe(FOREIGN);
			await expectRefused(publishChanged(overwritten), `'${FOREIGN}'`);
			expect(await registered(overwritten)).toBe(FOREIGN);
			await overwritten.place.simulator.control.deleteWebhook();
			await activate(overwritten.place.api, overwritten.id);
			await expectReceives(overwritten);
		});

		it('a webhook that was deleted meanwhile is registered again on the next check', async () => {
			// Only the older engine checks the registration at a restart.
			await expect.poll(() => registered(the('deleted'))).toBe(isOlder ? the('deleted').url : undefined);
			expect((await publishChanged(the('deleted'))).status).toBe('published');
			await expectReceives(the('deleted'));
		});

		it('publishing replaces the webhook of a test that the crash interrupted', async () => {
			const testing = the('testing');
			expect(await registered(testing)).toBe(testing.testUrl);
			await activate(testing.place.api, testing.id);
			expect(await registered(testing)).toBe(testing.url);
			await expectReceives(testing);
		});
	});

	it("an n8n that moved still receives events, but can't publish without 'Replace Existing Webhook', because it may be a copy", async () => {
		const moved = await publishNew('Moves');
		const { n8n, restart } = playground();
		const newBase = `http://localhost:${n8n.port}`;
		await restart({ N8N_WEBHOOK_URL: '', WEBHOOK_URL: `${newBase}/`, N8N_EDITOR_BASE_URL: n8n.url });
		await expectReceives(moved);
		const said = ["If n8n has moved, turn on 'Replace Existing Webhook'", 'If this is a copy, unpublish the original'];
		await expectRefused(publishChanged(moved), ...said);
		expect(await registered(moved)).toBe(moved.url);
		expect((await publishChanged(moved, { options: { replaceExistingWebhook: true } })).status).toBe('published');
		expect(await registered(moved)).toBe(moved.url.replace(n8n.url, newBase));
		await expectReceives(moved);
	});

	it('the API key and signing keys never appear in the log or in an execution', async () => {
		const { api, n8n } = playground();
		const executions = await Promise.all((await api.executions.list()).map(({ id }) => api.executions.get(id)));
		const texts = [n8n.log(), ...executions.map(({ text }) => text)];
		expect(n8n.log()).toContain('Took over');
		expect(executions.length).toBeGreaterThan(8);
		expect(secrets.size).toBeGreaterThan(2);
		expect([...secrets].filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
	});
});
