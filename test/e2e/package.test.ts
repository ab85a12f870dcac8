import { beforeEach, describe, expect, it } from 'vitest';

import { packageName } from '../../playground/communityPackage.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { isFirstGeneration } from '../firstGeneration.ts';

const playground = usePlayground();

describe('the packed package in a real n8n', () => {
	it('gives its three nodes, the action node also as a tool', async () => {
		const types = await playground().api.nodeTypes.startingWith(`${packageName}.`);
		const listed = types.map(({ name, displayName, version }) => ({ name, displayName, version }));
		expect(listed.sort((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
			{ name: `${packageName}.enterpriseAssessment`, displayName: 'Enterprise Assessment', version: 1 },
			{
				name: `${packageName}.enterpriseAssessmentPollTrigger`,
				displayName: 'Enterprise Assessment Poll Trigger',
				version: 1,
			},
			{ name: `${packageName}.enterpriseAssessmentTool`, displayName: 'Enterprise Assessment Tool', version: 1 },
			{ name: `${packageName}.enterpriseAssessmentTrigger`, displayName: 'Enterprise Assessment Trigger', version: 1 },
		]);
	});

	it('serves a light and a dark icon for each node', async () => {
		const { api } = playground();
		const types = await api.nodeTypes.startingWith(`${packageName}.`);
		for (const { iconUrl } of types) {
			expect(iconUrl).toMatchObject({ light: expect.any(String), dark: expect.any(String) });
			for (const url of Object.values(iconUrl ?? {})) {
				const response = await api.session.fetch(`/${String(url)}`);
				expect(response.headers.get('content-type')).toContain('image/svg+xml');
				expect(await response.text()).toContain('<svg');
			}
		}
	});

	it('serves the output schema of an operation', async () => {
		const path = `/schemas/${packageName}.enterpriseAssessment/1.0.0/score/get.json`;
		const schema: unknown = await (await playground().api.session.fetch(path)).json();
		expect(schema).toMatchObject({ type: 'object', properties: { userId: { type: 'string' } } });
	});

	it('serves the output schema of a trigger', async () => {
		const path = `/schemas/${packageName}.enterpriseAssessmentTrigger/1.0.0.json`;
		const schema: unknown = await (await playground().api.session.fetch(path)).json();
		expect(schema).toMatchObject({ properties: { event: { type: 'string' }, score: { type: 'number' } } });
	});

	it('is listed as an installed community package', async () => {
		const installed = await playground().api.session.request('GET', '/community-packages');
		expect(installed).toMatchObject([{ packageName }]);
		expect(installed).not.toMatchObject([{ failedLoading: true }]);
	});
});

describe('the credentials test', () => {
	const good = { apiKey: '', baseHost: '', apiVersion: '2020q3' };

	beforeEach(async () => await playground().simulator.control.clearLimits());

	const cases = [
		{ what: 'accepts the key', change: {}, expected: { status: 'OK', message: /successful/ } },
		{
			what: 'tolerates a slash and a pasted version',
			change: { suffix: '/2020q3/' },
			expected: { status: 'OK', message: /successful/ },
		},
		{
			what: 'refuses a wrong key',
			change: { apiKey: 'wrong' },
			// n8n 1.x shows words of its own, not those of the credentials.
			expected: { status: 'Error', message: isFirstGeneration ? /^Authorization failed/ : /API key/ },
		},
		{
			what: 'refuses an unknown version',
			change: { apiVersion: '1999q1' },
			expected: { status: 'Error', message: isFirstGeneration ? /could not be found/ : /API Version/ },
		},
	];

	it.each(cases)('$what', async ({ change, expected }) => {
		const { api, simulator } = playground();
		const { suffix = '', ...changed } = { suffix: '', ...change };
		const data = { ...good, apiKey: simulator.apiKey, baseHost: `${simulator.baseHost}${suffix}`, ...changed };
		const result = await api.credentials.test({ name: credentialsName, type: credentialsType, data });
		expect(result.status).toBe(expected.status);
		expect(result.message).toMatch(expected.message);
		expect(JSON.stringify(result)).not.toContain(simulator.apiKey);
	});

	it.each([
		['a web page', { kind: 'html' }],
		['JSON of something else', { kind: 'json', json: { status: 'ok' } }],
		['nothing', { kind: 'status', status: 204 }],
	] as const)('refuses an address where %s is the answer', async (_what, fault) => {
		const { api, simulator } = playground();
		await simulator.control.inject({ match: { path: '/assessments' }, fault });
		const data = { ...good, apiKey: simulator.apiKey, baseHost: simulator.baseHost };
		const result = await api.credentials.test({ name: credentialsName, type: credentialsType, data });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining('is not the service') as string });
	});

	it('refuses a revoked key that is stored', async () => {
		const { api, simulator } = playground();
		const { apiKey } = await simulator.control.generateKey();
		const data = { ...good, apiKey, baseHost: simulator.baseHost };
		const input = { name: 'Revoked', type: credentialsType, data };
		const id = await api.credentials.create(input);
		expect(await api.credentials.test(input, id)).toMatchObject({ status: 'OK' });
		await simulator.control.revokeKey({ apiKey });
		expect(await api.credentials.test(input, id)).toMatchObject({ status: 'Error' });
	});
});
