import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../playground/api/index.ts';
import { exampleNames, readExample } from '../../playground/workflows/examples.ts';
import { openPlayground, runStartScript, waitUntilClosed } from './support/startScript.ts';

const n8nsUsualPort = 5678;

describe('npm start', () => {
	let folder = '';
	let busy: Server | undefined;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-start-'));
		busy = createServer().listen(n8nsUsualPort, '127.0.0.1');
		// An error says that the port is busy already.
		await new Promise((resolve) => busy?.once('listening', resolve).once('error', resolve));
	});
	afterAll(async () => {
		busy?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
	});

	it('opens an n8n whose example works, goes round a busy port, and ends with Ctrl-C', async () => {
		const open = await openPlayground(folder);
		expect(open.output()).toContain(`Port ${n8nsUsualPort} is in use`);

		const api = await connect(open.n8nUrl);
		const id = await api.workflows.find('Invite a candidate');
		const execution = await api.workflows.run(id ?? '');
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Create Sign-In Link')).toHaveLength(2);
		for (const name of await exampleNames()) {
			const example = await readExample(name);
			expect(await api.workflows.find(example.name), example.name).toBeDefined();
		}

		const second = runStartScript(folder);
		expect(await second.exited).toBe(1);
		expect(second.output()).toContain('already open');

		open.process.kill('SIGINT');
		expect(await open.exited).toBe(0);
		await waitUntilClosed([open.n8nUrl, open.simulatorUrl]);
	});

	it('keeps what was made there, and ends when it is killed', async () => {
		const open = await openPlayground(folder);
		const api = await connect(open.n8nUrl);
		expect(await api.executions.list()).toHaveLength(1);

		open.process.kill('SIGKILL');
		expect(await open.exited).toBe('SIGKILL');
		await waitUntilClosed([open.n8nUrl, open.simulatorUrl]);
	});
});
