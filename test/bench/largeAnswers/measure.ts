import { setTimeout as sleep } from 'node:timers/promises';

import type { Playground } from '../../../playground/playground.ts';
import { chain, startNode } from '../../../playground/workflows/build.ts';
import { comeToRest } from '../rest.ts';
import type { Answers, LargeAccount } from './largeAccount.ts';
import { watchPeak } from './processTree.ts';
import type { Way } from './workflows.ts';

export interface Measurement {
	/** Of the nodes, by n8n's own measure. */
	readonly seconds: number;
	/** Until n8n shows the execution as done, storing it included. */
	readonly secondsUntilDone: number;
	/** By how many megabytes the memory of n8n and its children rose at its highest, storing the execution included. */
	readonly megabytes: number;
	/** The same until the last node has ended: n8n hasn't begun to store the execution then. */
	readonly megabytesOfNodes: number;
	/** What the last node put out. */
	readonly items: number;
}

const TIMEOUT_MS = 600_000;

/** Runs a workflow of these nodes, and one that tells of their end, to its end. Gives the execution's id, and how long it took. */
async function run(
	{ api }: Playground,
	way: Way,
	{ doneUrl }: LargeAccount,
): Promise<{ executionId: string; seconds: number }> {
	const parameters = { url: doneUrl, options: {} };
	const done = { name: 'Done', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, executeOnce: true, parameters };
	const { id: workflowId } = await api.workflows.create(chain('Large answer', [startNode, ...way, done]));
	const begun = performance.now();
	const executionId = await api.workflows.begin(workflowId);
	// Not the execution itself: n8n would hold all of it once more to show it.
	while ((await api.executions.list({ workflowId })).some(({ status }) => ['new', 'running'].includes(status))) {
		if (performance.now() - begun > TIMEOUT_MS) throw new Error('The execution does not end');
		await sleep(100);
	}
	return { executionId, seconds: (performance.now() - begun) / 1_000 };
}

/** Measures these nodes in an n8n that was freshly started and has run them once, on little. */
export async function measure(
	playground: Playground,
	way: Way,
	account: LargeAccount,
	answers: { readonly little: Answers; readonly all: Answers },
): Promise<Measurement> {
	const { api, n8n, restart } = playground;
	await restart();
	account.serve(answers.little);
	account.whenDone(async () => undefined);
	await run(playground, way, account);
	await comeToRest();
	account.serve(answers.all);
	const pid = n8n.pid();
	if (pid === undefined) throw new Error('n8n is not running');
	const peak = await watchPeak(pid);
	let ofNodes = 0;
	account.whenDone(async () => {
		ofNodes = await peak();
	});
	const { executionId, seconds: secondsUntilDone } = await run(playground, way, account);
	const megabytes = (await peak()) / 2 ** 20;
	const execution = await api.executions.get(executionId);
	const problem = execution.error();
	if (problem !== undefined) throw new Error(problem.message);
	const times = way.map(({ name }) => execution.durationMs(name) ?? Number.NaN);
	const items = execution.items(way.at(-1)?.name ?? '').length;
	await api.session.request('POST', '/executions/delete', { ids: [executionId] });
	return {
		seconds: times.reduce((sum, ms) => sum + ms, 0) / 1_000,
		secondsUntilDone,
		megabytes,
		megabytesOfNodes: ofNodes / 2 ** 20,
		items,
	};
}
