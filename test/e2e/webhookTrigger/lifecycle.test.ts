import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../playground/api/json.ts';
import type { Activation } from '../../../playground/api/workflows.ts';
import type { Playground } from '../../../playground/playground.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { useAccounts } from '../support/accounts.ts';
import { engines } from '../support/engines.ts';
import type { TriggerWorkflow } from './support/trigger.ts';
import { addTriggerWorkflow, changes, receivedBy, scoreSomething, TRIGGER, withParameters } from './support/trigger.ts';

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

/** A trigger and the account that it is alone with. */
interface Own {
	readonly workflow: TriggerWorkflow;
	readonly place: Playground;
}

describe.each(engines)('$name', ({ isOlder, env }) => {
	const playground = usePlayground({ env, editor: false });
	const accounts = useAccounts(playground, 10);
	const secrets = new Set<string>();
	let used = 0;

	async function addNew(name: string, parameters: JsonObject = {}): Promise<Own> {
		const place = { ...playground(), ...accounts()[used++] };
		secrets.add(place.simulator.apiKey);
		return { place, workflow: await addTriggerWorkflow(place, name, parameters) };
	}

	async function publishNew(name: string): Promise<Own> {
		const own = await addNew(name);
		expect(await publish(own)).toEqual({ status: 'published', errors: [] });
		return own;
	}

	async function publish({ place, workflow }: Own): Promise<Activation> {
		return await place.api.workflows.activate(workflow.id);
	}

	async function publishChanged({ place, workflow }: Own, parameters: JsonObject = { simplify: false }) {
		return await place.api.workflows.publish(workflow.id, withParameters(workflow, parameters));
	}

	async function registered({ place }: Own): Promise<string | undefined> {
		const webhook = await place.simulator.control.webhook();
		if (webhook?.signingKey) secrets.add(webhook.signingKey);
		return webhook?.url;
	}

	/** An event now starts the workflow exactly once more. */
	async function expectReceives(own: Own): Promise<void> {
		const { place, workflow } = own;
		expect(await registered(own)).toBeDefined();
		const before = (await receivedBy(place, workflow.id, 0)).length;
		const userAssessmentId = await scoreSomething(place);
		const received = await receivedBy(place, workflow.id, before + 1);
		expect(received.slice(before)).toEqual([userAssessmentId]);
	}

	it('a changed workflow registers anew when it is published again, and unpublishing removes', async () => {
		const own = await publishNew('Changes');
		expect((await publishChanged(own)).status).toBe('published');
		expect(await changes(own.place)).toEqual(['POST /webhook', 'DELETE /webhook', 'POST /webhook']);
		await expectReceives(own);
		await own.place.api.workflows.deactivate(own.workflow.id);
		expect(await registered(own)).toBeUndefined();
	});

	it('a second workflow is refused at once, a test as well, and the first keeps receiving', async () => {
		const first = await publishNew('First');
		const { place } = first;
		const second = { place, workflow: await addTriggerWorkflow(place, 'Second') };
		await place.simulator.control.clearRequests();
		const { status, errors } = await publish(second);
		expect(status).toBe('failed');
		expect(errors.join()).toContain(`The workflow 'First' uses your account's one webhook`);
		for (const part of [`'${first.workflow.url}'`, "'Replace Existing Webhook'", 'Poll Trigger']) {
			expect(errors.join()).toContain(part);
		}
		// One reading for create and one for each delete with which n8n follows a failure (two under its older engine).
		const sent = await place.simulator.control.requests();
		expect(sent.filter(({ status: answered }) => answered !== 429).length).toBeLessThanOrEqual(4);
		const { api } = place;
		await expect(api.workflows.listen(second.workflow.id, TRIGGER)).rejects.toThrow('a test never replaces it');
		await expect(api.workflows.listen(first.workflow.id, TRIGGER)).rejects.toThrow('This workflow is published');
		expect(await changes(place)).toEqual([]);
		await expectReceives(first);
	});

	it('a test shows the example event, one that is cancelled shows nothing, and neither leaves anything behind', async () => {
		const own = await addNew('Built', { events: ['webhook-example'] });
		const { api } = own.place;
		await api.workflows.listen(own.workflow.id, TRIGGER);
		const [execution] = await api.executions.waitForCount(1, { workflowId: own.workflow.id });
		expect(execution?.status).toBe('success');
		expect(execution?.items('Received')[0]?.json).toMatchObject({ event: 'webhook-example' });
		await expect.poll(() => registered(own)).toBeUndefined();
		expect(await changes(own.place)).toEqual(['POST /webhook', 'POST /webhook/example', 'DELETE /webhook']);

		const cancelled = await addNew('Cancelled');
		await api.workflows.listen(cancelled.workflow.id, TRIGGER);
		expect(await registered(cancelled)).toBe(cancelled.workflow.testUrl);
		await api.workflows.stopListening(cancelled.workflow.id);
		await expect.poll(() => registered(cancelled)).toBeUndefined();
	});

	describe('after a restart, and kill -9 while things went wrong', () => {
		const own: Record<string, Own> = {};
		const the = (name: string): Own => own[name] ?? expect.fail(`There is no workflow ${name}`);

		beforeAll(async () => {
			for (const name of ['lives on', 'overwritten', 'deleted', 'down']) own[name] = await publishNew(name);
			own['testing'] = await addNew('testing');
			await expectReceives(the('lives on'));
			await playground().restart();
			await expectReceives(the('lives on'));
			await the('overwritten').place.simulator.control.registerWebhook({ url: FOREIGN });
			await the('deleted').place.simulator.control.deleteWebhook();
			const fault = { kind: 'status', status: 503 } as const;
			await the('down').place.simulator.control.inject({ fault, times: 'always' });
			await playground().api.workflows.listen(the('testing').workflow.id, TRIGGER);
			await playground().kill9();
			await playground().restart();
		});

		it('goes on, registered once', async () => {
			await expectReceives(the('lives on'));
			expect(await changes(the('lives on').place)).toEqual(['POST /webhook']);
		});

		it('goes on where the service was down', async () => {
			await the('down').place.simulator.control.clearFaults();
			await expectReceives(the('down'));
			expect(await changes(the('down').place)).toEqual(['POST /webhook']);
		});

		it('is dead where it was overwritten, until it is published again, and then it is said why', async () => {
			expect(await registered(the('overwritten'))).toBe(FOREIGN);
			const { status, errors } = await publishChanged(the('overwritten'));
			expect(status).toBe('failed');
			expect(errors.join()).toContain(`'${FOREIGN}'`);
			expect(await registered(the('overwritten'))).toBe(FOREIGN);
			await the('overwritten').place.simulator.control.deleteWebhook();
			expect((await publish(the('overwritten'))).status).toBe('published');
			await expectReceives(the('overwritten'));
		});

		it('is registered again on the next check where it was deleted', async () => {
			// Only the older engine looks at a restart.
			const expected = isOlder ? the('deleted').workflow.url : undefined;
			await expect.poll(() => registered(the('deleted'))).toBe(expected);
			expect((await publishChanged(the('deleted'))).status).toBe('published');
			await expectReceives(the('deleted'));
		});

		it('publishing takes over from a test that the crash ended', async () => {
			expect(await registered(the('testing'))).toBe(the('testing').workflow.testUrl);
			expect((await publish(the('testing'))).status).toBe('published');
			expect(await registered(the('testing'))).toBe(the('testing').workflow.url);
			await expectReceives(the('testing'));
		});
	});

	describe('at another address, with the editor at the old one', () => {
		let moved: Own;
		let newBase = '';

		beforeAll(async () => {
			moved = await publishNew('Moves');
			const { n8n, kill9, restart } = playground();
			newBase = `http://localhost:${n8n.port}`;
			await kill9();
			await restart({ N8N_WEBHOOK_URL: '', WEBHOOK_URL: `${newBase}/`, N8N_EDITOR_BASE_URL: n8n.url });
		});

		it('is refused, since it may be a copy, and takes over when told to', async () => {
			await expectReceives(moved);
			const { status, errors } = await publishChanged(moved);
			expect(status).toBe('failed');
			expect(errors.join()).toContain("If n8n has moved, turn on 'Replace Existing Webhook'");
			expect(await registered(moved)).toBe(moved.workflow.url);
			const replacing = { options: { replaceExistingWebhook: true } };
			expect((await publishChanged(moved, replacing)).status).toBe('published');
			expect(await registered(moved)).toBe(moved.workflow.url.replace(playground().n8n.url, newBase));
			await expectReceives(moved);
		});
	});

	it('no API key and no signing key is in the log or in an execution', async () => {
		const { api, n8n } = playground();
		const executions = await Promise.all((await api.executions.list()).map(({ id }) => api.executions.get(id)));
		const texts = [n8n.log(), ...executions.map(({ text }) => text)];
		expect(n8n.log()).toContain('Took over');
		expect(executions.length).toBeGreaterThan(8);
		expect(secrets.size).toBeGreaterThan(2);
		expect([...secrets].filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
	});
});
