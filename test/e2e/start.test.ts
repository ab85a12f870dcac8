import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../playground/api/index.ts';
import { playgroundOwner } from '../../playground/api/session.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { credentialsName, credentialsType } from '../../playground/playground.ts';
import { chain } from '../../playground/workflows/build.ts';
import { exampleNames, readExample } from '../../playground/workflows/examples.ts';
import { openPlayground, runStartScript, waitUntilClosed } from './support/startScript.ts';

const n8nsUsualPort = 5678;

describe('npm start', () => {
	let folder = '';
	let busy: Server | undefined;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-start-'));
		busy = createServer().listen(n8nsUsualPort, '127.0.0.1');
		// An error means that the port is already in use.
		await new Promise((resolve) => busy?.once('listening', resolve).once('error', resolve));
	});
	afterAll(async () => {
		busy?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
	});

	it('opens an n8n whose first workflow works, takes the next port, and ends with Ctrl-C', async () => {
		const open = await openPlayground(folder);
		expect(open.output()).toMatch(/Port 5678 is in use, so n8n uses port 56\d\d\./);

		const api = await connect(open.n8nUrl);
		const first = (await api.workflows.find('1 · Scores as they come')) ?? '';
		expect(open.output()).toContain(`${open.n8nUrl}/workflow/${first}`);
		const scores = await api.workflows.run(first, { trigger: 'New scores' });
		expect(scores.items('Sentence for Slack')[0]?.json.text).toMatch(/ has \d.* in /);
		const id = (await api.workflows.find('2 · Invite a candidate')) ?? '';
		const execution = await api.workflows.run(id);
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Create Sign-In Link')).toHaveLength(2);
		for (const name of await exampleNames()) {
			const example = await readExample(name);
			expect(await api.workflows.find(example.name), example.name).toBeDefined();
		}

		const second = runStartScript(folder);
		expect(await second.exited).toBe(1);
		expect(second.output()).toContain('already open');
		expect(second.output()).toContain(open.n8nUrl);
		expect(second.output()).toContain(playgroundOwner.password);

		const credentials = (await api.credentials.find(credentialsName)) ?? '';
		const trigger = {
			name: 'Event',
			type: `${packageName}.enterpriseAssessmentTrigger`,
			webhookId: randomUUID(),
			parameters: { events: ['user-assessment-scored', 'webhook-example'] },
			credentials: { [credentialsType]: { id: credentials, name: credentialsName } },
		};
		// The listener's registration is the account's webhook once the listener is published.
		const { id: listener } = await api.workflows.create(chain('Receive events', [trigger]));
		expect(await api.workflows.activate(listener)).toEqual({ status: 'published', errors: [] });
		open.process.kill('SIGINT');
		expect(await open.exited).toBe(0);
		await waitUntilClosed([open.n8nUrl, open.simulatorUrl]);
	});

	it('keeps workflows and a published webhook after a restart, and ends when it is killed', async () => {
		const open = await openPlayground(folder);
		const api = await connect(open.n8nUrl);
		expect(await api.executions.list()).toHaveLength(2);
		await fetch(`${open.simulatorUrl}/_simulator/sendExample`, { method: 'POST' });
		const [received] = await api.executions.waitForCount(1, { mode: 'webhook' });
		expect(received?.items('Event')[0]?.json).toMatchObject({ event: 'webhook-example' });

		open.process.kill('SIGKILL');
		expect(await open.exited).toBe('SIGKILL');
		await waitUntilClosed([open.n8nUrl, open.simulatorUrl]);
	});
});
