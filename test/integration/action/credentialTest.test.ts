import { RoutingNode } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessmentApi } from '../../../credentials/EnterpriseAssessmentApi.credentials.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

const service = useSimulator();

/** Sends what n8n sends when the user saves the credentials: n8n's tester makes a declarative node of the test, too. */
async function testCredentials(credentials: CredentialsData): Promise<unknown> {
	const { test } = new EnterpriseAssessmentApi();
	const nodeType: INodeType = {
		description: {
			displayName: 'Credential test',
			name: 'credentialTest',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'enterpriseAssessmentApi', required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } },
			],
		},
	};
	const { context } = executeContext({ nodeType, credentials }, [{ json: {} }]);
	const decrypted = { id: '1', name: 'Test', type: 'enterpriseAssessmentApi', data: { ...credentials } };
	const items = await new RoutingNode(context, nodeType, decrypted).runNode();
	return items?.[0]?.[0]?.json;
}

describe('the credential test', () => {
	it.each(['', '/beta'])('asks the service for its assessments (address with %j)', async (tail) => {
		const { simulator, credentials, requests } = service();
		const json = await testCredentials({ ...credentials, baseHost: ` ${simulator.baseHost}${tail}` });
		expect(json).toMatchObject({ assessments: expect.any(Array) });
		expect(await requests()).toMatchObject([{ method: 'GET', path: '/2020q3/assessments', status: 200 }]);
	});

	it('follows no redirect', async () => {
		const { simulator, credentials, requests } = service();
		const location = `${simulator.baseHost}/2020q3/groups`;
		await simulator.control.inject({ fault: { kind: 'status', status: 302, headers: { location } } });
		await expect(testCredentials(credentials)).rejects.toThrow();
		expect(await requests()).toHaveLength(1);
	});
});
