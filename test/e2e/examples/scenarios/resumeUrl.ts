import { randomUUID } from 'node:crypto';

import { chain } from '../../../../playground/workflows/build.ts';
import type { NodeSketch } from '../../../../playground/workflows/build.ts';
import { n8nNode } from '../../../../playground/workflows/nodes.ts';
import type { World } from '../support/world.ts';

/** Publishes a workflow whose first node is a webhook. */
async function published({ api, n8n, publish }: World, parameters: object, ...others: NodeSketch[]) {
	const path = randomUUID();
	const webhook = n8nNode('Webhook', 'webhook', 2, { path, options: {}, ...parameters });
	const { id } = await api.workflows.create(chain('Another workflow', [{ ...webhook, webhookId: path }, ...others]));
	await publish(id);
	return { id, path, url: `${n8n.url}/webhook/${path}` };
}

/** The public return URL of *Invite and wait* resumes waiting executions only. It doesn't start other workflows. */
export async function resumesWaitingExecutionsOnly(world: World, workflowId: string, returnUrl: string) {
	const { api, expect, n8n } = world;
	// Only n8n itself can call this workflow.
	const internal = await published(world, { options: { ipWhitelist: '127.0.0.1, ::1' } });

	// This waiting execution redirects its caller to the internal workflow.
	const redirection = {
		resume: 'webhook',
		options: {
			responseCode: { values: { responseCode: 302 } },
			responseHeaders: { entries: [{ name: 'location', value: internal.url }] },
		},
	};
	const redirecting = await published(
		world,
		{ responseMode: 'responseNode' },
		n8nNode('Tell the URL', 'respondToWebhook', 1.1, {
			respondWith: 'text',
			responseBody: '={{ $execution.resumeUrl }}',
			options: {},
		}),
		{ ...n8nNode('Wait', 'wait', 1.1, redirection), webhookId: randomUUID() },
	);
	const redirectingUrl = await (await fetch(redirecting.url)).text();
	await expect.poll(async () => (await api.executions.list({ workflowId: redirecting.id }))[0]?.status).toBe('waiting');

	const waiting = `${n8n.url}/webhook-waiting/`;
	const right = new URL(returnUrl).searchParams.get('resume') ?? '';
	const attempts = [
		`${waiting}../webhook/${internal.path}`,
		`${waiting}%2e%2e/webhook/${internal.path}`,
		`${waiting}1/../../webhook/${internal.path}`,
		`${waiting}..\\webhook\\${internal.path}`,
		`${right}/../../webhook/${internal.path}`,
		`${right}\n${internal.url}`,
		internal.url,
		redirectingUrl,
	];
	for (const attempt of attempts) {
		const url = new URL(returnUrl);
		url.searchParams.set('resume', attempt);
		expect(await (await fetch(url)).text(), attempt).toContain('Thank you');
	}
	const succeeded = async () => (await api.executions.list({ workflowId, status: ['success'] })).length;
	await expect.poll(succeeded).toBe(attempts.length);
	expect(await world.executions(redirecting.id, 1)).toMatchObject([{ status: 'success' }]);
	expect((await api.executions.list({ workflowId: internal.id })).map(({ id }) => id)).toEqual([]);
	expect((await fetch(internal.url)).status).toBe(200);
}
