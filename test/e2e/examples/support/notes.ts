import { isDeepStrictEqual } from 'node:util';

import { optionalTextOf } from '../../../../playground/api/json.ts';
import type { Workflow, WorkflowNode } from '../../../../playground/api/workflows.ts';

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
