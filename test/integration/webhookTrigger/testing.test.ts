import { describe, expect, it } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useAccount } from './support/account.ts';

const { changes, control, credentials, published, trigger } = useAccount();

describe('testing', () => {
	it('requests no example event on publishing', async () => {
		await published({ events: ['user-assessment-scored', 'webhook-example'] });
		expect(await changes()).toEqual(['POST /webhook']);
	});

	it('is refused while its own workflow is published, which goes on', async () => {
		const node = await published();
		await expect(node.activate('test')).rejects.toThrow(/^This workflow is published .+ so it can't be tested\./);
		expect((await control().webhook())?.url).toBe(node.url);
	});

	it('goes on when the example event can not be had', async () => {
		await control().inject({ match: { path: '/webhook/example' }, fault: { kind: 'status', status: 500 } });
		const node = await trigger({ events: ['webhook-example'] });
		await node.activate('test');
		expect((await control().webhook())?.url).toBe(node.testUrl);
	});
});

it('offers the names of the assessments of the account, each once', async () => {
	const { assessments } = await control().state();
	await control().addAssessment({ name: assessments[0]?.name ?? '', kind: 'speaking' });
	const nodeType = new EnterpriseAssessmentTrigger();
	const context = loadOptionsContext({ nodeType, credentials: credentials() });
	const listed = await nodeType.methods.loadOptions.getAssessmentNames.call(context);
	expect(listed.map(({ value }) => value).sort()).toEqual(assessments.map(({ name }) => name).sort());
	expect(listed.every(({ name, value }) => name === value)).toBe(true);
});
