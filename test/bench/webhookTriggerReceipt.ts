import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlayground } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { chain } from '../../playground/workflows/build.ts';
import { drained } from '../e2e/webhookTrigger/support/manyEvents.ts';
import { addTriggerWorkflow } from '../e2e/webhookTrigger/support/trigger.ts';
import { floorNodeType, floorWithCredentialsNodeType, installFloor } from './webhookTriggerFloor.ts';
import type { Load } from './webhookTriggerLoad.ts';
import { loaded, processorMs } from './webhookTriggerLoad.ts';

// How fast events are received, beside what n8n's own nodes and a trigger that does nothing achieve in the same n8n.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CONCURRENCIES = [1, 10, 50];
/** The default engine receives about a quarter as many events a second. */
const ENGINES: ReadonlyArray<{ name: string; engine: string; events: number }> = [
	{ name: 'N8N_EXPRESSION_ENGINE=legacy', engine: 'legacy', events: 200 },
	{ name: "n8n's default expression engine", engine: 'vm', events: 100 },
];
/** Sent to each receiver first, since Node.js compiles what runs often: an n8n that has received for a while counts. */
const WARM_UP = 400;

const OURS = 'our trigger';
const FLOOR = 'floor: community trigger that does nothing';
const FLOOR_WITH_CREDENTIALS = 'the same, with credentials';
const WEBHOOK = 'Webhook node, no check';
const CODE = 'Webhook node + Code node with the HMAC';

/** A run with the processor time that n8n needed for it, its executions included, ms. */
interface Run extends Load {
	processorMs: number;
}

interface Receiver {
	readonly name: string;
	readonly path: string;
}

const received: NodeSketch = { name: 'Received', type: 'n8n-nodes-base.noOp' };

/** What is written by hand without this package; the body is serialised again, since the Webhook node parses it. */
function hmacCode(signingKey: string): string {
	return `const crypto = require('crypto');
const { headers, body } = $input.first().json;
const hash = crypto.createHash('sha256').update(JSON.stringify(body)).digest('base64');
const text = headers['x-content-sha256'] + ';' + headers['x-request-timestamp'];
const signature = crypto.createHmac('sha256', ${JSON.stringify(signingKey)}).update(text).digest('base64');
if (hash !== headers['x-content-sha256'] || headers['x-signature'] !== 'Algorithm=HMAC-SHA256; Signature=' + signature) {
	throw new Error('The signature is wrong');
}
return [{ json: body }];`;
}

async function publish({ api }: Playground, name: string, nodes: readonly NodeSketch[]): Promise<void> {
	const { id } = await api.workflows.create(chain(name, nodes));
	const { status, errors } = await api.workflows.activate(id);
	if (status !== 'published') throw new Error(`${name}: ${status} ${errors.join()}`);
}

async function addReceivers(playground: Playground): Promise<{ receivers: Receiver[]; signingKey: string }> {
	const { api, simulator } = playground;
	const ours = await addTriggerWorkflow(playground, OURS);
	const { status, errors } = await api.workflows.activate(ours.id);
	if (status !== 'published') throw new Error(`${status} ${errors.join()}`);
	const signingKey = (await simulator.control.webhook())?.signingKey ?? '';

	const floorId = randomUUID();
	await publish(playground, FLOOR, [{ name: 'Floor', type: floorNodeType, webhookId: floorId }, received]);
	const checkedId = randomUUID();
	const checked = { type: floorWithCredentialsNodeType, webhookId: checkedId, credentials: playground.credentials };
	await publish(playground, FLOOR_WITH_CREDENTIALS, [{ name: 'Floor', ...checked }, received]);
	const webhookNode = (path: string): NodeSketch => ({
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		webhookId: randomUUID(),
		parameters: { httpMethod: 'POST', path, options: {} },
	});
	await publish(playground, WEBHOOK, [webhookNode('plain'), received]);
	const code: NodeSketch = {
		name: 'Check',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: hmacCode(signingKey) },
	};
	await publish(playground, CODE, [webhookNode('checked'), code, received]);
	return {
		signingKey,
		receivers: [
			{ name: OURS, path: new URL(ours.url).pathname },
			{ name: FLOOR, path: `/webhook/${floorId}/webhook` },
			{ name: FLOOR_WITH_CREDENTIALS, path: `/webhook/${checkedId}/webhook` },
			{ name: WEBHOOK, path: '/webhook/plain' },
			{ name: CODE, path: '/webhook/checked' },
		],
	};
}

function median(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ratio(runs: Map<string, Run[]>, to: string): number {
	const [ours = [], others = []] = [runs.get(OURS), runs.get(to)];
	const ratios = ours.map((load, round) => load.eventsPerSecond / (others[round]?.eventsPerSecond ?? Number.NaN));
	return Math.round(median(ratios) * 1_000) / 1_000;
}

function spent(runs: Map<string, Run[]>, name: string): number {
	return (runs.get(name) ?? []).reduce((sum, run) => sum + run.processorMs, 0);
}

const userFolder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-bench-'));
await installFloor(userFolder);
const playground = await startPlayground({ userFolder, env: { NODE_FUNCTION_ALLOW_BUILTIN: 'crypto' } });
try {
	const { receivers, signingKey } = await addReceivers(playground);
	for (const engine of ENGINES) {
		await playground.restart({ N8N_EXPRESSION_ENGINE: engine.engine });
		const pid = playground.n8n.pid() ?? 0;
		const origin = playground.n8n.url;
		const { events } = engine;
		for (const { path } of receivers) await loaded({ origin, path, signingKey, pid, events: WARM_UP, concurrency: 5 });
		for (const concurrency of CONCURRENCIES) {
			const runs = new Map<string, Run[]>(receivers.map(({ name }) => [name, []]));
			for (let round = 0; round < ROUNDS; round++) {
				// Each goes first as often as the others.
				const first = round % receivers.length;
				const order = [...receivers.slice(first), ...receivers.slice(0, first)];
				for (const { name, path } of order) {
					await drained(playground);
					const before = processorMs(pid);
					const run = await loaded({ origin, path, signingKey, pid, events, concurrency });
					await drained(playground);
					runs.get(name)?.push({ ...run, processorMs: processorMs(pid) - before });
				}
			}
			console.log(`${engine.name}, concurrency ${concurrency}, medians of ${ROUNDS} rounds of ${events} events:`);
			console.table(
				receivers.map(({ name }) => {
					const all = runs.get(name) ?? [];
					return {
						receiver: name,
						'events/s': Math.round(median(all.map(({ eventsPerSecond }) => eventsPerSecond)) * 10) / 10,
						'p95 ms': Math.round(median(all.map(({ p95 }) => p95))),
						'peak MB': Math.round(Math.max(...all.map(({ peakMb }) => peakMb))),
						'ours/this': ratio(runs, name),
						'processor ms/event': Math.round((spent(runs, name) / (ROUNDS * events)) * 10) / 10,
						'this/ours': Math.round((spent(runs, name) / spent(runs, OURS)) * 1_000) / 1_000,
					};
				}),
			);
		}
	}
} finally {
	await playground.stop();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
}
