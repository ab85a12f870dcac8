import { beforeAll, describe, expect, it } from 'vitest';

import { credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';

const playground = usePlayground({ editor: false });

// What docs/data.md advises, so that nobody can send the key elsewhere.
describe('credentials with "Allowed HTTP Request Domains" set to None', () => {
	const name = 'Enterprise Assessment, for its nodes alone';
	const credentials = () => ({ [credentialsType]: { id, name } });
	let id = '';

	function input() {
		const { apiKey, baseHost } = playground().simulator;
		const data = { apiKey, baseHost, apiVersion: '2020q3', allowedHttpRequestDomains: 'none' };
		return { name, type: credentialsType, data };
	}

	beforeAll(async () => {
		id = await playground().api.credentials.create(input());
	});

	it('pass the test and serve the nodes of the package', async () => {
		const { api } = playground();
		expect((await api.credentials.test(input(), id)).status).toBe('OK');
		const getAll = { resource: 'group', operation: 'getAll', returnAll: true };
		const groups = actionNode('Groups', getAll, credentials());
		const workflow = await api.workflows.create(chain('Nodes', [startNode, groups]));
		const execution = await api.workflows.run(workflow.id);
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Groups').length).toBeGreaterThan(0);
	});

	it('serve no HTTP Request node', async () => {
		const { api, simulator } = playground();
		await simulator.control.clearRequests();
		const request = {
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.3,
			parameters: {
				url: `${simulator.baseHost}/2020q3/groups`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialsType,
			},
			credentials: credentials(),
		};
		const workflow = await api.workflows.create(chain('Elsewhere', [startNode, request]));
		const execution = await api.workflows.run(workflow.id);
		expect(execution.error()).toBeDefined();
		expect(await simulator.control.requests()).toEqual([]);
	});
});
