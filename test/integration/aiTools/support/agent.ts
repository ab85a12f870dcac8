import { randomUUID } from 'node:crypto';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';
import { createRunExecutionData, deepCopy, NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { EnterpriseAssessment } from '../../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import type { OperationName } from '../../action/support.ts';
import { additionalData } from '../../support/n8nContext.ts';
import type { CredentialsData } from '../../support/credentials.ts';

/** What n8n hands to an agent for a connected node: a LangChain tool. */
export interface AgentTool {
	name: string;
	description: string;
	schema: { parse: (args: unknown) => unknown; shape: Record<string, { description?: string }> };
	/** The text that the model reads. */
	invoke: (args: IDataObject) => Promise<string>;
}

const TOOL = 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool';

/** What n8n makes of a `usableAsTool` node when it loads it (its tool-generation/ai-tools, which is not in n8n-core). */
function asTool(nodeType: INodeType): INodeType {
	const description = deepCopy(nodeType.description);
	description.name += 'Tool';
	description.displayName += ' Tool';
	description.inputs = [];
	description.outputs = [NodeConnectionTypes.AiTool];
	return Object.assign(nodeType, { description });
}

/** Stands for n8n's AI Agent, of which only its input for tools matters here. */
const AGENT: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
};

/** The tool that an agent gets for the action node with these parameters, by n8n-core's own code. */
export async function agentTool(
	credentials: CredentialsData,
	operation: OperationName,
	parameters: INodeParameters = {},
): Promise<AgentTool> {
	const [resource = '', name = ''] = operation.split('.');
	const tool = asTool(new EnterpriseAssessment());
	const node = (called: string, type: string): INode => ({
		id: randomUUID(),
		name: called,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	});
	const workflow = new Workflow({
		id: randomUUID(),
		name: 'Test',
		nodes: [
			node('Agent', 'agent'),
			{
				...node('Language tests', TOOL),
				parameters: { descriptionType: 'auto', resource, operation: name, ...parameters },
				credentials: { enterpriseAssessmentApi: { id: '1', name: 'Enterprise Assessment' } },
			},
		],
		connections: { 'Language tests': { ai_tool: [[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }]] } },
		active: false,
		nodeTypes: {
			getByName: (type) => (type === TOOL ? tool : AGENT),
			getByNameAndVersion: (type) => (type === TOOL ? tool : AGENT),
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'Europe/Berlin' },
	});
	const agent = workflow.getNode('Agent');
	if (agent === null) throw new Error('The workflow has lost its agent');
	const input = [{ json: {} }];
	const context = new ExecuteContext(
		workflow,
		agent,
		additionalData(credentials),
		'manual',
		createRunExecutionData(),
		0,
		input,
		{ main: [input] },
		{ node: agent, data: { main: [input] }, source: null },
		[],
	);
	const tools = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as AgentTool[];
	const [found] = tools;
	if (found === undefined || tools.length !== 1) throw new Error('n8n made no tool of the node');
	return found;
}

/** A parameter that the model fills, as n8n's editor writes it. */
export function fromAi(key: string, type = 'string', description = ''): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** The 'User' that the model names. */
export function userFromAi(mode: 'emailAddress' | 'uniqueIdentifier' | 'userId'): INodeParameters {
	return { __rl: true, mode, value: fromAi('User') };
}
