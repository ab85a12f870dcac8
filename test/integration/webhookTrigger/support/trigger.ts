import { HookContext, WebhookContext } from 'n8n-core';
import type { INodeParameters, IWebhookData, WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
import { onTestFinished } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import type { CredentialsData } from '../../support/credentials.ts';
import { additionalData, recordLog, workflowOf } from '../../support/n8nContext.ts';
import { startWebhookServer } from './webhookServer.ts';

type Purpose = 'production' | 'test';
/** Why n8n calls a hook: someone publishes or tests, n8n starts, or a main process becomes the leader. */
type Occasion = Purpose | 'init' | 'leadershipChange';

/** The context in which n8n calls the hooks of a published workflow. */
export function hookContext(credentials: CredentialsData): HookContext {
	const { workflow, node } = workflowOf({ nodeType: new EnterpriseAssessmentTrigger(), credentials });
	return new HookContext(workflow, node, additionalData(credentials), 'trigger', 'activate');
}

/** One workflow with the trigger, whose hooks are called as n8n calls them, and a webhook server that calls its handler. */
export async function trigger(credentials: CredentialsData, parameters: INodeParameters = {}) {
	const nodeType = new EnterpriseAssessmentTrigger();
	const { workflow, node } = workflowOf({ nodeType, credentials, parameters });
	const [webhookDescription] = nodeType.description.webhooks ?? [];
	if (webhookDescription === undefined) throw new Error('The node has no webhook');
	const path = `${node.webhookId}/webhook`;

	/** The workflow of a test, which has the same IDs but its own static data. */
	const copy = () => {
		const settings = { id: node.id, webhookId: node.webhookId };
		const copied = workflowOf({ nodeType, credentials, parameters, settings }).workflow;
		copied.id = workflow.id;
		return copied;
	};
	let tested = copy();
	const workflowFor = (purpose: Purpose) => (purpose === 'test' ? tested : workflow);

	const log: ReturnType<typeof recordLog> = { debug: [], warn: [] };
	const server = await startWebhookServer(async (httpRequest, httpResponse) => {
		const purpose: Purpose = httpRequest.url?.startsWith('/webhook-test/') === true ? 'test' : 'production';
		const data = { ...dataOfN8n(), httpRequest, httpResponse };
		const mode = purpose === 'test' ? 'manual' : 'webhook';
		// n8n hasn't saved a test's static data yet.
		const received = purpose === 'test' ? copy() : workflow;
		const context = new WebhookContext(received, node, data, mode, webhookData(purpose), [], null);
		recordLog(context, log);
		return await nodeType.webhook.call(context);
	});
	onTestFinished(server.close);
	let { origin } = server;

	const dataOfN8n = () => {
		const base = { webhookBaseUrl: `${origin}/webhook`, webhookTestBaseUrl: `${origin}/webhook-test` };
		return { ...additionalData(credentials), ...base };
	};
	const webhookData = (purpose: Purpose): IWebhookData => ({
		httpMethod: 'POST',
		node: node.name,
		path,
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: dataOfN8n(),
		isTest: purpose === 'test',
	});
	const hookIn = (purpose: Purpose, mode: WorkflowExecuteMode, activation: WorkflowActivateMode) =>
		new HookContext(workflowFor(purpose), node, dataOfN8n(), mode, activation, webhookData(purpose));
	const hook = (occasion: Occasion) => {
		if (occasion === 'test') return hookIn('test', 'manual', 'manual');
		return hookIn('production', 'trigger', occasion === 'production' ? 'update' : occasion);
	};

	const hooks = nodeType.webhookMethods.default;
	const checkExists = async (occasion: Occasion = 'production') => await hooks.checkExists.call(hook(occasion));
	const create = async (occasion: Occasion = 'production') => await hooks.create.call(hook(occasion));
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
		/** The lines that the handler wrote to the log. */
		log,
		/** The node's static data in the published workflow. */
		get staticData() {
			return workflow.getStaticData('node', node);
		},
		/** Changes parameters without publishing again, as an expression can. */
		change: (changed: INodeParameters) => void Object.assign(node.parameters, changed),
		checkExists,
		create,
		delete: remove,
		/** Calls the hooks as n8n does: checkExists, create if needed, and delete if one of them fails. */
		activate: async (purpose: Purpose = 'production') => {
			if (purpose === 'test') tested = copy();
			try {
				if (!(await checkExists(purpose))) await create(purpose);
			} catch (error) {
				await remove(purpose).catch(() => undefined);
				throw error;
			}
		},
		/** Simulates an n8n that now has a different URL. */
		move: (newOrigin = 'http://127.0.0.1:65000') => {
			origin = newOrigin;
		},
	};
}
