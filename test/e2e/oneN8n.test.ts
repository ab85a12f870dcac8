import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { checkMainJob } from '../../playground/check/mainJob.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { buildWorkflow, chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
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
		for (const { iconUrl, codex } of types) {
			// The words that people search for.
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

	it('is listed as an installed community package', async () => {
		const installed = await playground().api.session.request('GET', '/community-packages');
		expect(installed).toMatchObject([{ packageName }]);
		expect(installed).not.toMatchObject([{ failedLoading: true }]);
	});
});

/** Credentials for the simulator, with changes. */
function credentialsInput(change: Readonly<Record<string, string>> = {}) {
	const { apiKey, baseHost } = playground().simulator;
	const data = { apiKey, baseHost, apiVersion: '2020q3', ...change };
	return { name: credentialsName, type: credentialsType, data };
}

describe('the credentials test', () => {
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

	it.each([
		['a web page', { kind: 'html' }],
		['JSON of something else', { kind: 'json', json: { status: 'ok' } }],
		['nothing', { kind: 'status', status: 204 }],
	] as const)('refuses an address where %s is the answer', async (_what, fault) => {
		const { api, simulator } = playground();
		await simulator.control.inject({ match: { path: '/assessments' }, fault });
		const result = await api.credentials.test(credentialsInput());
		expect(result).toEqual({ status: 'Error', message: expect.stringContaining('is not the service') });
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
	await simulator.control.clearRequests();
	const execution = await api.workflows.run((await api.workflows.create(chain('Elsewhere', nodes))).id);
	expect(execution.items('Groups').length).toBeGreaterThan(0);
	expect(execution.error('Request')).toBeDefined();
	expect(await simulator.control.requests()).toHaveLength(1);
});

it('items keep their order and pairs, and failed ones take the error output', async () => {
	const { api, credentials } = playground();
	const emails = ['candidate001@example.com', 'nobody@example.com', 'candidate002@example.com'];
	const user = { __rl: true, mode: 'emailAddress', value: '={{ $json.email }}' };
	const getScore = actionNode('Get Score', { resource: 'score', operation: 'get', user, output: 'users' }, credentials);
	const asked = { mode: 'raw', jsonOutput: "={{ { asked: $('People').item.json.email } }}", options: {} };
	const sketches = [
		startNode,
		fieldsNode('List', { people: emails.map((email) => ({ email })) }),
		splitNode('People', 'people'),
		{ ...getScore, onError: 'continueErrorOutput' } as const,
		...['Good', 'Bad'].map((name) => ({ ...fieldsNode(name, {}), parameters: asked })),
	];
	const edges = [
		['Start', 'List'],
		['List', 'People'],
		['People', 'Get Score'],
		['Get Score', 'Good'],
		['Get Score', 'Bad', 1],
	] as const;
	const execution = await api.workflows.run((await api.workflows.create(buildWorkflow('Items', sketches, edges))).id);
	expect(execution.error()).toBeUndefined();
	const [first, unknown, second] = emails;
	expect(execution.items('Get Score').map(({ json }) => json.email)).toEqual([first, second]);
	expect(execution.items('Good').map(({ json }) => json.asked)).toEqual([first, second]);
	expect(execution.items('Bad').map(({ json }) => json.asked)).toEqual([unknown]);
});

describe('files in n8n’s store on disk', () => {
	/** Without the JSON that n8n keeps beside each. */
	function storedFiles(): string[] {
		const { userFolder } = playground().n8n;
		const paths = globSync('.n8n/**/binary_data/*', { cwd: userFolder });
		return paths.filter((path) => !path.endsWith('.metadata')).map((path) => join(userFolder, path));
	}

	async function download(link: string) {
		const { api, credentials } = playground();
		const node = actionNode('Download', { resource: 'file', operation: 'downloadAudio', link }, credentials);
		const { id } = await api.workflows.create(chain('Download', [startNode, node]));
		return { id, execution: await api.workflows.run(id) };
	}

	it('are the very bytes of the service, once', async () => {
		const { link, sha256 } = await playground().simulator.control.createFile({ bytes: 5_000_000, withSha256: true });
		const before = storedFiles();
		const { execution } = await download(link);
		expect(execution.items('Download')[0]).toMatchObject({ json: { fileSize: 5_000_000, link } });
		const added = storedFiles().filter((path) => !before.includes(path));
		expect(added.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))).toEqual([sha256]);
	});

	it('are none when the body ends early', async () => {
		const { api, simulator } = playground();
		const { link } = await simulator.control.createFile({ bytes: 1_000_000 });
		await simulator.control.inject({
			match: { path: '/response-audio/*' },
			fault: { kind: 'truncate' },
			times: 'always',
		});
		const before = storedFiles();
		const { id, execution } = await download(link);
		await simulator.control.clearFaults();
		expect(execution.status).toBe('error');
		// n8n 1.x keeps what had arrived in each of the four tries as long as it keeps the execution.
		expect(storedFiles()).toHaveLength(before.length + (isFirstGeneration ? 4 : 0));
		await api.workflows.delete(id);
		expect(storedFiles()).toEqual(before);
	});
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
