import { isDeepStrictEqual } from 'node:util';

import { optionalTextOf } from '../../../../playground/api/json.ts';
import type { Workflow, WorkflowNode } from '../../../../playground/api/workflows.ts';

/** The nodes in the numbered lists of a workflow's notes. "**… Second**" means all nodes whose names end with "Second". */
export function nodesToSet({ nodes }: Workflow): string[] {
	const lines = nodes.flatMap(
		({ parameters }) => (optionalTextOf(parameters, 'content') ?? '').match(/^\d\. .+$/gm) ?? [],
	);
	const titles = lines.flatMap((line) => [...line.matchAll(/\*\*(?:… )?(.+?)\*\*/g)].map(([, title]) => title ?? ''));
	return nodes.map(({ name }) => name).filter((name) => titles.some((title) => name.endsWith(title)));
}

/** The nodes that were changed, apart from the webhook IDs that n8n sets itself. */
export function nodesChanged(before: Workflow, { nodes }: Workflow): string[] {
	const isSame = (node: WorkflowNode, index: number) =>
		isDeepStrictEqual({ ...node, webhookId: '' }, { ...before.nodes[index], webhookId: '' });
	return nodes.filter((node, index) => !isSame(node, index)).map(({ name }) => name);
}
