import { describe, expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { engines } from '../support/engines.ts';
import { seenBy } from './seenBy.ts';
import {
	activate,
	emittedEvents,
	pollingWorkflow,
	pollWorkflow,
	rounds,
	scoreCandidates,
	TRIGGER,
	withRenamedTrigger,
} from './workflows.ts';

describe.each(engines)('a polling workflow ($name)', ({ env }) => {
	const playground = usePlayground({ env, editor: false });

	it('goes on from its last poll when its node is renamed', async () => {
		const { api, simulator, credentials } = playground();
		// Seldom enough that none is under way while n8n publishes: it would drop what that poll finds.
		const polling = pollingWorkflow(credentials, 5);
		const workflow = await api.workflows.create(polling);
		await activate(api, workflow.id);
		await rounds(simulator, 1);
		const scored = await scoreCandidates(simulator, 2);
		expect(await api.workflows.publish(workflow.id, withRenamedTrigger(polling))).toMatchObject({
			status: 'published',
		});
		await seenBy(api, [workflow.id], scored);
		await rounds(simulator, 2);
		expect(await emittedEvents(api, workflow.id)).toHaveLength(2);
		await api.workflows.deactivate(workflow.id);
	});

	it.each([
		['is silent', { kind: 'hang' }, 'The service did not answer'],
		['refuses the key', { kind: 'status', status: 401 }, 'The service did not accept the API key'],
	] as const)('is not published while the service %s, and n8n shows our reason', async (_what, fault, reason) => {
		const { api, simulator, credentials } = playground();
		const workflow = await pollWorkflow(api, credentials);
		await simulator.control.inject({ match: { path: '/scores' }, fault, times: 'always' });
		const begun = Date.now();
		const { status, errors } = await api.workflows.activate(workflow);
		await simulator.control.clearFaults();
		expect(status).toBe('failed');
		expect(errors.join()).toContain(reason);
		expect(Date.now() - begun).toBeLessThan(50_000);
	});

	it('is built with recent results, which a live one still sees', async () => {
		const { api, simulator, credentials } = playground();
		const [live, draft] = [await pollWorkflow(api, credentials), await pollWorkflow(api, credentials)];
		await activate(api, live);
		await rounds(simulator, 1);
		const scored = await scoreCandidates(simulator, 1);
		for (const workflow of [draft, live]) {
			const sample = await api.workflows.run(workflow, { trigger: TRIGGER });
			expect(sample.error()).toBeUndefined();
			expect(sample.items(TRIGGER).map(({ json }) => json.userAssessmentId)).toContain(scored[0]);
		}
		await seenBy(api, [live], scored);
		await api.workflows.deactivate(live);
	});
});
