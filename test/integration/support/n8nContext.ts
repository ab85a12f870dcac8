import { randomUUID } from 'node:crypto';
import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteContext, ExternalSecretsProxy, LoadOptionsContext, PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, LoggerProxy, Workflow } from 'n8n-workflow';

import { EnterpriseAssessmentApi } from '../../../credentials/EnterpriseAssessmentApi.credentials.ts';
import { type CredentialsData, CredentialsOfTest } from './credentials.ts';

/** Everything that a context for a workflow with one node needs. */
export interface NodeUnderTest {
	nodeType: INodeType;
	credentials: CredentialsData;
	parameters?: INodeParameters;
	/** Further settings of the node, such as `onError`. */
	settings?: Partial<INode>;
	timezone?: string;
	staticData?: IDataObject;
	/** Why n8n executes the workflow. By default, someone clicks in the editor. */
	mode?: WorkflowExecuteMode;
	/** Shared by several runs of the node in one execution, as in a loop. By default, each run has a new one. */
	execution?: IRunExecutionData;
}

/** Runs the node over the items in n8n-core's ExecuteContext and returns the items of its first output. */
export async function execute(
	under: NodeUnderTest,
	items: INodeExecutionData[] = [{ json: {} }],
	abortSignal?: AbortSignal,
): Promise<INodeExecutionData[]> {
	const { context, nodeType } = executeContext(under, items, abortSignal);
	if (nodeType.execute === undefined) throw new Error('The node has no execute method');
	const output = await nodeType.execute.call(context);
	if (!Array.isArray(output)) throw new Error('The node returned no items');
	return output[0] ?? [];
}

/** Runs the node as n8n's Retry On Fail does: each try gets the same items, and is followed by another if it fails or begins with an error. */
export async function executeWithRetries(
	under: NodeUnderTest,
	items: INodeExecutionData[],
	{ tries, signal }: { tries: number; signal?: AbortSignal },
): Promise<INodeExecutionData[]> {
	const settings = { retryOnFail: tries > 1, maxTries: tries, ...under.settings };
	const input = items.map((item, index) => ({ ...item, pairedItem: { item: index } }));
	for (let left = tries - 1; ; left -= 1) {
		const running = execute({ ...under, settings }, input, signal);
		const output = await running.catch((error: Error) => {
			if (left === 0) throw error;
		});
		if (output !== undefined && (left === 0 || output[0]?.json.error === undefined)) return output;
	}
}

export function executeContext(under: NodeUnderTest, items: INodeExecutionData[], abortSignal?: AbortSignal) {
	const { workflow, node } = workflowOf(under);
	const input = items.map((item, index) => (item.pairedItem ? item : { ...item, pairedItem: { item: index } }));
	const executeData = { node, data: { main: [input] }, source: null };
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData(under.credentials),
		under.mode ?? 'manual',
		under.execution ?? createRunExecutionData(),
		0,
		input,
		{ main: [input] },
		executeData,
		[],
		abortSignal,
	);
	return { context, nodeType: under.nodeType, workflow };
}

/** @param present the parameters as in the editor, with resolved expressions */
export function loadOptionsContext(under: NodeUnderTest, present: INodeParameters = {}): LoadOptionsContext {
	const { workflow, node } = workflowOf(under);
	const data = { ...additionalData(under.credentials), currentNodeParameters: present };
	return new LoadOptionsContext(workflow, node, data, '');
}

/** @param budgetMs the time budget of a tick of n8n's database scheduler; undefined for polls before n8n 2.38 */
export function pollContext(
	under: NodeUnderTest,
	mode: WorkflowExecuteMode = 'trigger',
	activation: WorkflowActivateMode = 'activate',
	budgetMs?: number,
) {
	const { workflow, node } = workflowOf(under);
	const context = new PollContext(workflow, node, additionalData(under.credentials), mode, activation);
	Object.assign(context, { getPollBudgetMs: budgetMs === undefined ? undefined : () => budgetMs });
	return { context, workflow, node };
}

/** Replaces a context's logger. Returns the lines that it receives from then on, after those in `log`. */
export function recordLog(context: object, log = { debug: new Array<string>(), warn: new Array<string>() }) {
	const debug = { value: (line: string) => log.debug.push(line) };
	const warn = { value: (line: string) => log.warn.push(line) };
	// A context's logger can't be replaced after it was read.
	Object.defineProperty(context, 'logger', { value: Object.create(LoggerProxy, { debug, warn }) });
	return log;
}

/** A file that the node put into the binary store. */
export async function storedBytes(item: INodeExecutionData | undefined, property: string): Promise<Buffer> {
	const binary = item?.binary?.[property];
	if (binary === undefined) throw new Error(`The item has no binary field '${property}'`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** Makes n8n-core store binary data in files, which is n8n's default. Otherwise, binary data stays inline. */
export async function useFileStore(): Promise<void> {
	await Container.get(BinaryDataService).init();
}

export function workflowOf(under: NodeUnderTest): { workflow: Workflow; node: INode } {
	const node: INode = {
		id: randomUUID(),
		webhookId: randomUUID(),
		name: under.nodeType.description.displayName,
		type: `n8n-nodes-enterprise-assessment.${under.nodeType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: under.parameters ?? {},
		credentials: { enterpriseAssessmentApi: { id: '1', name: 'Enterprise Assessment' } },
		...under.settings,
	};
	const workflow = new Workflow({
		id: randomUUID(),
		name: 'Test',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => under.nodeType,
			getByNameAndVersion: () => under.nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { timezone: under.timezone ?? 'Europe/Berlin' },
		...(under.staticData === undefined ? {} : { staticData: { [`node:${node.name}`]: under.staticData } }),
	});
	const withDefaults = workflow.getNode(node.name);
	if (withDefaults === null) throw new Error('The workflow has lost its node');
	return { workflow, node: withDefaults };
}

export function additionalData(credentials: CredentialsData): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const notPart = async () => await Promise.reject(new Error('This is not part of the test'));
	return {
		credentialsHelper: new CredentialsOfTest(new EnterpriseAssessmentApi(), credentials),
		executionId: randomUUID(),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		currentNodeExecutionIndex: 0,
		instanceBaseUrl: base,
		restApiUrl: `${base}/rest`,
		...{
			formBaseUrl: `${base}/form`,
			formWaitingBaseUrl: `${base}/form-waiting`,
			formTestBaseUrl: `${base}/form-test`,
		},
		webhookBaseUrl: `${base}/webhook/`,
		webhookTestBaseUrl: `${base}/webhook-test/`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		...{ mcpBaseUrl: `${base}/mcp`, mcpTestBaseUrl: `${base}/mcp-test` },
		variables: {},
		logAiEvent: () => undefined,
		getRunExecutionData: async () => await Promise.resolve(undefined),
		getRuntimeCredential: async () => await Promise.resolve(undefined),
		executeWorkflow: notPart,
		startRunnerTask: notPart,
	};
}
