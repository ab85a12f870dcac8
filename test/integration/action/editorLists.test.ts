import { expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode } from './support.ts';

const service = useSimulator();

it('finds assessments by part of their name or ID, and gives the groups', async () => {
	const { simulator, credentials } = service();
	const { assessments, groups } = await simulator.control.state();
	const { methods } = new EnterpriseAssessment();
	const context = loadOptionsContext(actionNode(credentials, 'assignment.create'));
	const search = async (filter?: string) =>
		(await methods.listSearch.searchAssessments.call(context, filter)).results.map(({ value }) => value);
	const idsOf = (part: string) =>
		assessments.filter(({ name }) => name.includes(part)).map(({ assessmentId: id }) => id);
	expect(await search()).toEqual(idsOf(''));
	expect(await search('SPEAKING')).toEqual(idsOf('Speaking'));
	expect(await search(assessments[3]?.assessmentId)).toEqual([assessments[3]?.assessmentId]);
	expect(await search('no such thing')).toEqual([]);
	expect(await methods.loadOptions.getGroups.call(context)).toEqual(
		groups.map(({ name, groupId }) => ({ name, value: groupId })),
	);
});

it('says why there is no assessment to choose', async () => {
	const { simulator, credentials } = service();
	await simulator.control.inject({ fault: { kind: 'json', json: { assessments: [] } } });
	const { listSearch } = new EnterpriseAssessment().methods;
	const context = loadOptionsContext(actionNode(credentials, 'assignment.create'));
	await expect(listSearch.searchAssessments.call(context)).rejects.toThrow('The account has no assessments');
});
