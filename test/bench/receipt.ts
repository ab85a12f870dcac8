// How fast events are received, compared with n8n's own nodes and a community trigger that does nothing, in the same n8n.
// Linux only. Usage: node test/bench/receipt.ts [rounds]
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Pool } from 'undici';

import { packageName } from '../../playground/communityPackage.ts';
import { credentialsType, startPlayground } from '../../playground/playground.ts';
import { chain } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { scoreCandidates } from '../e2e/support/triggers.ts';
import { signedDelivery } from '../unit/webhookTrigger/support/signedDelivery.ts';
import { median, rounded } from './statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const CONCURRENCIES = [1, 10, 50];
/** n8n's default expression engine (`vm`) is much slower, so it gets fewer events. */
const ENGINES = [
	{ engine: 'legacy', events: 200 },
	{ engine: 'vm', events: 100 },
];
/** Warm-up events per receiver. Node.js first has to compile the code that runs often, as it has in a long-running n8n. */
const WARM_UP = 400;
/** The length of a tick in which the kernel counts processor time. */
const MS_PER_TICK = 10;

interface Run {
	readonly eventsPerSecond: number;
	/** Processor time of n8n's process per event, including its execution, in ms. */
	readonly processorMs: number;
}

const floor = 'n8n-nodes-bench-floor';

/** A community package whose trigger does nothing, to measure the cost of n8n itself, including its credentials check. */
async function installFloor(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes/node_modules', floor);
	const n8n = { n8nNodesApiVersion: 1, nodes: ['FloorTrigger.node.js'], credentials: [] };
	const manifest = { name: floor, version: '1.0.0', keywords: ['n8n-community-node-package'], n8n };
	const node = `exports.FloorTrigger = class {
		description = {
			displayName: 'Floor', name: 'floorTrigger', group: ['trigger'], version: 1, description: 'Does nothing',
			defaults: { name: 'Floor' }, inputs: [], outputs: ['main'], properties: [],
			webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
			credentials: [{ name: '${credentialsType}', required: true }],
		};
		async webhook() {
			return { workflowData: [[{ json: this.getBodyData() }]] };
		}
	};`;
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(join(folder, 'FloorTrigger.node.js'), node);
}

/** The signature check as a user would write it. It serializes the body again, because the Webhook node parses it. */
const hmacCode = (signingKey: string) => `const crypto = require('crypto');
const { headers, body } = $input.first().json;
const hash = crypto.createHash('sha256').update(JSON.stringify(body)).digest('base64');
const text = headers['x-content-sha256'] + ';' + headers['x-request-timestamp'];
const signature = crypto.createHmac('sha256', ${JSON.stringify(signingKey)}).update(text).digest('base64');
if (hash !== headers['x-content-sha256'] || headers['x-signature'] !== 'Algorithm=HMAC-SHA256; Signature=' + signature) {
	throw new Error('The signature is wrong');
}
return [{ json: body }];`;

/** Processor time that a process has used so far, in ms. Other work on the machine hardly affects it. */
function processorMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

await using stack = new AsyncDisposableStack();
const userFolder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-bench-'));
stack.defer(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));
await installFloor(userFolder);
const env = { NODE_FUNCTION_ALLOW_BUILTIN: 'crypto' };
const playground = stack.adopt(await startPlayground({ userFolder, env }), ({ stop }) => stop());
const { api, credentials, n8n, simulator } = playground;

/** Publishes a workflow that begins with this trigger. Returns its webhook path. */
async function publish(name: string, trigger: Omit<NodeSketch, 'name'>, ...more: NodeSketch[]): Promise<string> {
	const webhookId = randomUUID();
	const nodes = [{ name: 'Trigger', webhookId, ...trigger }, ...more, { name: 'End', type: 'n8n-nodes-base.noOp' }];
	const { id } = await api.workflows.create(chain(name, nodes));
	const { status, errors } = await api.workflows.activate(id);
	if (status !== 'published') throw new Error(`${name}: ${status} ${errors.join()}`);
	return `/webhook/${webhookId}/webhook`;
}

const webhookNode = (path: string) => ({
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: { httpMethod: 'POST', path, options: {} },
});
const ours = await publish('ours', { type: `${packageName}.enterpriseAssessmentTrigger`, credentials });
const signingKey = (await simulator.control.webhook())?.signingKey ?? '';
await scoreCandidates(simulator, 1);
await simulator.control.idle();
const sample = (await simulator.control.deliveries()).at(-1)?.body ?? '';
const doesNothing = await publish('floor', { type: `${floor}.floorTrigger`, credentials });
await publish('plain', webhookNode('plain'));
const parameters = { jsCode: hmacCode(signingKey) };
await publish('checked', webhookNode('checked'), {
	name: 'Check',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters,
});
const RECEIVERS = new Map([
	['our trigger', ours],
	['community trigger that does nothing', doesNothing],
	['Webhook node, no check', '/webhook/plain'],
	['Webhook node + Code node with the HMAC', '/webhook/checked'],
]);

/** The sample event for a different assessment, signed now. */
function newEvent() {
	const event = Buffer.from(sample.replace(/(?<="userAssessmentId":")[^"]+/, randomUUID()));
	const { body, headers } = signedDelivery(event, Buffer.from(signingKey), new Date().toISOString());
	return { body, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) };
}

/** Waits until n8n has run everything that it has accepted. */
async function drained(): Promise<void> {
	const unfinished = { status: ['new', 'running', 'waiting', 'unknown'] };
	while ((await playground.api.executions.list(unfinished)).length > 0) await delay(100);
}

/** Sends events over this many connections at once, and waits until n8n has responded to all with 200 and has run them. */
async function load(path: string, events: number, concurrency: number): Promise<Run> {
	await drained();
	const requests = Array.from({ length: events }, newEvent);
	const pool = new Pool(n8n.url, { connections: concurrency, pipelining: 1 });
	const before = processorMs(n8n.pid() ?? 0);
	const begun = performance.now();
	async function sendOneAfterAnother(): Promise<void> {
		for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
			const { statusCode, body } = await pool.request({ method: 'POST', path, ...next });
			const text = await body.text();
			if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
		}
	}
	await Promise.all(Array.from({ length: concurrency }, sendOneAfterAnother));
	const seconds = (performance.now() - begun) / 1_000;
	await pool.close();
	await drained();
	return { eventsPerSecond: events / seconds, processorMs: (processorMs(n8n.pid() ?? 0) - before) / events };
}

for (const { engine, events } of ENGINES) {
	await playground.restart({ N8N_EXPRESSION_ENGINE: engine });
	for (const path of RECEIVERS.values()) await load(path, WARM_UP, 5);
	for (const concurrency of CONCURRENCIES) {
		const runs = new Map<string, Run[]>([...RECEIVERS.values()].map((path) => [path, []]));
		for (let round = 0; round < ROUNDS; round++) {
			// Each receiver goes first equally often.
			const turn = round % runs.size;
			const order = [...runs.keys()];
			for (const path of [...order.slice(turn), ...order.slice(0, turn)]) {
				runs.get(path)?.push(await load(path, events, concurrency));
			}
		}
		const middle = (path: string, figure: keyof Run) => median((runs.get(path) ?? []).map((run) => run[figure]));
		console.log(
			`N8N_EXPRESSION_ENGINE=${engine}, concurrency ${concurrency}, medians of ${ROUNDS} × ${events} events:`,
		);
		console.table(
			[...RECEIVERS].map(([receiver, path]) => ({
				receiver,
				'events/s': rounded(middle(path, 'eventsPerSecond'), 1),
				'ours / this': rounded(middle(ours, 'eventsPerSecond') / middle(path, 'eventsPerSecond'), 3),
				'processor ms/event': rounded(middle(path, 'processorMs'), 1),
			})),
		);
	}
}
