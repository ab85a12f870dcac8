import { describe, expect, it } from 'vitest';

import { buildWorkflow } from '../../../playground/workflows/build.ts';

const node = (name: string) => ({ name, type: 'n8n-nodes-base.noOp' });

describe('buildWorkflow', () => {
	it('connects each output to its own nodes, and leaves gaps for outputs that lead nowhere', () => {
		const workflow = buildWorkflow('W', ['A', 'B', 'C'].map(node), [
			['A', 'B', 2],
			['A', 'C', 0],
			['A', 'C', 2],
		]);
		const to = (name: string) => ({ node: name, type: 'main', index: 0 });
		expect(workflow.connections).toEqual({
			A: { main: [[to('C')], [], [to('B'), to('C')]] },
			B: { main: [] },
			C: { main: [] },
		});
	});

	it('lays nodes out by their longest way from the start, none on another', () => {
		const workflow = buildWorkflow('W', ['A', 'B', 'C', 'D'].map(node), [
			['A', 'B'],
			['B', 'C'],
			['A', 'C'],
			['A', 'D'],
		]);
		const columns = workflow.nodes.map(({ position: [x] }) => x);
		const [a = 0, b = 0, c = 0, d = 0] = columns;
		expect([a < b, b < c, b === d]).toEqual([true, true, true]);
		expect(new Set(workflow.nodes.map(({ position }) => position.join())).size).toBe(4);
	});
});
