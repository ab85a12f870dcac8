import { describe, expect, it } from 'vitest';

import type { ListRequest } from '../../playground/api/nodeTypes.ts';
import { actionNodeType } from '../../playground/workflows/nodes.ts';
import { usePlayground } from '../../playground/vitest.ts';

const playground = usePlayground({ editor: false });

function list(path: string, methodName: string): ListRequest {
	return {
		nodeType: actionNodeType,
		typeVersion: 1,
		path,
		methodName,
		parameters: { resource: 'assignment', operation: 'create' },
		credentials: playground().credentials,
	};
}

describe('lists in n8n’s editor', () => {
	it('offers the assessments of the account by name', async () => {
		const { api, simulator } = playground();
		const { assessments } = await simulator.control.state();
		const found = await api.nodeTypes.listSearch(list('assessmentId', 'searchAssessments'));
		const byName = [...assessments].sort((one, other) => one.name.localeCompare(other.name));
		expect(found).toEqual(byName.map(({ name, assessmentId }) => ({ name, value: assessmentId })));
	});

	it('searches them by any part of the name, whatever the case', async () => {
		const { api } = playground();
		const found = await api.nodeTypes.listSearch(list('assessmentId', 'searchAssessments'), 'WRIT');
		expect(found.map(({ name }) => name)).toEqual(['English Writing']);
	});

	it('offers the groups, a new one included', async () => {
		const { api, simulator } = playground();
		const group = await simulator.control.addGroup({ name: 'Späte Gruppe' });
		const found = await api.nodeTypes.loadOptions(list('assignedGroups', 'getGroups'));
		expect(found).toContainEqual({ name: group.name, value: group.groupId });
	});

	it('says why there is no list', async () => {
		const { api, simulator } = playground();
		const match = { path: '/groups' };
		await simulator.control.inject({ match, fault: { kind: 'html' }, times: 'always' });
		await expect(api.nodeTypes.loadOptions(list('assignedGroups', 'getGroups'))).rejects.toThrow('GET /groups');
		await simulator.control.clearFaults();
	});
});
