import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, inject, it } from 'vitest';

import { asArray, asObject } from '../../playground/api/json.ts';
import { checkMainJob } from '../../playground/checkMainJob.ts';
import { packageFolder, packageName } from '../../playground/communityPackage.ts';
import { startPlayground } from '../../playground/playground.ts';
import { useStarted } from '../../playground/vitest.ts';
import { repack, startRegistry } from './support/registry.ts';
import { activate, emittedScores, pollWorkflow, scoreCandidates, seenBy, webhookWorkflow } from './support/triggers.ts';

const higher = { version: '99.0.0', displayName: 'Enterprise Assessment 99' };

const panel = '/community-packages';

/** An n8n that installs the package by its name, as the community nodes panel does, from the registry that its npm uses. */
const started = useStarted(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-registry-'));
	const registry = await startRegistry();
	const version = registry.publish(inject('packageTarball'));
	const playground = await startPlayground({
		env: registry.env,
		async install({ session }, userFolder) {
			await writeFile(join(userFolder, '.n8n/nodes/.npmrc'), registry.npmrc);
			await session.request('POST', panel, { name: packageName });
		},
	});
	async function stop(): Promise<void> {
		await playground.stop();
		await registry.close();
		await rm(folder, { recursive: true, force: true });
	}
	return { folder, registry, version, playground, stop };
});

/** What the community nodes panel lists, and the action node's display name in the nodes panel. */
async function shown() {
	const { api } = started().playground;
	const listed = asArray(await api.session.request('GET', panel), 'The installed packages');
	const types = await api.nodeTypes.startingWith(`${packageName}.`);
	return {
		packages: listed.map((entry) => {
			const { installedVersion, updateAvailable } = asObject(entry, 'A package');
			return { installedVersion, updateAvailable };
		}),
		action: types.find(({ name }) => name === `${packageName}.enterpriseAssessment`)?.displayName,
	};
}

let workflows: string[] = [];
const scored: string[] = [];

/** Expects both published triggers to emit a new score only once, and the webhook to be registered only once. */
async function expectReceived(): Promise<void> {
	const { api, simulator } = started().playground;
	scored.push(...(await scoreCandidates(simulator, 1)));
	await seenBy(api, workflows, scored);
	for (const workflow of workflows) expect((await emittedScores(api, workflow)).sort()).toEqual(scored.toSorted());
	const registrations = await simulator.control.requests({ endpoint: '/webhook' });
	expect(registrations.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['POST']);
}

it('the main job works as soon as n8n has installed the package', async () => {
	const { playground, version } = started();
	await expect.poll(shown).toEqual({ packages: [{ installedVersion: version }], action: 'Enterprise Assessment' });
	await checkMainJob(playground, () => undefined);
});

it('published workflows receive scores across an update and a restart', async () => {
	const { folder, registry, version, playground } = started();
	const { api, restart, simulator } = playground;
	await simulator.control.clearRequests();
	workflows = [(await webhookWorkflow(playground)).id, await pollWorkflow(playground)];
	await activate(api, ...workflows);
	await expectReceived();

	registry.publish(await repack(inject('packageTarball'), folder, higher));
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

it("after unpublishing and removal, the package doesn't leave nodes, files or a webhook behind", async () => {
	const { api, n8n, simulator } = started().playground;
	for (const workflow of workflows) await api.workflows.deactivate(workflow);
	await api.session.request('DELETE', `${panel}?name=${packageName}`);
	await expect.poll(shown).toEqual({ packages: [], action: undefined });
	expect(existsSync(packageFolder(n8n.userFolder))).toBe(false);
	expect(await simulator.control.webhook()).toBeNull();
});
