import { randomUUID } from 'node:crypto';

import type { Workflow, WorkflowNode } from '../api/workflows.ts';

/** A node without the properties that the editor adds by itself. */
export type NodeSketch = Pick<WorkflowNode, 'name' | 'type'> &
	Partial<Omit<WorkflowNode, 'name' | 'type' | 'id' | 'position'>>;

const columnWidth = 220;

/** A workflow whose nodes are connected in sequence, from left to right. */
export function chain(name: string, sketches: readonly NodeSketch[]): Workflow {
	const nodes = sketches.map((sketch, column): WorkflowNode => {
		const id = randomUUID();
		return { typeVersion: 1, parameters: {}, ...sketch, id, position: [column * columnWidth, 0] };
	});
	const connections: Record<string, Workflow['connections'][string]> = {};
	for (const [index, { name: node }] of nodes.slice(1).entries()) {
		connections[nodes[index]?.name ?? ''] = { main: [[{ node, type: 'main', index: 0 }]] };
	}
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** The manual trigger, with the name of the default start node. */
export const startNode: NodeSketch = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
