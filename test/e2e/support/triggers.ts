import { randomUUID } from 'node:crypto';

import { afterAll, expect, vi } from 'vitest';

import type { N8nApi } from '../../../playground/api/index.ts';
import type { JsonObject } from '../../../playground/api/json.ts';
import { packageName } from '../../../playground/communityPackage.ts';
import { type Playground, putCredentials } from '../../../playground/playground.ts';
import { chain, type NodeSketch } from '../../../playground/workflows/build.ts';
import { type Simulator, startSimulator } from '../../../simulator/index.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';

/** n8n's engines that keep published workflows running. Only the older one calls `checkExists` at every start. */
const allEngines: ReadonlyArray<{ name: string; isOlder: boolean; env: Record<string, string> }> = [
	{ name: 'the current engine', isOlder: false, env: {} },
	{ name: 'the older engine', isOlder: true, env: { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' } },
];

/** The tested engines. n8n 1.x only has the older one. n8n 2.x is tested with both if N8N_ENGINES is `all`. */
export const engines = allEngines.filter(
	({ isOlder }) => isOlder === isFirstGeneration || (isOlder && process.env.N8N_ENGINES === 'all'),
);

/** The returned function creates an account. It returns the same n8n each time, with the account's service and credentials. */
export function useAccounts(playground: () => Playground): () => Promise<Playground> {
	const simulators: Simulator[] = [];
	afterAll(async () => {
		for (const simulator of simulators) await simulator.close();
	});
	return async () => {
		const simulator = await startSimulator();
		simulators.push(simulator);
		const credentials = await putCredentials(playground().api, `Simulator ${simulator.port}`, simulator);
		return { ...playground(), simulator, credentials };
	};
}

/** The name of the trigger in each of these workflows. */
export const TRIGGER = 'New Scores';
const END = { name: 'End', type: 'n8n-nodes-base.noOp' };

/** How long to wait for conditions that take a few polls. */
export const patience = { timeout: 180_000, interval: 1_000 };

/** Poll times at this interval, which must divide 60. n8n refuses a cron with a changing second, but accepts several fixed ones. */
export function everySeconds(seconds: number): Array<{ mode: 'custom'; cronExpression: string }> {
	const all = Array.from({ length: 60 / seconds }, (_, index) => index * seconds);
	return all.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` }));
}

/** Creates a workflow that polls every two seconds or at the given interval, and returns its ID. */
export async function pollWorkflow(
	{ api, credentials }: Pick<Playground, 'api' | 'credentials'>,
	filters: JsonObject = {},
	seconds = 2,
): Promise<string> {
	const type = `${packageName}.enterpriseAssessmentPollTrigger`;
	const parameters = { pollTimes: { item: everySeconds(seconds) }, filters };
	return (await api.workflows.create(chain('Poll', [{ name: TRIGGER, type, parameters, credentials }, END]))).id;
}

export type WebhookWorkflow = Awaited<ReturnType<typeof webhookWorkflow>>;

/** Creates a workflow that the account's webhook starts. `changed` returns it as a user changes it later. */
export async function webhookWorkflow(
	{ api, credentials, n8n }: Pick<Playground, 'api' | 'credentials'> & { readonly n8n: Pick<Playground['n8n'], 'url'> },
	name = 'Webhook',
	parameters: JsonObject = {},
) {
	const webhookId = randomUUID();
	const trigger = { name: TRIGGER, type: `${packageName}.enterpriseAssessmentTrigger`, credentials, webhookId };
	const changed = (others: JsonObject, ...between: NodeSketch[]) =>
		chain(name, [{ ...trigger, parameters: others }, ...between, END]);
	const { id } = await api.workflows.create(changed(parameters));
	const at = (path: string) => `${n8n.url}/${path}/${webhookId}/webhook`;
	return { id, url: at('webhook'), testUrl: at('webhook-test'), changed };
}

export async function activate(api: N8nApi, ...workflows: string[]): Promise<void> {
	for (const id of workflows) {
		const { status, errors } = await api.workflows.activate(id);
		if (status !== 'published') throw new Error(`The workflow was not published: ${status} ${errors.join(', ')}`);
	}
}

function textIn(json: JsonObject, key: string): string {
	return new RegExp(`"${key}":"([^"]+)"`).exec(JSON.stringify(json))?.[1] ?? '';
}

/** The events that successful executions of the workflow were started with, the oldest first. */
export async function emittedEvents(api: N8nApi, workflow: string) {
	const finished = await api.executions.list({ workflowId: workflow, status: ['success'] });
	const started = finished.filter(({ mode }) => mode !== 'manual').reverse();
	const executions = await Promise.all(started.map(async ({ id }) => await api.executions.get(id)));
	const events = executions.flatMap((execution) => execution.items(END.name));
	return events.map(({ json }) => ({
		userAssessmentId: textIn(json, 'userAssessmentId'),
		eventId: textIn(json, 'eventId'),
	}));
}

export async function emittedScores(api: N8nApi, workflow: string): Promise<string[]> {
	return (await emittedEvents(api, workflow)).map(({ userAssessmentId }) => userAssessmentId);
}

export async function failures({ executions }: N8nApi, workflowId: string) {
	const failed = await executions.list({ workflowId, status: ['error'] });
	return await Promise.all(failed.map(async ({ id }) => (await executions.get(id)).error()?.message));
}

/** Waits until each workflow has been started with these scores and its executions have ended. */
export async function seenBy(api: N8nApi, workflows: readonly string[], scored: readonly string[]): Promise<void> {
	for (const workflow of workflows) {
		const seen = async () => expect(await emittedScores(api, workflow)).toEqual(expect.arrayContaining([...scored]));
		await vi.waitFor(seen, patience);
	}
}

/** Scores new people who finished this assessment, or any assessments. Returns the IDs of their user assessments. */
export async function scoreCandidates({ control }: Simulator, count: number, assessmentId?: string): Promise<string[]> {
	const pending = { status: 'ScorePending', completedFrom: Date.now() - 60_000 } as const;
	const { userAssessmentIds } = await control.addUsers({ count, assessmentId, ...pending });
	for (const userAssessmentId of userAssessmentIds) await control.score({ userAssessmentId });
	return userAssessmentIds;
}

/** Waits until this many more polls have got a response. */
export async function rounds({ control }: Simulator, count: number): Promise<void> {
	const before = (await control.requests({ endpoint: '/scores' })).at(-1)?.requestId ?? 0;
	const areAnswered = async () => {
		const polls = await control.requests({ endpoint: '/scores', after: before });
		return polls.filter(({ status }) => status === 200).length >= count;
	};
	await vi.waitUntil(areAnswered, patience);
}

/**
 * The method and endpoint of each request that changed something at the service, or tried to. Leaves out requests that the
 * limits refused, because they are retried.
 */
export async function changes({ simulator }: Pick<Playground, 'simulator'>): Promise<string[]> {
	const requests = await simulator.control.requests();
	const changing = requests.filter(({ method, status }) => method !== 'GET' && status !== 429);
	return changing.map(({ method, endpoint }) => `${method} ${endpoint}`);
}
