import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation, Resource } from '../operation';
import { assessment } from './assessment';
import { assignment } from './assignment';
import { file } from './file';
import { group } from './group';
import { score } from './score';
import { signInLink } from './signInLink';
import { webhook } from './webhook';

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

export function findOperation(resource: string, operation: string): Operation | undefined {
	return resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === operation);
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
