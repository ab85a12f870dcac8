import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';

import type { N8nApi } from '../../../../playground/api/index.ts';
import type { Workflow } from '../../../../playground/api/workflows.ts';

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
