import { describe, expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { chain } from '../../../playground/workflows/build.ts';
import { useAccounts } from '../support/accounts.ts';
import { engines } from '../support/engines.ts';
import { changes, emittedScores, scoreCandidates, seenBy, webhookWorkflow } from '../support/triggers.ts';

describe.each(engines)('$name', ({ env }) => {
	const playground = usePlayground({ env: { ...env, N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' }, editor: false });
	const newAccount = useAccounts(playground);

	const troubles = [
		[{ kind: 'status', status: 401 }, /didn't accept the API key.*Enter a valid 'API Key' in the credentials/],
		[{ kind: 'status', status: 503 }, /GET \/webhook, status 503/],
		[{ kind: 'hang' }, /The service didn't answer in time \(GET \/webhook, \d tries\)\. Try again later\./],
	] as const;

	it("while the service fails, publishing fails with our message and doesn't register a webhook", async () => {
		const publish = async ([fault, said]: (typeof troubles)[number]) => {
			const place = await newAccount();
			const { api, simulator } = place;
			const { id } = await webhookWorkflow(place);
			await simulator.control.inject({ fault, times: 'always' });
			const { status, errors } = await api.workflows.activate(id, 180_000);
			expect(status).toBe('failed');
			expect(errors.join()).toMatch(said);
			expect(errors.join()).not.toContain(simulator.apiKey);
			expect(await changes(place)).toEqual([]);
			await simulator.control.clearFaults();
			await api.workflows.delete(id);
		};
		await Promise.all(troubles.map(publish));
	});

	it('an event that n8n holds back runs once, however often it is redelivered meanwhile', async () => {
		const place = await newAccount();
		const { api, simulator } = place;
		const redeliverUntilAccepted = { intervalMs: 500, maxAttempts: 100 };
		await simulator.control.configure({ deliveryTimeoutMs: 1_000, redeliverUntilAccepted });
		const { id, changed } = await webhookWorkflow(place);
		const [trigger, end] = changed({}).nodes;
		if (trigger === undefined || end === undefined) throw new Error('The workflow lacks a node');
		const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 8 } };
		expect(await api.workflows.publish(id, chain('Slow', [trigger, wait, end]))).toMatchObject({ errors: [] });
		const scored = await scoreCandidates(simulator, 2);
		await seenBy(api, [id], scored);
		await simulator.control.idle();
		// There are two executions, and either can be the first to end.
		expect((await emittedScores(api, id)).sort()).toEqual(scored.sort());
		expect(await api.executions.list({ workflowId: id })).toHaveLength(2);
	});
});
