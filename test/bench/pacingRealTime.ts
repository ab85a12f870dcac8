// 300 × score.get in a real n8n against the simulator's limits, beside the HTTP Request node in the same n8n.
// Usage: node test/bench/pacingRealTime.ts [items] [seed] [even|random]: the latter alone, of how latency is split
import { startPlayground } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { httpRequestNode, MEASURED, nodeTimeMs, overPeople, scoreGetNode } from './pacingWorkflows.ts';
import type { Batching } from './pacingWorkflows.ts';

const items = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const onlySplit = process.argv[4];
const NETWORKS = [
	{ latencySplit: 'even', latency: { minMs: 20, maxMs: 120 } },
	{ latencySplit: 'even', latency: { minMs: 20, maxMs: 400 } },
	{ latencySplit: 'random', latency: { minMs: 20, maxMs: 120 } },
	{ latencySplit: 'random', latency: { minMs: 20, maxMs: 400 } },
] as const;
const SETTINGS: ReadonlyArray<readonly [name: string, batching: Batching]> = [
	['HTTP Request, unbatched', null],
	['HTTP Request, 5 per 1000 ms', { batchSize: 5, batchInterval: 1_000 }],
	['HTTP Request, 1 per 200 ms', { batchSize: 1, batchInterval: 200 }],
	['HTTP Request, 1 per 250 ms', { batchSize: 1, batchInterval: 250 }],
];
const idealMs = (items / 5) * 1_000;

async function measure(playground: Playground, name: string, emails: readonly string[], node: NodeSketch) {
	const { api, simulator } = playground;
	await simulator.control.clearLimits();
	await simulator.control.clearRequests();
	const { id } = await api.workflows.create(overPeople(name, emails, node));
	const execution = await api.workflows.run(id, { timeoutMs: 600_000 });
	const requests = await simulator.control.requests({ endpoint: '/score' });
	const refused = requests.filter(({ status }) => status === 429).length;
	const read = execution.items(MEASURED).filter(({ json }) => typeof json.userId === 'string').length;
	const took = nodeTimeMs(execution, MEASURED);
	await api.workflows.delete(id);
	return {
		node: name,
		s: Math.round(took / 100) / 10,
		'ideal / time': Math.round((idealMs / took) * 1_000) / 1_000,
		'time / ideal': Math.round((took / idealMs) * 1_000) / 1_000,
		'items lost': items - read,
		requests: requests.length,
		'429': refused,
		'429 %': Math.round((refused / requests.length) * 1_000) / 10,
	};
}

const playground = await startPlayground({ seed });
try {
	const { simulator } = playground;
	await simulator.control.addUsers({ count: items });
	const users = await simulator.control.users({ limit: items });
	const emails = users.map(({ email }) => email ?? '').filter((email) => email !== '');
	while (emails.length < items) emails.push(...emails.slice(0, items - emails.length));
	console.log(`${items} items, seed ${seed}; the ideal is ${items} / 5 s = ${idealMs / 1_000} s`);
	for (const network of NETWORKS) {
		const { latency, latencySplit } = network;
		if (onlySplit !== undefined && onlySplit !== latencySplit) continue;
		await simulator.control.configure(network);
		const split = latencySplit === 'even' ? 'half of it' : 'a random part of it';
		console.log(`\nLatency ${latency.minMs} to ${latency.maxMs} ms, ${split} before the service counts the request:`);
		const rows = [await measure(playground, 'Enterprise Assessment', emails, scoreGetNode(playground))];
		for (const [name, batching] of SETTINGS) {
			const jsonBody = '={{ JSON.stringify({ emailAddress: $json.email }) }}';
			const node = httpRequestNode(playground, { path: '/score', jsonBody, batching });
			rows.push(await measure(playground, name, emails, node));
		}
		console.table(rows);
	}
} finally {
	await playground.stop();
}
