import { expect, it, onTestFinished } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { actionNode, byEmail, CANDIDATE } from '../action/support.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import { execute, loadOptionsContext } from '../support/n8nContext.ts';
import { useAccount } from '../webhookTrigger/support/account.ts';

const { changes, control, credentials, requests, trigger } = useAccount();

it('triggers and lists in the editor go ahead of two executions with many items that wait for the rate limit', async () => {
	await control().configure({ limits: SETTINGS.limits.usual });
	const cancel = new AbortController();
	const items = Array.from({ length: 500 }, () => ({ json: {} }));
	const scores = actionNode(credentials(), 'score.get', { user: byEmail(CANDIDATE) });
	const executions = Promise.allSettled([1, 2].map(async () => await execute(scores, items, cancel.signal)));
	onTestFinished(async () => {
		cancel.abort();
		await executions;
	});
	await expect.poll(async () => (await requests()).length).toBeGreaterThan(7);

	const node = await trigger({ events: ['webhook-example'] });
	await node.activate('test');
	expect(await changes()).toContain('POST /webhook/example');

	const filters = { assessmentNames: ['English Speaking'] };
	const polling = new ActiveWorkflow({ credentials: credentials(), parameters: { filters } });
	expect(await polling.poll()).toEqual([]);

	const { loadOptions } = new EnterpriseAssessment().methods;
	const before = (await requests()).length;
	await loadOptions.getGroups.call(loadOptionsContext(actionNode(credentials(), 'assignment.create')));
	expect((await requests()).length - before).toBeLessThan(10);
	// The service's limits are on.
	expect((await requests()).filter(({ status }) => status === 429)).toEqual([]);
});
