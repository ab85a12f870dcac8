import { describe, expect, it } from 'vitest';

import type { Playground } from '../../../playground/playground.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { chain } from '../../../playground/workflows/build.ts';
import { useAccounts } from '../support/accounts.ts';
import { engines } from '../support/engines.ts';
import { addTriggerWorkflow, changes, receivedBy, scoreSomething } from './support/trigger.ts';

describe.each(engines)('the service in trouble, $name', ({ env }) => {
	const playground = usePlayground({ env: { ...env, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' }, editor: false });
	const accounts = useAccounts(playground, 3);

	function on(account: number): Playground {
		return { ...playground(), ...accounts()[account] };
	}

	it('a revoked key, down, and silent while publishing: our message, and nothing half done', async () => {
		const troubles = [
			[{ kind: 'status', status: 401 }, /didn't accept the API key.*Enter a valid 'API Key' in the credentials/],
			[{ kind: 'status', status: 503 }, /GET \/webhook, status 503/],
			[{ kind: 'hang' }, /The service didn't answer in time \(GET \/webhook, \d tries\)\. Try again later\./],
		] as const;
		await Promise.all(
			troubles.map(async ([fault, said], account) => {
				const place = on(account);
				const { id } = await addTriggerWorkflow(place, `Publishing ${account}`);
				await place.simulator.control.inject({ fault, times: 'always' });
				const { status, errors } = await place.api.workflows.activate(id, 180_000);
				expect(status).toBe('failed');
				expect(errors.join()).toMatch(said);
				expect(errors.join()).not.toContain(place.simulator.apiKey);
				expect(await changes(place)).toEqual([]);
				await place.simulator.control.clearFaults();
				await place.api.workflows.delete(id);
			}),
		);
	});

	it('an event that n8n holds back runs once, however often it is sent again meanwhile', async () => {
		const place = on(2);
		const { api, simulator } = place;
		const redeliverUntilAccepted = { intervalMs: 500, maxAttempts: 100 };
		await simulator.control.configure({ deliveryTimeoutMs: 1_000, redeliverUntilAccepted });
		const { id, workflow } = await addTriggerWorkflow(place, 'Slow');
		const [trigger, received] = workflow.nodes;
		if (trigger === undefined || received === undefined) throw new Error('The workflow lacks a node');
		const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 8 } };
		expect(await api.workflows.publish(id, chain('Slow', [trigger, wait, received]))).toMatchObject({ errors: [] });
		const scored = [await scoreSomething(place), await scoreSomething(place)];
		// Two executions: either may be the first to end.
		expect((await receivedBy(place, id, 2)).sort()).toEqual(scored.sort());
		await simulator.control.idle();
		expect(await api.executions.list({ workflowId: id })).toHaveLength(2);
	});
});
