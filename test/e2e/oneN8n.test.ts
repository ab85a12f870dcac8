import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { checkMainJob } from '../../playground/checkMainJob.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import { testAgent } from './support/agent.ts';

// What needs no restart and no settings of its own shares one n8n, since each start takes a good part of a minute.
const playground = usePlayground({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });

describe('the packed package in a real n8n', () => {
	it('gives its three nodes, the action node also as a tool, each with icons and words to find it by', async () => {
		const { api } = playground();
		const types = await api.nodeTypes.startingWith(`${packageName}.`);
		expect(
			types
				.map(({ name, displayName, version }) => `${String(name)} ${String(version)}: ${String(displayName)}`)
				.sort(),
		).toEqual([
			`${packageName}.enterpriseAssessment 1: Enterprise Assessment`,
			`${packageName}.enterpriseAssessmentPollTrigger 1: Enterprise Assessment Poll Trigger`,
			`${packageName}.enterpriseAssessmentTool 1: Enterprise Assessment Tool`,
			`${packageName}.enterpriseAssessmentTrigger 1: Enterprise Assessment Trigger`,
		]);
		for (const { name, iconUrl, codex } of types) {
			// The words that people search for. n8n 1.x doesn't give them to the tool.
			if (!String(name).endsWith('Tool'))
				expect(codex).toMatchObject({ alias: expect.arrayContaining(['language test', 'CEFR', 'hiring']) });
			expect(iconUrl).toMatchObject({ light: expect.any(String), dark: expect.any(String) });
			for (const url of Object.values(iconUrl ?? {})) {
				const icon = await api.session.fetch(`/${String(url)}`);
				expect(await icon.text()).toContain('<svg');
			}
		}
	});

	it.each([
		['an operation', 'enterpriseAssessment/1.0.0/score/get.json', { userId: { type: 'string' } }],
		['a trigger', 'enterpriseAssessmentTrigger/1.0.0.json', { event: { type: 'string' }, score: { type: 'number' } }],
	])('serves the output schema of %s', async (_what, path, properties) => {
		const response = await playground().api.session.fetch(`/schemas/${packageName}.${path}`);
		expect(await response.json()).toMatchObject({ properties });
	});
});

/** Credentials for the simulator, with changes. */
function credentialsInput(change: Readonly<Record<string, string>> = {}) {
	const { apiKey, baseHost } = playground().simulator;
	const data = { apiKey, baseHost, apiVersion: '2020q3', ...change };
	return { name: credentialsName, type: credentialsType, data };
}

describe('the credentials test', () => {
	// A quick machine would have more than five requests in a second.
	beforeEach(async () => await playground().simulator.control.clearLimits());

	it.each([
		['accepts the key', {}, 'OK', /successful/],
		// n8n 1.x shows words of its own, not those of the credentials.
		['refuses a wrong key', { apiKey: 'wrong' }, 'Error', isFirstGeneration ? /^Authorization failed/ : /API key/],
		[
			'refuses an unknown version',
			{ apiVersion: '1999q1' },
			'Error',
			isFirstGeneration ? /not be found/ : /API Version/,
		],
	])('%s', async (_what, change, status, message) => {
		const result = await playground().api.credentials.test(credentialsInput(change));
		expect(result).toEqual({ status, message: expect.stringMatching(message) });
	});

	it('accepts an address as it is pasted', async () => {
		const { api, simulator } = playground();
		const pasted = credentialsInput({ baseHost: ` ${simulator.baseHost}/beta` });
		expect(await api.credentials.test(pasted)).toMatchObject({ status: 'OK' });
	});

	it.each([
		['a web page', { kind: 'html' }, 'Something other than Enterprise Assessment answered'],
		[
			'JSON of something else',
			{ kind: 'json', json: { status: 'ok' } },
			'Something other than Enterprise Assessment answered',
		],
		['nothing', { kind: 'status', status: 204 }, 'Something other than Enterprise Assessment answered'],
		// As above, n8n 1.x has words of its own for a status.
		[
			'403',
			{ kind: 'status', status: 403 },
			isFirstGeneration ? 'Forbidden' : "check 'Service Address' and 'API Version'",
		],
		[
			'a redirect',
			{ kind: 'status', status: 302, headers: { location: '/2020q3/groups' } },
			isFirstGeneration ? 'status code 302' : 'Found',
		],
		['429', { kind: 'status', status: 429 }, isFirstGeneration ? 'too many requests' : 'try again in a minute'],
	] as const)('refuses an address where %s is the answer, and says what that means', async (_what, fault, words) => {
		const { api, simulator } = playground();
		await simulator.control.inject({ match: { path: '/assessments' }, fault });
		await simulator.control.clearRequests();
		const result = await api.credentials.test(credentialsInput());
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining(words) });
		expect(await simulator.control.requests()).toHaveLength(1);
	});
});

// What the docs advise, so that nobody can send the key elsewhere.
it('credentials that allow no HTTP Request node serve the nodes of the package alone', async () => {
	const { api, simulator } = playground();
	const id = await api.credentials.create(credentialsInput({ allowedHttpRequestDomains: 'none' }));
	const credentials = { [credentialsType]: { id, name: credentialsName } };
	const getAll = { resource: 'group', operation: 'getAll', returnAll: true };
	const url = `${simulator.baseHost}/2020q3/groups`;
	const request = {
		name: 'Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: credentialsType },
		credentials,
	};
	const nodes = [startNode, actionNode('Groups', getAll, credentials), request];
	// A request refused over the limits would come again.
	await simulator.control.clearLimits();
	await simulator.control.clearRequests();
	const execution = await api.workflows.run((await api.workflows.create(chain('Elsewhere', nodes))).id);
	expect(execution.items('Groups').length).toBeGreaterThan(0);
	expect(execution.error('Request')).toBeDefined();
	expect(await simulator.control.requests()).toHaveLength(1);
});

describe('an AI agent', () => testAgent(playground));

describe('the main job', () => {
	it('goes from the invitation to the files, byte for byte', async () => {
		await checkMainJob(playground(), () => undefined, 'filesystem');
	});

	it('leaves the API key in no file of n8n', async () => {
		const { n8n, simulator } = playground();
		await n8n.stop();
		const entries = readdirSync(n8n.userFolder, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
		const holding = (text: string) => files.filter((path) => readFileSync(path).includes(text));
		// So that a search that finds nothing is known to have read what n8n keeps.
		expect(holding('robin.example@example.com')).not.toEqual([]);
		expect(holding(simulator.apiKey)).toEqual([]);
	});
});
