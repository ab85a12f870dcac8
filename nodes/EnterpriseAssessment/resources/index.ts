import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Resource } from '../operation';
import { assessment } from './assessment';
import { create as createAssignment } from './assignment/create';
import { getAll as getAssignments } from './assignment/getAll';
import { downloadAll } from './file/downloadAll';
import { downloadAudio, downloadCertificate, downloadText } from './file/downloadOne';
import { group } from './group';
import { get as getScore } from './score/get';
import { getAll as getScores } from './score/getAll';
import { signInLink } from './signInLink';
import { create as createWebhook } from './webhook/create';
import { deleteWebhook } from './webhook/delete';
import { get as getWebhook } from './webhook/get';
import { sendExample } from './webhook/sendExample';

const assignment: Resource = {
	option: { name: 'Assignment', value: 'assignment' },
	defaultOperation: 'create',
	operations: [createAssignment, getAssignments],
};

const file: Resource = {
	option: { name: 'File', value: 'file' },
	defaultOperation: 'downloadCertificate',
	operations: [downloadAll, downloadAudio, downloadCertificate, downloadText],
};

const score: Resource = {
	option: { name: 'Score', value: 'score' },
	defaultOperation: 'get',
	operations: [getScores, getScore],
};

const webhook: Resource = {
	option: {
		name: 'Webhook (Advanced)',
		value: 'webhook',
		description: "The account's one webhook, which the Enterprise Assessment Trigger registers by itself",
	},
	defaultOperation: 'get',
	operations: [createWebhook, deleteWebhook, getWebhook, sendExample],
};

export const resources: Resource[] = [assessment, assignment, file, group, score, signInLink, webhook];

/** The node's parameters, made anew at every call: n8n changes descriptions in place. */
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
		...resources.flatMap((resource) => [operationField(resource), ...operationFields(resource)]),
	];
}

function operationField({ option, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options: operations.map((operation) => ({ ...operation.option })),
		default: defaultOperation,
	};
}

function operationFields({ option, operations }: Resource): INodeProperties[] {
	return operations.flatMap((operation) =>
		updateDisplayOptions(
			{ show: { resource: [option.value], operation: [operation.option.value] } },
			structuredClone(operation.fields),
		),
	);
}
