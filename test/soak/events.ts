import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { asObject } from '../../playground/api/json.ts';
import type { JsonObject } from '../../playground/api/json.ts';
import { packageName } from '../../playground/communityPackage.ts';
import type { Playground } from '../../playground/playground.ts';
import { chain } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { activate, everySeconds } from '../e2e/support/triggers.ts';
import type { Tally } from './tally.ts';

const POLL_SECONDS = 10;
/** People whose results change repeatedly. At one event a second, each changes every few minutes, so no poll misses a change. */
const RESCORED = 200;
const DAY_MS = 24 * 60 * 60_000;
/** How far the poll trigger looks back in addition to its Lookback Days. */
const SKEW_MS = 10 * 60_000;
/** The service requires a response within this time (specification: Events). */
const ANSWER_MS = 5_000;
const PATIENCE_MS = 120_000;

/** The workflows, by the paths at which they report what started them. */
const WEBHOOK = '/webhook';
const POLLS = ['/poll-1', '/poll-2'];

/** Identifies a result, both as it was scored and as it started a workflow. */
function resultKey({ userAssessmentId, score }: { userAssessmentId?: unknown; score?: unknown }): string {
	return `${String(userAssessmentId)} ${String(score)}`;
}

/** Workflows post what started them to this server, so counting doesn't need n8n's saved executions. */
async function startSink() {
	const received = Object.fromEntries([WEBHOOK, ...POLLS].map((path): [string, JsonObject[]] => [path, []]));
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const posted: unknown = JSON.parse(body);
			received[request.url ?? '']?.push(asObject(posted, 'What was posted'));
			response.end('{}');
		});
	}).listen(0, '127.0.0.1');
	server.unref();
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The sink has no port');
	return { url: `http://127.0.0.1:${address.port}`, received };
}

/**
 * Scores `rate` results per second, alternately a new and a changed one, for a workflow with the webhook and two that poll. As
 * many results leave the polls' window as enter it, so each poll reads about the same amount.
 */
export async function prepareEvents(
	{ api, simulator: { control }, credentials }: Playground,
	tally: Tally,
	{ minutes, rate }: { minutes: number; rate: number },
) {
	// Starts without the usual users, because some of them wait for a score and would keep the polls' window open.
	await control.reset({ empty: true });
	// The timeout is long, so that late responses from a busy machine are counted and not aborted.
	await control.configure({ deliveryTimeoutMs: PATIENCE_MS });
	const leaving = Date.now() - DAY_MS - SKEW_MS;
	const left = { completedFrom: leaving, completedTo: leaving + minutes * 60_000 };
	await control.addUsers({ count: Math.ceil(minutes * 30 * rate), ...left });
	const { assessments } = await control.state();
	const assessmentId = assessments.find(({ assessmentType }) => assessmentType === 'ThousandPoint')?.assessmentId ?? '';
	const hourAgo = { completedFrom: Date.now() - 60 * 60_000 };
	const { userAssessmentIds: rescored } = await control.addUsers({ count: RESCORED, assessmentId, ...hourAgo });
	for (const userAssessmentId of rescored) await control.score({ userAssessmentId, score: 0 });

	const sink = await startSink();
	const add = async (path: string, type: string, more: Omit<NodeSketch, 'name' | 'type'>): Promise<void> => {
		const trigger = { name: 'New Scores', type: `${packageName}.${type}`, credentials, ...more };
		const post = { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
		const parameters = { url: `${sink.url}${path}`, ...post, options: {} };
		const node = { name: 'Post', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
		await activate(api, (await api.workflows.create(chain(`Soak ${path}`, [trigger, node]))).id);
	};
	await add(WEBHOOK, 'enterpriseAssessmentTrigger', { webhookId: randomUUID(), parameters: { simplify: true } });
	const pollTimes = { item: everySeconds(POLL_SECONDS) };
	const parameters = { simplify: true, pollTimes, options: { emitRescored: true, lookbackDays: 1 } };
	for (const path of POLLS) await add(path, 'enterpriseAssessmentPollTrigger', { parameters });

	const scored: string[] = [];
	async function scoreNext(): Promise<void> {
		const turn = Math.floor(scored.length / 2);
		// Each score differs from the person's earlier ones, because an earlier score would be the same result again.
		let score = { userAssessmentId: rescored[turn % RESCORED] ?? '', score: 1 + Math.floor(turn / RESCORED) };
		if (scored.length % 2 === 0) {
			const completedFrom = Date.now() - 60_000;
			const added = await control.addUsers({ count: 1, assessmentId, status: 'ScorePending', completedFrom });
			score = { userAssessmentId: added.userAssessmentIds[0] ?? '', score: 500 };
		}
		scored.push(resultKey((await control.score(score)).report));
	}

	return {
		/** Generates results until stopped. */
		async work(signal: AbortSignal): Promise<void> {
			const begun = Date.now();
			while (!signal.aborted) {
				await scoreNext();
				await delay(Math.max(0, begun + (scored.length * 1_000) / rate - Date.now()));
			}
		},
		/** Waits for pending deliveries, then compares the scored results with those that started each workflow. */
		async check(): Promise<void> {
			await control.idle();
			await delay(3 * POLL_SECONDS * 1_000);
			tally.count('results scored', scored.length);
			for (const { status, error, durationMs } of await control.deliveries()) {
				if (durationMs === null || durationMs > ANSWER_MS) tally.count('events answered after 5 s or never', 1);
				if (status !== 200) tally.problem(`An event got ${status ?? error}`);
			}
			// n8n doesn't keep executions that succeeded.
			for (const { id, mode } of await api.executions.list({ status: ['error', 'crashed', 'canceled'] })) {
				tally.problem(`Execution ${id} (${mode}): ${(await api.executions.get(id)).error()?.message}`);
			}
			for (const [path, posted] of Object.entries(sink.received)) {
				const seen = posted.map(resultKey);
				tally.count(`${path}: started with`, seen.length);
				for (const key of scored) if (!seen.includes(key)) tally.problem(`${path} lost ${key}`);
				for (const [index, key] of seen.entries()) {
					if (seen.indexOf(key) < index) tally.problem(`${path} received ${key} twice`);
					if (!scored.includes(key)) tally.problem(`${path} was started with ${key}, which was never scored`);
				}
			}
		},
	};
}
