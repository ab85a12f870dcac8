import { setTimeout as delay } from 'node:timers/promises';

import type { Playground } from '../../playground/playground.ts';
import { chain } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { activate } from '../e2e/pollTrigger/workflows.ts';
import { compare } from './comparison.ts';
import { POLL_SECONDS } from './nodes.ts';
import type { SoakNodes } from './nodes.ts';
import type { Sink } from './sink.ts';
import type { Tally } from './tally.ts';

/** Whose results change again and again: with one event a second, each every few minutes, so that no poll misses one. */
const RESCORED = 200;
const DAY_MS = 24 * 60 * 60_000;
/** How far the poll trigger looks back beyond its days. */
const SKEW_MS = 10 * 60_000;
/** The service wants an answer in this time (specification, Events). */
const ANSWER_MS = 5_000;
const PATIENCE_MS = 120_000;
const SETTLE_MS = 3 * POLL_SECONDS * 1_000;

/** The workflows, by the paths at which what they were started with arrives. */
const WEBHOOK = '/webhook';
const POLLS = ['/poll-1', '/poll-2'];

/** A result as it was scored, or as a workflow was started with it. */
function resultKey({ userAssessmentId, score }: { userAssessmentId?: unknown; score?: unknown }): string {
	return `${String(userAssessmentId)} ${String(score)}`;
}

function postNode(url: string): NodeSketch {
	const parameters = {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	};
	return { name: 'Post', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
}

export interface Events {
	/** Has results scored until told to stop. */
	readonly work: (signal: AbortSignal) => Promise<void>;
	/** Waits for what is on its way, then compares what was scored with what started each of the workflows. */
	readonly check: () => Promise<void>;
}

/**
 * So many results scored a second, in turn one of someone new and one re-scored, for a workflow with the webhook and two that poll. As
 * many results leave the polls' window as enter it, so that what a poll reads stays as large as it is.
 */
export async function prepareEvents(
	playground: Playground,
	nodes: SoakNodes,
	sink: Sink,
	tally: Tally,
	{ minutes, rate }: { minutes: number; rate: number },
): Promise<Events> {
	const { api, simulator, credentials } = playground;
	const { control } = simulator;
	// Without its usual users, of whom some wait for a score, which would keep the polls' window open.
	await control.reset({ empty: true });
	// Patient: what a busy machine answers late is counted, and not given up.
	await control.configure({ deliveryTimeoutMs: PATIENCE_MS });
	const leaving = Date.now() - DAY_MS - SKEW_MS;
	await control.addUsers({
		count: Math.ceil(minutes * 30 * rate),
		completedFrom: leaving,
		completedTo: leaving + minutes * 60_000,
	});
	const { assessments } = await control.state();
	const inWholeSteps = assessments.find(({ assessmentType }) => assessmentType === 'ThousandPoint');
	const assessmentId = inWholeSteps?.assessmentId ?? '';
	const { userAssessmentIds: rescored } = await control.addUsers({
		count: RESCORED,
		assessmentId,
		completedFrom: Date.now() - 60 * 60_000,
	});
	for (const userAssessmentId of rescored) await control.score({ userAssessmentId, score: 0 });

	const webhook = nodes.webhookTrigger(credentials);
	const poll = nodes.pollTrigger(credentials);
	for (const [path, trigger] of [[WEBHOOK, webhook] as const, ...POLLS.map((path) => [path, poll] as const)]) {
		const { id } = await api.workflows.create(chain(`Soak ${path}`, [trigger, postNode(`${sink.address}${path}`)]));
		await activate(api, id);
	}

	const scored: string[] = [];
	async function scoreNext(): Promise<void> {
		const turn = Math.floor(scored.length / 2);
		if (scored.length % 2 === 0) {
			const completedFrom = Date.now() - 60_000;
			const added = await control.addUsers({ count: 1, status: 'ScorePending', completedFrom });
			for (const userAssessmentId of added.userAssessmentIds) {
				scored.push(resultKey((await control.score({ userAssessmentId })).report));
			}
		} else {
			const userAssessmentId = rescored[turn % RESCORED] ?? '';
			// Never one that it had before: that would be the same result again.
			const score = 1 + Math.floor(turn / RESCORED);
			scored.push(resultKey((await control.score({ userAssessmentId, score })).report));
		}
	}

	/** Executions that succeeded are not kept. */
	async function countFailed(): Promise<void> {
		for (const { id, status, mode } of await api.executions.list({ status: ['error', 'crashed', 'canceled'] })) {
			const { error } = await api.executions.get(id);
			tally.problem(`Execution ${id} (${mode}) ended as ${status}: ${error()?.message}`);
		}
	}

	return {
		async work(signal) {
			const begun = Date.now();
			while (!signal.aborted) {
				await scoreNext();
				await delay(Math.max(0, begun + (scored.length * 1_000) / rate - Date.now()));
			}
		},
		async check() {
			await control.idle();
			await delay(SETTLE_MS);
			tally.count('results scored', scored.length);
			const deliveries = await control.deliveries();
			const late = deliveries.filter(({ durationMs }) => durationMs === null || durationMs > ANSWER_MS);
			tally.count('events answered later than after 5 s, or not at all', late.length);
			for (const { status, error, body } of deliveries.filter((delivery) => delivery.status !== 200)) {
				tally.problem(`An event was answered with ${status ?? error}: ${body.slice(0, 120)}`);
			}
			await countFailed();
			for (const path of [WEBHOOK, ...POLLS]) {
				const seen = sink.received(path).map(resultKey);
				const { lost, doubled, strange } = compare(scored, seen);
				tally.count(`${path}: started with`, seen.length);
				tally.count(`${path}: lost`, lost.length);
				tally.count(`${path}: doubled`, doubled.length);
				for (const key of lost) tally.problem(`${path} lost ${key}`);
				for (const key of doubled) tally.problem(`${path} doubled ${key}`);
				for (const key of strange) tally.problem(`${path} was started with ${key}, which nobody scored`);
			}
		},
	};
}
