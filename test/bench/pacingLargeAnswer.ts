// score.getAll of 50,000 users beside HTTP Request + Split Out in a real n8n: time of the nodes and peak memory.
// Usage: node test/bench/pacingLargeAnswer.ts [users] [seed]
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Workflow } from '../../playground/api/workflows.ts';
import { startPlayground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode, splitNode } from '../../playground/workflows/nodes.ts';
import { httpRequestNode, MEASURED, nodeTimeMs } from './pacingWorkflows.ts';

const users = Number(process.argv[2] ?? 50_000);
const seed = Number(process.argv[3] ?? 1);
const ROUNDS = 2;
const SPLIT = 'Split Out';

const playground = await startPlayground({ seed });
const { simulator, credentials } = playground;

const WORKFLOWS: Record<string, { workflow: Workflow; nodes: string[] }> = {
	'score.getAll': {
		workflow: chain('score.getAll', [
			startNode,
			actionNode(MEASURED, { resource: 'score', operation: 'getAll', returnAll: true }, credentials),
		]),
		nodes: [MEASURED],
	},
	'HTTP Request + Split Out': {
		workflow: chain('HTTP Request + Split Out', [
			startNode,
			httpRequestNode(playground, { path: '/scores', jsonBody: '{}', batching: null }),
			{ ...splitNode(SPLIT, 'userScores'), name: SPLIT },
		]),
		nodes: [MEASURED, SPLIT],
	},
};

/** Megabytes that the process holds, and has held at most since its counter was set back. */
async function memory(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_024;
	return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

async function measure(name: string) {
	const chosen = WORKFLOWS[name];
	if (chosen === undefined) throw new Error(`No workflow ${name}`);
	// A fresh process for each: what one leaves behind must not count for the other.
	await playground.restart();
	await simulator.control.clearLimits();
	// n8n comes to rest, and connections to its predecessor are gone.
	await sleep(5_000);
	const { id } = await playground.api.workflows.create(chosen.workflow);
	const pid = playground.n8n.pid();
	if (pid === undefined) throw new Error('n8n does not run');
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = await memory(pid);
	const execution = await playground.api.workflows.run(id, { timeoutMs: 600_000 });
	const after = await memory(pid);
	const items = execution.items(chosen.nodes.at(-1) ?? '').length;
	if (items < users) throw new Error(`Only ${items} items came out: ${JSON.stringify(execution.error())}`);
	await playground.api.workflows.delete(id);
	return {
		workflow: name,
		items,
		'nodes s': chosen.nodes.reduce((sum, node) => sum + nodeTimeMs(execution, node), 0) / 1_000,
		'peak MB above the start': Math.round(after.peak - before.now),
	};
}

try {
	await simulator.control.addUsers({ count: users });
	const rows = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const ours = await measure('score.getAll');
		const theirs = await measure('HTTP Request + Split Out');
		rows.push(
			{ round, ...ours },
			{ round, ...theirs },
			{
				round,
				workflow: 'ratio',
				'nodes s': Number((ours['nodes s'] / theirs['nodes s']).toFixed(2)),
				'peak MB above the start': Number(
					(ours['peak MB above the start'] / theirs['peak MB above the start']).toFixed(2),
				),
			},
		);
	}
	console.log(`${users} users, seed ${seed}, each in a fresh n8n that also stores the execution:`);
	console.table(rows);
} finally {
	await playground.stop();
}
