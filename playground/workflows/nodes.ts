import type { JsonObject } from '../api/json.ts';
import type { WorkflowNode } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import type { NodeSketch } from './build.ts';

export const actionNodeType = `${packageName}.enterpriseAssessment`;

type Credentials = NonNullable<WorkflowNode['credentials']>;

export function actionNode(
	name: string,
	operation: { readonly resource: string; readonly operation: string } & JsonObject,
	credentials: Credentials,
): NodeSketch {
	return { name, type: actionNodeType, parameters: operation, credentials };
}

/** A node of one of n8n's own packages. */
export function n8nNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: JsonObject,
	from = 'n8n-nodes-base',
): NodeSketch {
	return { name, type: `${from}.${type}`, typeVersion, parameters };
}

/** A node that returns one item with these fields, whatever its input is. */
export function fieldsNode(name: string, fields: JsonObject): NodeSketch {
	return n8nNode(name, 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(fields), options: {} });
}

/** A node that returns an item for each element of a list field. */
export function splitNode(name: string, field: string): NodeSketch {
	return n8nNode(name, 'splitOut', 1, { fieldToSplitOut: field, options: {} });
}
