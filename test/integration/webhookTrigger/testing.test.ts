import { expect, it } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useAccount } from './support/account.ts';

const { changes, control, credentials, published, registeredUrl, trigger } = useAccount();

it("publishing doesn't request an example event", async () => {
	await published({ events: ['user-assessment-scored', 'webhook-example'] });
	expect(await changes()).toEqual(['POST /webhook']);
});

it('a test is refused while its own workflow is published, and the workflow stays registered', async () => {
	const node = await published();
	await expect(node.activate('test')).rejects.toThrow(/^This workflow is published .+ so you can't test it now\./);
	expect(await registeredUrl()).toBe(node.url);
});

it("a test listens even if the example event can't be requested", async () => {
	await control().inject({ match: { path: '/webhook/example' }, fault: { kind: 'status', status: 500 } });
	const node = await trigger({ events: ['webhook-example'] });
	await node.activate('test');
	expect(await registeredUrl()).toBe(node.testUrl);
});

it("the filter offers the names of the account's assessments, each once", async () => {
	const { assessments } = await control().state();
	await control().addAssessment({ name: assessments[0]?.name ?? '', kind: 'speaking' });
	const nodeType = new EnterpriseAssessmentTrigger();
	const context = loadOptionsContext({ nodeType, credentials: credentials() });
	const listed = await nodeType.methods.loadOptions.getAssessmentNames.call(context);
	const names = assessments.map(({ name }) => ({ name, value: name }));
	expect(new Set(listed)).toEqual(new Set(names));
	expect(listed).toHaveLength(names.length);
});
