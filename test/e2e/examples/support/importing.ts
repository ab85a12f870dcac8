import { isDeepStrictEqual } from 'node:util';

import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';

import type { N8nApi } from '../../../../playground/api/index.ts';
import { optionalTextOf } from '../../../../playground/api/json.ts';
import type { Workflow, WorkflowNode } from '../../../../playground/api/workflows.ts';

/**
 * The workflow as n8n's editor imports it. The editor drops parameters that it doesn't show yet, such as the filters of a Google
 * Sheets node without a sheet, so they are gone when the user chooses one.
 */
export async function asEditorImports({ session }: N8nApi, workflow: Workflow): Promise<Workflow> {
	const nodeInfos = workflow.nodes.map(({ type, typeVersion }) => ({ name: type, version: typeVersion }));
	const types = await session.request<INodeTypeDescription[]>('POST', '/node-types', { nodeInfos });
	const nodes = workflow.nodes.map((node, index) => {
		const type = types[index];
		if (type === undefined) throw new Error(`n8n doesn't have the type ${node.type}`);
		const given = node.parameters as INodeParameters;
		const shown = NodeHelpers.getNodeParameters(type.properties, given, true, false, node, type);
		return { ...node, parameters: { ...shown } };
	});
	return { ...workflow, nodes };
}

/**
 * The nodes that were changed although no numbered list in the workflow's notes names them, apart from the webhook IDs that n8n
 * sets itself. "**… Second**" names all nodes whose names end with "Second".
 */
export function changedUnasked(before: Workflow, { nodes }: Workflow): string[] {
	const notes = nodes.map(({ parameters }) => optionalTextOf(parameters, 'content') ?? '');
	const steps = notes.flatMap((note) => note.match(/^\d\. .+$/gm) ?? []).join('\n');
	const titles = [...steps.matchAll(/\*\*(?:… )?(.+?)\*\*/g)].map(([, title = '']) => title);
	const isSame = (node: WorkflowNode, index: number) =>
		isDeepStrictEqual({ ...node, webhookId: '' }, { ...before.nodes[index], webhookId: '' });
	const changed = nodes.filter((node, index) => !isSame(node, index)).map(({ name }) => name);
	return changed.filter((name) => !titles.some((title) => name.endsWith(title)));
}
