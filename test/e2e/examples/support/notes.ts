import { optionalTextOf } from '../../../../playground/api/json.ts';
import type { Workflow } from '../../../../playground/api/workflows.ts';

/** The nodes that the numbered list of a workflow's notes names: "**… Second**" stands for those that end so. */
export function nodesToSet({ nodes }: Workflow): string[] {
	const lines = nodes.flatMap(
		({ parameters }) => (optionalTextOf(parameters, 'content') ?? '').match(/^\d\. .+$/gm) ?? [],
	);
	const titles = lines.flatMap((line) => [...line.matchAll(/\*\*(?:… )?(.+?)\*\*/g)].map(([, title]) => title ?? ''));
	return nodes.map(({ name }) => name).filter((name) => titles.some((title) => name.endsWith(title)));
}

/** The nodes of a workflow that are no longer what they were, but for the address that n8n gives them by itself. */
export function nodesChanged(before: Workflow, { nodes }: Workflow): string[] {
	const changed = nodes.filter(
		(node, index) =>
			JSON.stringify({ ...node, webhookId: undefined }) !==
			JSON.stringify({ ...before.nodes[index], webhookId: undefined }),
	);
	return changed.map(({ name }) => name);
}
