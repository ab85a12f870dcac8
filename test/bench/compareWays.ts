import { setTimeout as sleep } from 'node:timers/promises';

import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { watchPeak } from './peakMemory.ts';
import { median, rounded } from './statistics.ts';

/** One way to do a job. */
export interface Way {
	readonly name: string;
	/** Nodes that follow one another, for the job itself or for a small one before it. */
	readonly nodes: (small: boolean) => readonly NodeSketch[] | Promise<readonly NodeSketch[]>;
}

interface Measurement {
	/** Of the nodes, by n8n's own measure. */
	readonly seconds: number;
	/** The rise of the memory of n8n and its children at its highest, storing the execution included. */
	readonly megabytes: number;
}

/** Most of what only n8n's start needed is given back after 7 s, the last of it after 16 s. */
const REST_MS = 20_000;

/** Runs the nodes to their end. Returns the execution's id. */
async function run({ api }: Playground, nodes: readonly NodeSketch[]): Promise<string> {
	const { id: workflowId } = await api.workflows.create(chain('Bench', [startNode, ...nodes]));
	const executionId = await api.workflows.begin(workflowId);
	// Not the execution itself: n8n would hold all of it once more to show it.
	const isRunning = async () =>
		(await api.executions.list({ workflowId })).some(({ status }) => ['new', 'running'].includes(status));
	while (await isRunning()) await sleep(100);
	return executionId;
}

/** Measures in a freshly started n8n that has done a small job before, so that nothing done earlier counts. */
async function measure(playground: Playground, way: Way): Promise<Measurement> {
	const { api, n8n, restart } = playground;
	await restart();
	await run(playground, await way.nodes(true));
	await sleep(REST_MS);
	const nodes = await way.nodes(false);
	const peak = await watchPeak(n8n.pid() ?? 0);
	const executionId = await run(playground, nodes);
	const megabytes = await peak();
	const execution = await api.executions.get(executionId);
	const error = execution.error();
	if (error !== undefined) throw new Error(`${way.name}: ${error.message}`);
	// With their files, of which n8n would keep gigabytes.
	await api.session.request('POST', '/executions/delete', { ids: [executionId] });
	const times = nodes.map(({ name }) => execution.durationMs(name) ?? NaN);
	return { seconds: times.reduce((sum, ms) => sum + ms, 0) / 1_000, megabytes };
}

/**
 * Compares ways, ours first, in alternation, and prints medians. Returns the larger ratio, of time or memory, of ours to
 * the second way.
 */
export async function compareWays(
	playground: Playground,
	title: string,
	ways: readonly [Way, Way, ...Way[]],
	rounds: number,
): Promise<number> {
	const all = new Map<Way, Measurement[]>(ways.map((way) => [way, []]));
	for (let round = 0; round < rounds; round++) {
		// Each is as often first as last: a noisy machine then slows down all alike.
		const turn = round % ways.length;
		for (const way of [...ways.slice(turn), ...ways.slice(0, turn)]) {
			all.get(way)?.push(await measure(playground, way));
			console.log(`${title}, ${round + 1}/${rounds}, ${way.name}:`, all.get(way)?.at(-1));
		}
	}
	const middle = (way: Way, figure: keyof Measurement) => median((all.get(way) ?? []).map((each) => each[figure]));
	const [ours, reference] = ways;
	const ratio = (figure: keyof Measurement, to: Way) => rounded(middle(ours, figure) / middle(to, figure), 2);
	console.log(`${title}, medians of ${rounds}, each in a freshly started n8n:`);
	console.table(
		ways.map((way) => ({
			way: way.name,
			s: rounded(middle(way, 'seconds'), 2),
			'ours / this, s': ratio('seconds', way),
			MB: rounded(middle(way, 'megabytes')),
			'ours / this, MB': ratio('megabytes', way),
		})),
	);
	return Math.max(ratio('seconds', reference), ratio('megabytes', reference));
}
