import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import type { JsonObject } from '../../playground/api/json.ts';
import { checkMainJob } from '../../playground/checkMainJob.ts';
import { packageFolder, packageName } from '../../playground/communityPackage.ts';
import { noTaskRunner } from '../../playground/n8nEnvironment.ts';
import { credentialsName, credentialsType, startPlayground } from '../../playground/playground.ts';
import { useStarted } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode, n8nNode } from '../../playground/workflows/nodes.ts';
import type { Fault } from '../../simulator/index.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import { runAgent } from './support/agent.ts';
import { startRegistry } from './support/registry.ts';
import { activate, emittedScores, pollWorkflow, scoreCandidates, seenBy, webhookWorkflow } from './support/triggers.ts';

// Tests that don't need special settings share one n8n, because each start takes most of a minute.

const panel = '/community-packages';

/** An n8n that installs the package by its name, as the community nodes panel does, from the registry that its npm uses. */
const started = useStarted(async () => {
	const registry = await startRegistry();
	const version = registry.publish(inject('packageTarball'));
	const playground = await startPlayground({
		env: { ...registry.env, ...noTaskRunner, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
		async install({ session }, userFolder) {
			await writeFile(join(userFolder, '.n8n/nodes/.npmrc'), registry.npmrc);
			await session.request('POST', panel, { name: packageName });
		},
	});
	const stop = async () => {
		await playground.stop();
		await registry.close();
	};
	return { registry, version, playground, stop };
});
const playground = () => started().playground;

it('the package offers three nodes and a tool, with icons and output schemas, as soon as n8n has installed it', async () => {
	const { api } = playground();
	const types = await api.nodeTypes.startingWith(`${packageName}.`);
	expect(types.map(({ name, displayName, version }) => [name, displayName, version].join(', ')).sort()).toEqual([
		`${packageName}.enterpriseAssessment, Enterprise Assessment, 1`,
		`${packageName}.enterpriseAssessmentPollTrigger, Enterprise Assessment Poll Trigger, 1`,
		`${packageName}.enterpriseAssessmentTool, Enterprise Assessment Tool, 1`,
		`${packageName}.enterpriseAssessmentTrigger, Enterprise Assessment Trigger, 1`,
	]);
	for (const { iconUrl } of types) {
		expect(iconUrl).toMatchObject({ light: expect.any(String), dark: expect.any(String) });
		for (const url of Object.values(iconUrl ?? {}))
			expect(await (await api.session.fetch(`/${String(url)}`)).text()).toContain('<svg');
	}
	for (const path of ['enterpriseAssessment/1.0.0/score/get.json', 'enterpriseAssessmentTrigger/1.0.0.json']) {
		const response = await api.session.fetch(`/schemas/${packageName}.${path}`);
		expect(await response.json()).toMatchObject({ properties: { score: { type: 'number' } } });
	}
});

/** Credentials for the simulator, with changes. HOST stands for the simulator's own. */
function credentialsInput(change: Readonly<Record<string, string>> = {}) {
	const { apiKey, baseHost } = playground().simulator;
	const data = { apiKey, baseHost, apiVersion: '2020q3', ...change };
	data.baseHost = data.baseHost.replace('HOST', baseHost);
	return { name: credentialsName, type: credentialsType, data };
}

const OTHER = 'Something other than Enterprise Assessment answered';
const CHECK = "Check 'Service Address' and 'API Version'";
const redirect: Fault = { kind: 'status', status: 302, headers: { location: '/2020q3/groups' } };

/** The last column is n8n 1.x's own message for a status. */
it.each<[given: string, said: string, change: Readonly<Record<string, string>>, fault?: Fault, saidBy1x?: string]>([
	['the API key', 'successful', {}],
	['a Service Address with spaces and a path', 'successful', { baseHost: ' HOST/beta' }],
	['a wrong API key', 'API key', { apiKey: 'wrong' }, undefined, 'Authorization failed'],
	['an API key after the word Bearer', 'word Bearer', { apiKey: 'Bearer k' }],
	['an API key with a line break', 'line break', { apiKey: 'k\ny' }],
	['an unknown version', 'API Version', { apiVersion: '1999q1' }, undefined, 'not be found'],
	['a web page', OTHER, {}, { kind: 'html' }],
	['JSON with a different structure', OTHER, {}, { kind: 'json', json: { status: 'ok' } }],
	['an empty response', OTHER, {}, { kind: 'status', status: 204 }],
	['403', CHECK, {}, { kind: 'status', status: 403 }, 'Forbidden'],
	['a redirect', 'Found', {}, redirect, 'status code 302'],
	['429', 'in a minute', {}, { kind: 'status', status: 429 }, 'too many requests'],
])('the credentials test reports the right outcome for %s', async (_given, said, change, fault, saidBy1x = said) => {
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

// The other tests show that the action node, the tool and both triggers work with the same credentials.
it("n8n doesn't let HTTP Request use the credentials", async () => {
	const { api, simulator } = playground();
	// n8n 1.x doesn't know that only the package's nodes can use the credentials, so the docs recommend this setting.
	const id = await api.credentials.create(credentialsInput({ allowedHttpRequestDomains: 'none' }));
	const credentials = { [credentialsType]: { id, name: credentialsName } };
	const choice = { authentication: 'predefinedCredentialType', nodeCredentialType: credentialsType };
	const elsewhere = chain('Elsewhere', [
		startNode,
		actionNode('Groups', { resource: 'group', operation: 'getAll', returnAll: true }, credentials),
		{ ...n8nNode('Request', 'httpRequest', 4.2, { ...choice, url: simulator.baseHost, options: {} }), credentials },
	]);
	if (!isFirstGeneration)
		return await expect(api.workflows.create(elsewhere)).rejects.toThrow(/"Request".+cannot use credential type/);
	const execution = await api.workflows.run((await api.workflows.create(elsewhere)).id);
	expect(execution.items('Groups').length).toBeGreaterThan(0);
	expect(execution.error('Request')?.message).toContain('configured to prevent use within an HTTP Request');
});

it('an AI agent invites someone, reads a score and lists files, with one tool each, and is told how to fix a wrong call', async () => {
	const { simulator } = playground();
	const { assessments } = await simulator.control.state();
	const { scoreReports, userId } = await simulator.control.user({ uniqueIdentifier: 'EMP-001' });
	const ada = { Email: 'ada@example.com', Given_Name: 'Ada', Surname: 'Lovelace' };
	const { answers, said, tools } = await runAgent(playground(), [
		{ tool: 'List_tests', args: {} },
		{ tool: 'Invite', args: { Assessment: assessments[0]?.assessmentId, ...ada } },
		{ tool: 'Read_score', args: { User: 'nobody@example.com' } },
		{ tool: 'Read_score', args: { User: ada.Email } },
		{ tool: 'Files', args: { User: userId, User_Assessment_ID: scoreReports[0]?.userAssessmentId } },
		{ say: 'Ada is invited.' },
	]);
	expect(said).toEqual(['Ada is invited.']);

	expect(tools.map(({ name, description }) => `${name}: ${description}`).sort()).toEqual([
		'Files: Download all files for score report in Enterprise Assessment',
		'Invite: Invite a person to an assessment in Enterprise Assessment',
		'List_tests: Get many assessments in Enterprise Assessment',
		'Read_score: Get many scores for user in Enterprise Assessment',
	]);

	const [wrong] = answers.splice(2, 1);
	expect(wrong).toMatch(/no user with the email address nobody@example\.com.+'If User Not Found'/s);
	const [tests, invited, score, files] = answers.map((text): unknown => JSON.parse(text));
	expect(tests).toMatchObject(assessments.map(({ name }) => ({ name })));
	expect(invited).toMatchObject([{ alreadyAssigned: false }]);
	expect(score).toMatchObject([{ givenName: 'Ada', assessmentName: 'English Speaking', status: 'NotStarted' }]);
	expect(files).toMatchObject([{ files: [{ kind: 'audio' }, {}, {}, { kind: 'certificate' }] }]);
	expect(await simulator.control.user({ emailAddress: ada.Email })).toMatchObject({ surname: 'Lovelace' });
	// The model never sees the API key, and tools that only read don't show it any sign-in links.
	expect(answers.join()).not.toContain(simulator.apiKey);
	expect(JSON.stringify([tests, score, files])).not.toContain('sign-in');
});

it('the package invites people, returns their scores, and downloads the files byte for byte', async () => {
	await checkMainJob(playground(), 'filesystem');
});

describe('the installed package', () => {
	const higher = { version: '99.0.0', displayName: 'Enterprise Assessment 99' };
	let workflows: string[] = [];
	const scored: string[] = [];

	/** The packages in the community nodes panel, and the action node's name in the node panel. */
	async function shown() {
		const { api } = playground();
		const listed = await api.session.request<JsonObject[]>('GET', panel);
		const types = await api.nodeTypes.startingWith(`${packageName}.`);
		return {
			packages: listed.map(({ installedVersion, updateAvailable }) => ({ installedVersion, updateAvailable })),
			action: types.find(({ name }) => name === `${packageName}.enterpriseAssessment`)?.displayName,
		};
	}

	/** Expects both published triggers to emit a new score only once, and the webhook to be registered only once. */
	async function expectReceived(): Promise<void> {
		const { api, simulator } = playground();
		scored.push(...(await scoreCandidates(simulator, 1)));
		await seenBy(api, workflows, scored);
		for (const workflow of workflows) expect((await emittedScores(api, workflow)).sort()).toEqual(scored.toSorted());
		const registrations = await simulator.control.requests({ endpoint: '/webhook' });
		expect(registrations.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['POST']);
	}

	it('keeps published workflows receiving scores through an update and a restart', async () => {
		const { registry, version } = started();
		const { api, restart, simulator } = playground();
		expect(await shown()).toEqual({ packages: [{ installedVersion: version }], action: 'Enterprise Assessment' });
		await simulator.control.clearRequests();
		workflows = [(await webhookWorkflow(playground())).id, await pollWorkflow(playground())];
		await activate(api, ...workflows);
		await expectReceived();

		await registry.publishChanged(inject('packageTarball'), higher);
		await expect
			.poll(shown)
			.toMatchObject({ packages: [{ installedVersion: version, updateAvailable: higher.version }] });
		await api.session.request('PATCH', panel, { name: packageName });
		const updated = { packages: [{ installedVersion: higher.version }], action: higher.displayName };
		await expect.poll(shown).toEqual(updated);
		await expectReceived();

		await restart();
		await expect.poll(shown).toEqual(updated);
		await expectReceived();
	});

	it("doesn't leave nodes, files, a webhook or the API key behind after it is removed", async () => {
		const { api, n8n, simulator } = playground();
		for (const workflow of workflows) await api.workflows.deactivate(workflow);
		await api.session.request('DELETE', `${panel}?name=${packageName}`);
		await expect.poll(shown).toEqual({ packages: [], action: undefined });
		expect(existsSync(packageFolder(n8n.userFolder))).toBe(false);
		expect(await simulator.control.webhook()).toBeNull();

		await n8n.stop();
		const entries = readdirSync(n8n.userFolder, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
		const holding = (text: string) => files.filter((path) => readFileSync(path).includes(text));
		// The search does find n8n's stored data. Otherwise, finding no API key would prove nothing.
		expect(holding('robin.example@example.com')).not.toEqual([]);
		expect(holding(simulator.apiKey)).toEqual([]);
	});
});
