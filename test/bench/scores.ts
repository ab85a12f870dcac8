// Scores of a large account in a real n8n, compared with HTTP Request, Split Out and Limit. Responses come from memory
// immediately, to measure only n8n. Linux only. Usage: node test/bench/scores.ts [rounds] [users…]
import { once } from 'node:events';
import { createServer } from 'node:http';

import type { JsonObject } from '../../playground/api/json.ts';
import { putCredentials, startPlayground } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode, splitNode } from '../../playground/workflows/nodes.ts';
import { startSimulator } from '../../simulator/index.ts';
import { compareWays } from './compareWays.ts';
import type { Way } from './compareWays.ts';
import { requestNode } from './workflows.ts';

/** The number of assessments that the reports are spread over, and the name of one of them. */
const ASSESSMENTS = 20;
const ONE = `Speaking ${ASSESSMENTS}`;

type Answers = Readonly<Record<'/scores' | '/assessments', string>>;

/** The simulator's responses for this many users, with one finished report each. */
async function answersOf(users: number): Promise<Answers> {
	const simulator = await startSimulator({ settings: { limits: null } });
	const { control, baseHost, apiKey } = simulator;
	const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
	const ask = async (path: keyof Answers, init: RequestInit) =>
		await (await fetch(`${baseHost}/2020q3${path}`, { ...init, headers })).text();
	await control.reset({ empty: true });
	for (let number = 1; number <= ASSESSMENTS; number++) {
		await control.addAssessment({ name: `Speaking ${number}`, kind: 'speaking' });
	}
	await control.addUsers({ count: users });
	const scores = await ask('/scores', { method: 'POST', body: '{}' });
	const answers = { '/scores': scores, '/assessments': await ask('/assessments', {}) };
	await simulator.close();
	return answers;
}

const [rounds = 5, ...given] = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000, 50_000];
const little = await answersOf(5);
let served = little;
const server = createServer((request, response) => {
	request.resume();
	const path = request.url?.endsWith('/assessments') === true ? '/assessments' : '/scores';
	response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(served[path]);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The service has no port');
const baseHost = `http://127.0.0.1:${address.port}`;

await using stack = new AsyncDisposableStack();
stack.defer(() => server.close().closeAllConnections());
const playground = stack.adopt(await startPlayground(), ({ stop }) => stop());
const account = { apiKey: 'key-of-a-large-account', baseHost };
const credentials = await putCredentials(playground.api, 'Large account', account);

const limit: NodeSketch = { name: 'Limit', type: 'n8n-nodes-base.limit', parameters: { maxItems: 50 } };
const post = { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '{}' };
const request = [requestNode(`${baseHost}/2020q3/scores`, account.apiKey, post), splitNode('Split', 'userScores')];
const getAll = (parameters: JsonObject) =>
	actionNode('Scores', { resource: 'score', operation: 'getAll', ...parameters }, credentials);
const CASES: Readonly<Record<string, readonly [ours: NodeSketch[], theirs: NodeSketch[]]>> = {
	'Return All': [[getAll({ returnAll: true })], request],
	'Limit 50': [[getAll({ limit: 50 })], [...request, limit]],
	'one assessment of 20': [[getAll({ returnAll: true, filters: { assessmentNames: [ONE] } })], request],
};

for (const users of sizes) {
	const all = await answersOf(users);
	const serve = (small: boolean) => void (served = small ? little : all);
	const way = (name: string, nodes: readonly NodeSketch[]): Way => ({ name, nodes: (small) => (serve(small), nodes) });
	for (const [name, [ours, theirs]] of Object.entries(CASES)) {
		const title = `${users} users, ${Math.round(all['/scores'].length / 1e6)} MB, ${name}`;
		await compareWays(playground, title, [way('ours', ours), way('HTTP Request', theirs)], rounds);
	}
}
