import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { checkMainJob } from '../../playground/checkMainJob.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import type { Fault } from '../../simulator/index.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import { testAgent } from './support/agent.ts';

// Tests that don't need a restart or special settings share one n8n, because each start takes most of a minute.
const playground = usePlayground({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });

describe('the packed package in a real n8n', () => {
	it('offers three nodes and a tool, with icons and search words', async () => {
		const { api } = playground();
		const types = await api.nodeTypes.startingWith(`${packageName}.`);
		const shown = types.map(({ name, displayName, version }) => [name, displayName, version].join(', '));
		expect(shown.sort()).toEqual([
			`${packageName}.enterpriseAssessment, Enterprise Assessment, 1`,
			`${packageName}.enterpriseAssessmentPollTrigger, Enterprise Assessment Poll Trigger, 1`,
			`${packageName}.enterpriseAssessmentTool, Enterprise Assessment Tool, 1`,
			`${packageName}.enterpriseAssessmentTrigger, Enterprise Assessment Trigger, 1`,
		]);
		for (const { name, iconUrl, codex } of types) {
			// The words that people search for. n8n 1.x doesn't copy them to the tool.
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

/** The result of the credentials test. n8n 1.x has its own message for a status. */
interface Tested {
	readonly given: string;
	readonly change?: Readonly<Record<string, string>>;
	readonly fault?: Fault;
	readonly said: string;
	readonly saidBy1x?: string;
}

const OTHER = 'Something other than Enterprise Assessment answered';
const CHECK = "check 'Service Address' and 'API Version'";
const redirect: Fault = { kind: 'status', status: 302, headers: { location: '/2020q3/groups' } };

it.each<Tested>([
	{ given: 'the key', said: 'successful' },
	{ given: 'a wrong key', change: { apiKey: 'wrong' }, said: 'API key', saidBy1x: 'Authorization failed' },
	{ given: 'an unknown version', change: { apiVersion: '1999q1' }, said: 'API Version', saidBy1x: 'not be found' },
	{ given: 'a web page', fault: { kind: 'html' }, said: OTHER },
	{ given: 'JSON with a different structure', fault: { kind: 'json', json: { status: 'ok' } }, said: OTHER },
	{ given: 'an empty response', fault: { kind: 'status', status: 204 }, said: OTHER },
	{ given: '403', fault: { kind: 'status', status: 403 }, said: CHECK, saidBy1x: 'Forbidden' },
	{ given: 'a redirect', fault: redirect, said: 'Found', saidBy1x: 'status code 302' },
	{
		given: '429',
		fault: { kind: 'status', status: 429 },
		said: 'Try again in a minute',
		saidBy1x: 'too many requests',
	},
])('the credentials test says what $given means', async ({ change, fault, said, saidBy1x = said }) => {
	const { api, simulator } = playground();
	// A fast machine would send more than five requests in a second.
	await simulator.control.clearLimits();
	await simulator.control.clearRequests();
	if (fault) await simulator.control.inject({ match: { path: '/assessments' }, fault });
	expect(await api.credentials.test(credentialsInput(change))).toEqual({
		status: said === 'successful' ? 'OK' : 'Error',
		message: expect.stringContaining(isFirstGeneration ? saidBy1x : said),
	});
	if (fault) expect(await simulator.control.requests()).toHaveLength(1);
});

it('the credentials test accepts a Service Address with spaces and a path', async () => {
	const { api, simulator } = playground();
	await simulator.control.clearLimits();
	const pasted = credentialsInput({ baseHost: ` ${simulator.baseHost}/beta` });
	expect(await api.credentials.test(pasted)).toMatchObject({ status: 'OK' });
});

// The docs recommend this setting because it prevents sending the key anywhere else.
it("credentials with no allowed domains work in the package's nodes, but not in HTTP Request", async () => {
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
	// Otherwise a request refused by the limits would be retried.
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

	it("doesn't leave the API key in any of n8n's files", async () => {
		const { n8n, simulator } = playground();
		await n8n.stop();
		const entries = readdirSync(n8n.userFolder, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
		const holding = (text: string) => files.filter((path) => readFileSync(path).includes(text));
		// Proves that the search reads n8n's stored data, because otherwise finding nothing would prove nothing.
		expect(holding('robin.example@example.com')).not.toEqual([]);
		expect(holding(simulator.apiKey)).toEqual([]);
	});
});
