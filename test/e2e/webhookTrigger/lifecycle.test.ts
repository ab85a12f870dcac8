import { afterEach, describe, expect, it } from 'vitest';

import type { Activation } from '../../../playground/api/workflows.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { engines } from '../support/engines.ts';
import type { TriggerWorkflow } from './support/trigger.ts';
import {
	addTriggerWorkflow,
	changes,
	lastRequestId,
	receivedBy,
	scoreSomething,
	TRIGGER,
	withParameters,
} from './support/trigger.ts';

/** For what n8n does after its answer. */
const patience = { timeout: 30_000 };

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

describe.each(engines)('$name', ({ isOlder, env }) => {
	const playground = usePlayground({ env, editor: false });
	const added: TriggerWorkflow[] = [];

	afterEach(async () => {
		const { api, simulator } = playground();
		await simulator.control.clearFaults();
		for (const { id } of added.splice(0)) await api.workflows.delete(id);
		await simulator.control.deleteWebhook();
	});

	async function publishNew(name: string, parameters = {}): Promise<TriggerWorkflow> {
		const workflow = await addTriggerWorkflow(playground(), name, parameters);
		added.push(workflow);
		const activation = await playground().api.workflows.activate(workflow.id);
		expect(activation).toEqual({ status: 'published', errors: [] });
		return workflow;
	}

	async function publishChanged(workflow: TriggerWorkflow): Promise<Activation> {
		return await playground().api.workflows.publish(workflow.id, withParameters(workflow, { simplify: false }));
	}

	/** An event now starts the workflow exactly once more. */
	async function expectReceives(workflow: TriggerWorkflow): Promise<void> {
		const before = (await receivedBy(playground(), workflow.id, 0)).length;
		const userAssessmentId = await scoreSomething(playground());
		const received = await receivedBy(playground(), workflow.id, before + 1);
		expect(received.slice(before)).toEqual([userAssessmentId]);
	}

	it('registers once, and goes on after a restart and after kill -9', async () => {
		const { simulator, restart, kill9 } = playground();
		const workflow = await publishNew('Lives on');
		const registered = await simulator.control.webhook();
		expect(registered?.url).toBe(workflow.url);
		await expectReceives(workflow);
		await restart();
		await expectReceives(workflow);
		await kill9();
		await restart();
		await expectReceives(workflow);
		expect(await simulator.control.webhook()).toEqual(registered);
		expect(await changes(playground())).toEqual(['POST /webhook']);
	});

	it('a changed workflow registers anew when it is published again, and unpublishing removes', async () => {
		const { api, simulator } = playground();
		const workflow = await publishNew('Changes');
		const before = await lastRequestId(playground());
		expect((await publishChanged(workflow)).status).toBe('published');
		expect(await changes(playground(), before)).toEqual(['DELETE /webhook', 'POST /webhook']);
		await expectReceives(workflow);
		await api.workflows.deactivate(workflow.id);
		expect(await simulator.control.webhook()).toBeNull();
	});

	it('a second workflow is refused and the first keeps receiving', async () => {
		const { api, simulator } = playground();
		const first = await publishNew('First');
		const second = await addTriggerWorkflow(playground(), 'Second');
		added.push(second);
		const before = await lastRequestId(playground());
		const { status, errors } = await api.workflows.activate(second.id);
		expect(status).toBe('failed');
		expect(errors.join()).toContain(`'${first.url}'`);
		expect(errors.join()).toContain("'Replace Existing Webhook'");
		expect(errors.join()).toContain('Poll Trigger');
		// One reading for create and one for each delete with which n8n follows a failure (two under its older engine).
		const sent = await simulator.control.requests({ after: before });
		const methods = sent.filter(({ status }) => status !== 429).map(({ method }) => method);
		expect([...new Set(methods)]).toEqual(['GET']);
		expect(methods.length).toBeGreaterThanOrEqual(2);
		expect(methods.length).toBeLessThanOrEqual(4);
		await expectReceives(first);
	});

	it('testing beside the published workflow is refused, and it keeps receiving', async () => {
		const { api, simulator } = playground();
		const workflow = await publishNew('Live');
		const registered = await simulator.control.webhook();
		await expect(api.workflows.listen(workflow.id, TRIGGER)).rejects.toThrow('would cut it off');
		expect(await simulator.control.webhook()).toEqual(registered);
		await expectReceives(workflow);
	});

	it('a test shows the example event, and leaves nothing behind', async () => {
		const { api, simulator } = playground();
		const workflow = await addTriggerWorkflow(playground(), 'Built', { events: ['webhook-example'] });
		added.push(workflow);
		const before = await lastRequestId(playground());
		await api.workflows.listen(workflow.id, TRIGGER);
		const [execution] = await api.executions.waitForCount(1, { workflowId: workflow.id });
		expect(execution?.status).toBe('success');
		expect(execution?.items('Received')[0]?.json).toMatchObject({ event: 'webhook-example' });
		await expect.poll(() => simulator.control.webhook(), patience).toBeNull();
		expect(await changes(playground(), before)).toEqual(['POST /webhook', 'POST /webhook/example', 'DELETE /webhook']);
	});

	it('a test that is cancelled removes its registration, and a crashed one is recognised on publishing', async () => {
		const { api, simulator, kill9, restart } = playground();
		const workflow = await addTriggerWorkflow(playground(), 'Crashes');
		added.push(workflow);
		await api.workflows.listen(workflow.id, TRIGGER);
		expect((await simulator.control.webhook())?.url).toBe(workflow.testUrl);
		await api.workflows.stopListening(workflow.id);
		await expect.poll(() => simulator.control.webhook(), patience).toBeNull();

		await api.workflows.listen(workflow.id, TRIGGER);
		await kill9();
		await restart();
		expect((await simulator.control.webhook())?.url).toBe(workflow.testUrl);
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		expect((await simulator.control.webhook())?.url).toBe(workflow.url);
		await expectReceives(workflow);
	});

	it('overwritten behind our back: dead until published again, and then it is said why', async () => {
		const { api, simulator, kill9, restart } = playground();
		const workflow = await publishNew('Overwritten');
		const foreign = await simulator.control.registerWebhook({ url: FOREIGN });
		await kill9();
		await restart();
		expect(await simulator.control.webhook()).toEqual(foreign);
		const { status, errors } = await publishChanged(workflow);
		expect(status).toBe('failed');
		expect(errors.join()).toContain(`'${FOREIGN}'`);
		expect(await simulator.control.webhook()).toEqual(foreign);

		await simulator.control.deleteWebhook();
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		await expectReceives(workflow);
	});

	it('deleted behind our back: registered again on the next check', async () => {
		const { simulator, kill9, restart } = playground();
		const workflow = await publishNew('Deleted');
		await simulator.control.deleteWebhook();
		await kill9();
		await restart();
		// Only the older engine looks at a restart.
		await expect
			.poll(async () => (await simulator.control.webhook())?.url ?? null, patience)
			.toBe(isOlder ? workflow.url : null);
		expect((await publishChanged(workflow)).status).toBe('published');
		await expectReceives(workflow);
	});

	it('WEBHOOK_URL changed: refused, since it may be a copy, and taken over when told to', async () => {
		const { api, simulator, n8n, kill9, restart } = playground();
		const workflow = await publishNew('Moves');
		const registered = await simulator.control.webhook();
		const newBase = `http://localhost:${n8n.port}`;
		await kill9();
		await restart({ N8N_WEBHOOK_URL: `${newBase}/` });
		await expectReceives(workflow);
		const { status, errors } = await publishChanged(workflow);
		expect(status).toBe('failed');
		expect(errors.join()).toContain("If n8n has moved, turn on 'Replace Existing Webhook'");
		expect(await simulator.control.webhook()).toEqual(registered);
		const replacing = withParameters(workflow, { options: { replaceExistingWebhook: true } });
		expect((await api.workflows.publish(workflow.id, replacing)).status).toBe('published');
		expect((await simulator.control.webhook())?.url).toBe(workflow.url.replace(n8n.url, newBase));
		await expectReceives(workflow);
	});

	it('publishing while listening, with the editor on another host, takes over from the test', async () => {
		const { api, simulator, n8n, kill9, restart } = playground();
		const workflow = await addTriggerWorkflow(playground(), 'Two hosts');
		added.push(workflow);
		await kill9();
		const editor = `http://localhost:${n8n.port}`;
		await restart({ N8N_WEBHOOK_URL: '', WEBHOOK_URL: `${n8n.url}/`, N8N_EDITOR_BASE_URL: editor });
		await api.workflows.listen(workflow.id, TRIGGER);
		const testUrl = isFirstGeneration ? workflow.testUrl : workflow.testUrl.replace(n8n.url, editor);
		expect((await simulator.control.webhook())?.url).toBe(testUrl);
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		expect((await simulator.control.webhook())?.url).toBe(workflow.url);
	});

	it('no secret is in the log', () => {
		const { simulator, n8n } = playground();
		expect(n8n.log()).not.toContain(simulator.apiKey);
		expect(n8n.log()).toContain('Took over');
	});
});
