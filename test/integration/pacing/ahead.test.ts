import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { actionNode, byEmail, CANDIDATE } from '../action/support.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import { execute, loadOptionsContext } from '../support/n8nContext.ts';
import { useAccount } from '../webhookTrigger/support/account.ts';

const { changes, credentials, requests, trigger } = useAccount();

describe('while two executions with many items wait for the rate limit', () => {
	let cancel: AbortController;
	let executions: Promise<unknown>;

	beforeEach(async () => {
		cancel = new AbortController();
		const items = Array.from({ length: 500 }, () => ({ json: {} }));
		const node = actionNode(credentials(), 'score.get', { user: byEmail(CANDIDATE) });
		executions = Promise.allSettled([1, 2].map(async () => await execute(node, items, cancel.signal)));
		await expect.poll(async () => (await requests()).length).toBeGreaterThan(7);
	});

	afterEach(async () => {
		cancel.abort();
		await executions;
	});

	it('the webhook trigger can still request an example event and read its registration', async () => {
		const node = await trigger({ events: ['webhook-example'] });
		await node.activate('test');
		expect(await changes()).toContain('POST /webhook/example');
		expect(await node.checkExists('test')).toBe(true);
	});

	it('a poll trigger that filters by name can still be published', async () => {
		const filters = { assessmentNames: ['English Speaking'] };
		const polling = new ActiveWorkflow({ credentials: credentials(), parameters: { filters } });
		expect(await polling.poll()).toEqual([]);
	});

	it('a list in the editor still loads before the waiting requests are sent', async () => {
		const { loadOptions } = new EnterpriseAssessment().methods;
		const before = (await requests()).length;
		await loadOptions.getGroups.call(loadOptionsContext(actionNode(credentials(), 'assignment.create')));
		expect((await requests()).length - before).toBeLessThan(10);
	});
});
