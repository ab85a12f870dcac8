// 300 × Score: Get in a real n8n against the simulator's limits, compared with the HTTP Request node in the same n8n.
// Usage: node test/bench/pacingRealTime.ts [items] [seed]
import { startPlayground } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { rounded } from './statistics.ts';
import { addPeople, MEASURED, overPeople, requestNode, scoreGetNode } from './workflows.ts';

const items = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const NETWORKS = (['even', 'random'] as const).flatMap((latencySplit) =>
	[120, 400].map((maxMs) => ({ latencySplit, latency: { minMs: 20, maxMs } })),
);
/** How many requests the HTTP Request node sends at once, and its pause between batches. */
const batches = (batchSize: number, batchInterval: number) => ({ batching: { batch: { batchSize, batchInterval } } });
const SETTINGS = {
	'all at once': {},
	'5 per 1000 ms': batches(5, 1_000),
	'1 per 200 ms': batches(1, 200),
	'1 per 250 ms': batches(1, 250),
};
const idealMs = (items / 5) * 1_000;

await using stack = new AsyncDisposableStack();
const playground = stack.adopt(await startPlayground({ seed }), ({ stop }) => stop());
const { api, credentials, simulator } = playground;
const { control } = simulator;
const emails = await addPeople(control, items);

async function measure(name: string, node: NodeSketch) {
	await control.clearLimits();
	await control.clearRequests();
	const { id } = await api.workflows.create(overPeople(name, emails, node));
	const execution = await api.workflows.run(id, { timeoutMs: 600_000 });
	const requests = await control.requests({ endpoint: '/score' });
	const refused = requests.filter(({ status }) => status === 429).length;
	const read = execution.items(MEASURED).filter(({ json }) => typeof json.userId === 'string').length;
	const took = execution.durationMs(MEASURED) ?? NaN;
	await api.workflows.delete(id);
	return {
		node: name,
		s: rounded(took / 1_000, 1),
		'time / ideal': rounded(took / idealMs, 3),
		'items lost': items - read,
		requests: requests.length,
		'429': refused,
		'429 %': rounded((refused / requests.length) * 100, 1),
	};
}

console.log(`${items} items, seed ${seed}. The ideal time is ${items} / 5 s = ${idealMs / 1_000} s`);
for (const network of NETWORKS) {
	await control.configure(network);
	const rows = [await measure('Enterprise Assessment', scoreGetNode(credentials))];
	for (const [name, options] of Object.entries(SETTINGS)) {
		const jsonBody = '={{ JSON.stringify({ emailAddress: $json.email }) }}';
		const post = { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody, options };
		const node = requestNode(`${simulator.baseHost}/2020q3/score`, simulator.apiKey, post);
		rows.push(await measure(`HTTP Request, ${name}`, node));
	}
	const part = network.latencySplit === 'even' ? 'half' : 'a random part';
	console.log(`\nLatency 20 to ${network.latency.maxMs} ms, ${part} of it before the service counts the request:`);
	console.table(rows);
}
