import { afterEach, describe, expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import type { FaultInjection } from '../../../simulator/index.ts';
import { engines } from '../support/engines.ts';
import type { TriggerWorkflow } from './support/trigger.ts';
import { addTriggerWorkflow, changes, receivedBy, scoreSomething } from './support/trigger.ts';

const ALWAYS = { times: 'always' } as const;

describe.each(engines)('the service in trouble, $name', ({ env }) => {
	const playground = usePlayground({ env, editor: false });
	const added: TriggerWorkflow[] = [];

	afterEach(async () => {
		const { api, simulator } = playground();
		await simulator.control.clearFaults();
		await simulator.control.clearLimits();
		for (const { id } of added.splice(0)) await api.workflows.delete(id);
		await simulator.control.deleteWebhook();
		await simulator.control.clearRequests();
	});

	async function addNew(name: string): Promise<TriggerWorkflow> {
		const workflow = await addTriggerWorkflow(playground(), name);
		added.push(workflow);
		return workflow;
	}

	async function inject(...faults: FaultInjection[]): Promise<void> {
		for (const fault of faults) await playground().simulator.control.inject(fault);
	}

	async function expectWorks(workflow: TriggerWorkflow): Promise<void> {
		expect((await playground().simulator.control.webhook())?.url).toBe(workflow.url);
		const userAssessmentId = await scoreSomething(playground());
		expect(await receivedBy(playground(), workflow.id, 1)).toEqual([userAssessmentId]);
	}

	it('slow, with passing 503s, 429s and a broken-off POST that was carried out: published and unpublished all the same', async () => {
		const { api, simulator } = playground();
		const workflow = await addNew('Rough');
		await inject(
			{ fault: { kind: 'latency', minMs: 800, maxMs: 1_200 }, times: 3 },
			{ match: { method: 'GET' }, fault: { kind: 'status', status: 503 } },
			{ match: { method: 'GET' }, fault: { kind: 'status', status: 429 } },
			{ match: { method: 'POST' }, fault: { kind: 'cut', after: true } },
		);
		expect(await api.workflows.activate(workflow.id)).toEqual({ status: 'published', errors: [] });
		await expectWorks(workflow);
		await inject(
			{ fault: { kind: 'latency', minMs: 800, maxMs: 1_200 }, times: 3 },
			{ fault: { kind: 'status', status: 503 } },
			{ fault: { kind: 'status', status: 429 } },
			{ match: { method: 'DELETE' }, fault: { kind: 'cut', after: true } },
		);
		await api.workflows.deactivate(workflow.id);
		await expect.poll(() => simulator.control.webhook(), { timeout: 30_000 }).toBeNull();
	});

	it.each([
		[
			'a revoked key',
			{ kind: 'status', status: 401 },
			/did not accept the API key.*Put a valid 'API Key' into the credentials/,
		],
		['down', { kind: 'status', status: 503 }, /GET \/webhook, status 503/],
		['silent', { kind: 'hang' }, /The service did not answer in time \(GET \/webhook\)\. Try again later\./],
	] as const)('%s while publishing: our message within 40 s, and nothing half done', async (what, fault, said) => {
		const { api, simulator } = playground();
		const workflow = await addNew(`Publishing, ${what}`);
		await inject({ fault, ...ALWAYS });
		const { status, errors } = await api.workflows.activate(workflow.id, 40_000);
		expect(status).toBe('failed');
		expect(errors.join()).toMatch(said);
		expect(errors.join()).not.toContain(simulator.apiKey);
		expect(await changes(playground())).toEqual([]);
		await simulator.control.clearFaults();
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		await expectWorks(workflow);
	});

	it.each([
		{ what: 'down', status: 503 },
		{ what: 'a revoked key', status: 401 },
	])('$what while unpublishing: nothing is forgotten, and publishing again works', async ({ what, status }) => {
		const { api, simulator, n8n } = playground();
		const workflow = await addNew(`Later ${what}`);
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		await inject({ fault: { kind: 'status', status }, ...ALWAYS });
		await api.workflows.deactivate(workflow.id, 200_000);
		expect(n8n.log()).toMatch(/Could not remove|Abandoned webhook|deregistration/);
		expect((await simulator.control.webhook())?.url).toBe(workflow.url);
		await simulator.control.clearFaults();
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		await expectWorks(workflow);
	});

	it('down while n8n restarts: the registration is kept', async () => {
		const { api, simulator, kill9, restart } = playground();
		const workflow = await addNew('Down at a restart');
		expect((await api.workflows.activate(workflow.id)).status).toBe('published');
		const registered = await simulator.control.webhook();
		await inject({ fault: { kind: 'status', status: 503 }, ...ALWAYS });
		await kill9();
		await restart();
		await simulator.control.clearFaults();
		expect(await simulator.control.webhook()).toEqual(registered);
		await expectWorks(workflow);
	});
});
