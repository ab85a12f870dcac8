import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it, vi } from 'vitest';

import { connect, type N8nApi } from '../../playground/api/index.ts';
import type { JsonObject } from '../../playground/api/json.ts';
import { playgroundOwner } from '../../playground/api/session.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { exampleNames, readExample } from '../../playground/workflows/examples.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import { activate, patience, webhookWorkflow } from './support/triggers.ts';

const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-start-'));
/** Occupies n8n's usual port. An error means that the port is already in use. */
const busy = createServer().listen(5678, '127.0.0.1');
await new Promise((resolve) => busy.once('listening', resolve).once('error', resolve));
afterAll(async () => {
	busy.close();
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
});

/** Runs `npm start` with its own folder. */
function runStartScript() {
	const env = { ...process.env, PLAYGROUND_FOLDER: folder };
	const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => (output += String(text)));
	/** The exit code, or the signal that ended the script. */
	const exited = new Promise<number | string | null>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal));
	});
	return { kill: (signal: NodeJS.Signals) => child.kill(signal), output: () => output, exited };
}

/** Runs the script until it says that the playground is open. */
async function openPlayground() {
	const script = runStartScript();
	const opened = vi.waitUntil(() => script.output().includes('The playground is open'), { timeout: 300_000 });
	await Promise.race([opened, script.exited]);
	const urlOf = (label: string) => new RegExp(`^ *${label} +(http://\\S+)$`, 'm').exec(script.output())?.[1];
	const [n8nUrl, simulatorUrl] = [urlOf('n8n'), urlOf('Simulator')];
	if (n8nUrl === undefined || simulatorUrl === undefined) throw new Error(`It did not open:\n${script.output()}`);
	/** Ends the script with a signal, which also ends n8n and the simulator. Returns how it ended. */
	const end = async (signal: NodeJS.Signals) => {
		script.kill(signal);
		const exited = await script.exited;
		for (const url of [n8nUrl, simulatorUrl])
			await vi.waitFor(async () => await expect(fetch(url)).rejects.toThrow(), patience);
		return exited;
	};
	return { output: script.output(), n8nUrl, simulatorUrl, end, api: await connect(n8nUrl) };
}

/** What n8n's migration report says about its workflows and version 3, including one that has a node which n8n 3 doesn't have. */
async function changedByN8n3({ session, workflows }: N8nApi) {
	await workflows.create(chain('Orbit', [startNode, { name: 'Removed', type: 'n8n-nodes-base.orbit' }]));
	const answer = await session.request<{ report: JsonObject }>('POST', '/breaking-changes/report/refresh?version=v3');
	return answer.report.workflowResults;
}

it('npm start opens an n8n whose first workflow works, uses the next free port, and ends with Ctrl-C', async () => {
	const { api, end, n8nUrl, output } = await openPlayground();
	expect(output).toMatch(/Port 5678 is in use, so n8n uses port 56\d\d\./);

	const first = (await api.workflows.find('1 · Scores as they arrive')) ?? '';
	expect(output).toContain(`${n8nUrl}/workflow/${first}`);
	const scores = await api.workflows.run(first, { trigger: 'New scores' });
	expect(scores.items('Sentence for Slack')[0]?.json.text).toMatch(/ scored \d.* in /);
	const execution = await api.workflows.run((await api.workflows.find('2 · Invite a candidate')) ?? '');
	expect(execution.error()).toBeUndefined();
	expect(execution.items('Create sign-in link')).toHaveLength(2);
	for (const { name } of await Promise.all((await exampleNames()).map(readExample)))
		expect(await api.workflows.find(name), name).toBeDefined();
	// n8n 1.x doesn't have this report.
	if (!isFirstGeneration)
		expect(await changedByN8n3(api)).toMatchObject([{ ruleId: 'removed-nodes-v3', nbAffectedWorkflows: 1 }]);

	const second = runStartScript();
	expect(await second.exited).toBe(1);
	for (const text of ['already open', n8nUrl, playgroundOwner.password]) expect(second.output()).toContain(text);

	const id = (await api.credentials.find(credentialsName)) ?? '';
	const credentials = { [credentialsType]: { id, name: credentialsName } };
	// Publishing the listener registers the account's webhook, which the next test needs.
	const events = ['user-assessment-scored', 'webhook-example'];
	const listener = await webhookWorkflow({ api, credentials, n8n: { url: n8nUrl } }, 'Receive events', { events });
	await activate(api, listener.id);
	expect(await end('SIGINT')).toBe(0);
});

it('npm start keeps workflows and a published webhook after a restart, and ends when it is killed', async () => {
	const { api, end, simulatorUrl } = await openPlayground();
	expect(await api.executions.list()).toHaveLength(2);
	await fetch(`${simulatorUrl}/_simulator/sendExample`, { method: 'POST' });
	const [received] = await api.executions.waitForCount(1, { mode: 'webhook' });
	expect(received?.items('End')[0]?.json).toMatchObject({ event: 'webhook-example' });
	expect(await end('SIGKILL')).toBe('SIGKILL');
});
