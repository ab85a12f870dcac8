import { setTimeout as sleep } from 'node:timers/promises';

import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { watchPeak } from './peakMemory.ts';
import { median, rounded } from './statistics.ts';

/** One way to do a job. */
export interface Way {
	readonly name: string;
	/** The nodes of a linear workflow, for the job itself or for a small warm-up job. */
	readonly nodes: (small: boolean) => readonly NodeSketch[] | Promise<readonly NodeSketch[]>;
}

interface Measurement {
	/** The nodes' time as measured by n8n. */
	readonly seconds: number;
	/** The peak rise in the memory of n8n and its children, including the storing of the execution. */
	readonly megabytes: number;
}

/** n8n releases most of its startup memory after 7 s, and the last of it after 16 s. */
const REST_MS = 20_000;

/** Runs the nodes until they have finished. Returns the execution's ID. */
async function run({ api }: Playground, nodes: readonly NodeSketch[]): Promise<string> {
	const { id: workflowId } = await api.workflows.create(chain('Bench', [startNode, ...nodes]));
	const executionId = await api.workflows.begin(workflowId);
	// Doesn't read the execution itself, because n8n would hold another full copy in memory to return it.
	const isRunning = async () =>
		(await api.executions.list({ workflowId })).some(({ status }) => ['new', 'running'].includes(status));
	while (await isRunning()) await sleep(100);
	return executionId;
}

/** Measures one way in a freshly started n8n, after a small warm-up job, so earlier work has no effect. */
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
	// Deletes the execution with its files, because n8n would keep gigabytes of them.
	await api.session.request('POST', '/executions/delete', { ids: [executionId] });
	const times = nodes.map(({ name }) => execution.durationMs(name) ?? NaN);
	return { seconds: times.reduce((sum, ms) => sum + ms, 0) / 1_000, megabytes };
}

/**
 * Runs several ways in turn, the first of which is ours, and prints medians. Returns the ratio of ours to the second way, for
 * time or memory, whichever is larger.
 */
export async function compareWays(
	playground: Playground,
	title: string,
	ways: readonly [Way, Way, ...Way[]],
	rounds: number,
): Promise<number> {
	const all = new Map<Way, Measurement[]>(ways.map((way) => [way, []]));
	for (let round = 0; round < rounds; round++) {
		// Each way has every place in the order equally often, so a noisy machine slows all of them equally.
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
