import { randomUUID } from 'node:crypto';

import type { Connection, Workflow, WorkflowNode } from '../api/workflows.ts';

/** A node without what the editor adds by itself. */
export type NodeSketch = Pick<WorkflowNode, 'name' | 'type'> &
	Partial<Omit<WorkflowNode, 'name' | 'type' | 'id' | 'position'>>;

/** A connection from a node's output to another node; the output is the first one unless given. */
export type Edge = readonly [from: string, to: string, output?: number];

const columnWidth = 220;
const rowHeight = 180;

/** How many connections lie between a node and the start of its longest path. */
function depthOf(name: string, edges: readonly Edge[]): number {
	const before = edges.filter(([, to]) => to === name);
	return Math.max(0, ...before.map(([from]) => depthOf(from, edges) + 1));
}

function connectionsOf(name: string, edges: readonly Edge[]): Connection[][] {
	const outputs: Connection[][] = [];
	for (const [from, to, output = 0] of edges) {
		if (from !== name) continue;
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: 'main', index: 0 });
	}
	return outputs;
}

/** A whole workflow from its nodes and connections, laid out from left to right. It must not have a loop. */
export function buildWorkflow(name: string, sketches: readonly NodeSketch[], edges: readonly Edge[]): Workflow {
	const rowsOfColumn = new Map<number, number>();
	const nodes = sketches.map((sketch): WorkflowNode => {
		const column = depthOf(sketch.name, edges);
		const row = rowsOfColumn.get(column) ?? 0;
		rowsOfColumn.set(column, row + 1);
		return {
			typeVersion: 1,
			parameters: {},
			...sketch,
			id: randomUUID(),
			position: [column * columnWidth, row * rowHeight],
		};
	});
	const connections = Object.fromEntries(
		sketches.map((node) => [node.name, { main: connectionsOf(node.name, edges) }]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A workflow whose nodes follow one another. */
export function chain(name: string, sketches: readonly NodeSketch[]): Workflow {
	const edges = sketches.slice(1).map((node, index): Edge => [sketches[index]?.name ?? '', node.name]);
	return buildWorkflow(name, sketches, edges);
}

/** The manual trigger, under the name from which workflows are run when no other is given. */
export const startNode: NodeSketch = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
