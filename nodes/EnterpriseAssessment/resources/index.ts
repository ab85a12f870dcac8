import { type IBuilderHintVariation, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { quoted, UserError } from '../../shared/parameters/parameter';
import { getMany } from '../lists';
import type { InputItem, Operation } from '../operation';
import { assignmentCreate } from './assignment/create.operation';
import { assignmentGetAll } from './assignment/getAll.operation';
import { downloadAll } from './file/downloadAll.operation';
import { downloadAudio, downloadCertificate, downloadText } from './file/downloadOne.operation';
import { groupCreate } from './group/operations';
import { scoreGet, scoreGetAll } from './score/operations';
import { signInLinkCreate } from './signInLink/operations';
import { webhookCreate, webhookDelete, webhookGet, webhookSendExample } from './webhook/operations';

interface Resource {
	option: Omit<Operation['option'], 'action'>;
	defaultOperation: string;
	operations: Operation[];
}

export const resources: Resource[] = [
	{
		option: { name: 'Assessment', value: 'assessment', description: 'List the assessments that you can assign' },
		defaultOperation: 'getAll',
		operations: [getMany('assessments', 'listAssessments')],
	},
	{
		option: { name: 'Assignment', value: 'assignment', description: 'Invite people, and list who was invited' },
		defaultOperation: 'create',
		operations: [assignmentCreate, assignmentGetAll],
	},
	{
		option: { name: 'File', value: 'file', description: 'Download recordings, written responses, and certificates' },
		defaultOperation: 'downloadCertificate',
		operations: [downloadAll, downloadAudio, downloadCertificate, downloadText],
	},
	{
		option: { name: 'Group', value: 'group', description: 'Create and list the groups of people in your account' },
		defaultOperation: 'getAll',
		operations: [groupCreate, getMany('groups', 'listGroups')],
	},
	{
		option: { name: 'Score', value: 'score', description: 'Get scores for one person or many' },
		defaultOperation: 'get',
		operations: [scoreGetAll, scoreGet],
	},
	{
		option: { name: 'Sign-In Link', value: 'signInLink', description: 'Create a link that signs a person in' },
		defaultOperation: 'create',
		operations: [signInLinkCreate],
	},
	{
		option: {
			name: 'Webhook (Advanced)',
			value: 'webhook',
			description: "Manage your account's only webhook. The Enterprise Assessment Trigger registers it automatically.",
		},
		defaultOperation: 'get',
		operations: [webhookCreate, webhookDelete, webhookGet, webhookSendExample],
	},
];

/** Returns new objects at each call, because n8n changes descriptions in place. */
export function nodeProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ option }) => ({ ...option })),
			default: 'score',
		},
		...resources.flatMap(({ option, operations, defaultOperation }): INodeProperties[] => [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: [option.value] } },
				options: operations.map((operation) => ({ ...operation.option })),
				default: defaultOperation,
			},
			...operations.flatMap((one) =>
				updateDisplayOptions({ show: { resource: [option.value], operation: [one.option.value] } }, one.fields()),
			),
		]),
	];
}

/** Tells n8n's AI builder what each operation does. The builder's own heading for an operation is only the resource's description. */
export function operationHints(): IBuilderHintVariation[] {
	return resources.flatMap(({ option, operations }) =>
		operations.map(({ option: { description = '', value } }) => ({
			content: description,
			displayOptions: { show: { resource: [option.value], operation: [value] } },
		})),
	);
}

export function chosenOperation({ context, itemIndex }: Pick<InputItem, 'context' | 'itemIndex'>): Operation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const name = context.getNodeParameter('operation', itemIndex);
	const chosen = resources.find(({ option }) => option.value === resource);
	const operation = chosen?.operations.find(({ option }) => option.value === name);
	if (operation !== undefined) return operation;
	const message = `The resource ${quoted(String(resource))} doesn't have the operation ${quoted(String(name))}`;
	throw new UserError(message, "Choose 'Resource' and 'Operation' from their lists");
}
