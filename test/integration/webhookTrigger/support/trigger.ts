import { HookContext, WebhookContext } from 'n8n-core';
import type { INodeParameters, IWebhookData, WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
import { afterEach } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import type { CredentialsData } from '../../support/credentials.ts';
import { additionalData, workflowOf } from '../../support/n8nContext.ts';
import type { WebhookServer } from './webhookServer.ts';
import { startWebhookServer } from './webhookServer.ts';

export type Purpose = 'production' | 'test';

/** One workflow with the trigger in it, driven as n8n does, with a webhook server in front of its handler. */
export type TriggerUnderTest = Awaited<ReturnType<typeof trigger>>;

const servers: WebhookServer[] = [];

afterEach(async () => {
	for (const server of servers.splice(0)) await server.close();
});

/** What n8n calls the hooks of a published workflow with. */
export function hookContext(credentials: CredentialsData): HookContext {
	const { workflow, node } = workflowOf({ nodeType: new EnterpriseAssessmentTrigger(), credentials });
	return new HookContext(workflow, node, additionalData(credentials), 'trigger', 'activate');
}

export async function trigger(credentials: CredentialsData, parameters: INodeParameters = {}) {
	const nodeType = new EnterpriseAssessmentTrigger();
	const published = workflowOf({ nodeType, credentials, parameters });
	const { node } = published;
	const [description] = nodeType.description.webhooks ?? [];
	if (description === undefined) throw new Error('The node has no webhook');
	const path = `${node.webhookId}/webhook`;

	// A test has static data of its own, in a workflow of its own with the same ids.
	let tested = copyOf(published);
	const workflowFor = (purpose: Purpose) => (purpose === 'test' ? tested : published).workflow;
	const log = { debug: new Array<string>(), warn: new Array<string>() };
	const server = await startWebhookServer(async (request, response, url) => {
		const purpose: Purpose = url.startsWith('/webhook-test/') ? 'test' : 'production';
		const data = { ...dataOfN8n(), httpRequest: request, httpResponse: response };
		const mode = purpose === 'test' ? 'manual' : 'webhook';
		const context = new WebhookContext(workflowFor(purpose), node, data, mode, webhookData(purpose), [], null);
		const debug = { value: (line: string) => log.debug.push(line) };
		const warn = { value: (line: string) => log.warn.push(line) };
		// Once it was read, a context's logger can't be exchanged.
		const { logger } = hook(purpose);
		Object.defineProperty(context, 'logger', { value: Object.create(logger, { debug, warn }) });
		return await nodeType.webhook.call(context);
	});
	servers.push(server);
	let origin = server.origin;

	function copyOf({ workflow }: typeof published): typeof published {
		const copy = workflowOf({
			nodeType,
			credentials,
			parameters,
			settings: { id: node.id, webhookId: node.webhookId },
		});
		copy.workflow.id = workflow.id;
		return copy;
	}

	function dataOfN8n() {
		const base = { webhookBaseUrl: `${origin}/webhook`, webhookTestBaseUrl: `${origin}/webhook-test` };
		return { ...additionalData(credentials), ...base };
	}

	function webhookData(purpose: Purpose): IWebhookData {
		return {
			httpMethod: 'POST',
			node: node.name,
			path,
			webhookDescription: description ?? { name: 'default', httpMethod: 'POST', path: 'webhook' },
			workflowId: published.workflow.id,
			workflowExecuteAdditionalData: dataOfN8n(),
			isTest: purpose === 'test',
		};
	}

	function hookIn(purpose: Purpose, mode: WorkflowExecuteMode, activation: WorkflowActivateMode): HookContext {
		return new HookContext(workflowFor(purpose), node, dataOfN8n(), mode, activation, webhookData(purpose));
	}

	function hook(purpose: Purpose): HookContext {
		return purpose === 'test' ? hookIn(purpose, 'manual', 'manual') : hookIn(purpose, 'trigger', 'activate');
	}

	const hooks = nodeType.webhookMethods.default;
	const checkExists = async (purpose: Purpose = 'production') => await hooks.checkExists.call(hook(purpose));
	const create = async (purpose: Purpose = 'production') => await hooks.create.call(hook(purpose));
	const remove = async (purpose: Purpose = 'production') =>
		await hooks.delete.call(hookIn(purpose, 'internal', 'update'));
	return {
		get url() {
			return `${origin}/webhook/${path}`;
		},
		get testUrl() {
			return `${origin}/webhook-test/${path}`;
		},
		server,
		/** What the handler wrote into the log. */
		log,
		/** The node's static data of the published workflow, and of the test that goes on. */
		staticData: {
			get production() {
				return published.workflow.getStaticData('node', node);
			},
			get test() {
				return tested.workflow.getStaticData('node', node);
			},
		},
		checkExists,
		create,
		delete: remove,
		/** As n8n does it: checkExists, create if need be, and delete when one of them fails. */
		activate: async (purpose: Purpose = 'production') => {
			if (purpose === 'test') tested = copyOf(published);
			try {
				if (!(await checkExists(purpose))) await create(purpose);
			} catch (error) {
				await remove(purpose).catch(() => undefined);
				throw error;
			}
		},
		/** `checkExists` and `create` as at a start of n8n, or when a main process becomes the leader. */
		checkAtStart: async () => await hooks.checkExists.call(hookIn('production', 'trigger', 'init')),
		createAtStart: async (activation: 'init' | 'leadershipChange') =>
			await hooks.create.call(hookIn('production', 'trigger', activation)),
		/** As if n8n were now reached at another address. */
		move: (newOrigin: string) => {
			origin = newOrigin;
		},
	};
}
