import { expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { chain } from '../../../playground/workflows/build.ts';
import { addTriggerWorkflow, receivedBy, scoreSomething } from './support/trigger.ts';

const playground = usePlayground({ editor: false, env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } });

it('an event that n8n holds back runs once, however often it is sent again meanwhile', async () => {
	const { api, simulator } = playground();
	const { control } = simulator;
	const redeliverUntilAccepted = { intervalMs: 500, maxAttempts: 6 };
	await control.configure({ deliveryTimeoutMs: 1_000, redeliverUntilAccepted });
	const { id, workflow } = await addTriggerWorkflow(playground(), 'Slow');
	const [trigger, received] = workflow.nodes;
	if (trigger === undefined || received === undefined) throw new Error('The workflow lacks a node');
	const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 8 } };
	expect(await api.workflows.publish(id, chain('Slow', [trigger, wait, received]))).toMatchObject({ errors: [] });
	const scored = [await scoreSomething(playground()), await scoreSomething(playground())];
	expect(await receivedBy(playground(), id, 2)).toEqual(scored);
	await control.idle();
	expect(await api.executions.list({ workflowId: id })).toHaveLength(2);
});
