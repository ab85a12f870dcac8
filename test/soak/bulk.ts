import { setTimeout as delay } from 'node:timers/promises';

import type { Execution } from '../../playground/api/executions.ts';
import type { Workflow } from '../../playground/api/workflows.ts';
import { putCredentials } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
import { startSimulator } from '../../simulator/index.ts';
import { addPeople, inviteNode, MEASURED, overPeople, scoreGetNode } from '../bench/workflows.ts';
import type { Tally } from './tally.ts';

/** An account accepts 5 requests a second, but only 2,000 in 20 minutes. Three accounts take turns, so one always has room. */
const ACCOUNTS = 3;
const SCORES = 200;
const INVITATIONS = 80;
/** How many people from one execution the next execution invites again. */
const AGAIN = 10;
/** 5 × (200 + 2 × 80) requests are fewer than 2,000, so an account only reaches that limit in its next turn. */
const ROUNDS_PER_TURN = 5;
const FILES = 5;
const FILES_EVERY_MS = 10_000;
const TIMEOUT_MS = 30 * 60_000;

const emailOf = (index: number) => `bulk${index}@example.com`;

/** Runs a workflow by hand, calls `look`, and then deletes the workflow and its execution with its files from n8n. */
async function runAndForget(
	{ api }: Playground,
	workflow: Workflow,
	look: (execution: Execution) => void | Promise<void>,
): Promise<void> {
	const { id } = await api.workflows.create(workflow);
	const execution = await api.workflows.run(id, { timeoutMs: TIMEOUT_MS });
	await look(execution);
	await api.session.request('POST', '/executions/delete', { ids: [execution.id] });
	await api.workflows.delete(id);
}

async function openAccount({ api }: Playground, number: number) {
	const simulator = await startSimulator({ seed: `bulk ${number}` });
	const credentials = await putCredentials(api, `Bulk ${number}`, simulator);
	const [assessment] = (await simulator.control.state()).assessments;
	const assessmentId = assessment?.assessmentId ?? '';
	return { simulator, credentials, emails: await addPeople(simulator.control, SCORES), assessmentId, invited: 0 };
}

/** Reads scores and invites people, 200 and 80 items at a time, as fast as the accounts' limits allow. */
export async function prepareBulk(playground: Playground, tally: Tally) {
	const accounts: Array<Awaited<ReturnType<typeof openAccount>>> = [];
	for (let number = 1; number <= ACCOUNTS; number++) accounts.push(await openAccount(playground, number));

	async function readScores({ emails, credentials }: (typeof accounts)[number]): Promise<void> {
		await runAndForget(playground, overPeople('Bulk scores', emails, scoreGetNode(credentials)), (execution) => {
			const read = execution.items(MEASURED).map(({ json }) => json.email);
			tally.count('scores read in bulk', read.length);
			if (read.join() !== emails.join()) tally.problem(`Bulk scores: ${execution.error()?.message ?? read.length}`);
		});
	}

	async function invite(account: (typeof accounts)[number]): Promise<void> {
		const first = Math.max(0, account.invited - AGAIN);
		const emails = Array.from({ length: INVITATIONS }, (_, index) => emailOf(first + index));
		const node = inviteNode(account.credentials, account.assessmentId);
		await runAndForget(playground, overPeople('Bulk invitations', emails, node), (execution) => {
			const items = execution.items(MEASURED);
			tally.count('people invited in bulk', items.length);
			if (items.length !== emails.length) tally.problem(`Bulk invitations: ${execution.error()?.message}`);
		});
		account.invited = first + INVITATIONS;
	}

	return {
		/** Works at the limit until stopped, then finishes the current job. */
		async work(signal: AbortSignal): Promise<void> {
			for (let round = 0; !signal.aborted; round++) {
				const account = accounts[Math.floor(round / ROUNDS_PER_TURN) % accounts.length];
				if (account === undefined) throw new Error('No account');
				await readScores(account);
				if (!signal.aborted) await invite(account);
			}
		},
		/** Checks that each person who was ever invited has exactly one assignment. */
		async check(): Promise<void> {
			for (const { simulator, invited } of accounts) {
				for (let index = 0; index < invited; index++) {
					const { assignments } = await simulator.control.user({ emailAddress: emailOf(index) });
					if (assignments.length !== 1) tally.problem(`${emailOf(index)} has ${assignments.length} assignments`);
				}
				const requests = await simulator.control.requests();
				tally.count('requests of the bulk work', requests.length);
				tally.count('of them refused', requests.filter(({ status }) => status === 429).length);
			}
		},
		close: async () => void (await Promise.all(accounts.map(({ simulator }) => simulator.close()))),
	};
}

/** Downloads five files every ten seconds until stopped, and compares every byte. */
export async function download(playground: Playground, tally: Tally, signal: AbortSignal): Promise<void> {
	const { api, simulator, credentials } = playground;
	const files: Array<{ link: string; content: Buffer }> = [];
	for (let count = 0; count < FILES; count++) {
		const { link } = await simulator.control.createFile({ bytes: 1_000_000 });
		await simulator.control.clearLimits();
		const headers = { authorization: `Bearer ${simulator.apiKey}` };
		const response = await fetch(`${simulator.baseHost}/${link}`, { headers });
		if (!response.ok) throw new Error(`${link} returned status ${response.status}`);
		files.push({ link, content: Buffer.from(await response.arrayBuffer()) });
	}
	const operation = { resource: 'file', operation: 'downloadAudio', link: '={{ $json.link }}' };
	const list = fieldsNode('List', { files: files.map(({ link }) => ({ link })) });
	const nodes = [startNode, list, splitNode('Files', 'files'), actionNode('Download', operation, credentials)];
	while (!signal.aborted) {
		const next = delay(FILES_EVERY_MS, undefined, { signal }).catch(() => undefined);
		await runAndForget(playground, chain('Soak downloads', nodes), async (execution) => {
			const items = execution.items('Download');
			tally.count('files downloaded', items.length);
			if (items.length !== FILES) tally.problem(`Downloads: ${execution.error()?.message}`);
			for (const [index, { binary }] of items.entries()) {
				const bytes = binary.data === undefined ? Buffer.alloc(0) : await api.executions.download(binary.data);
				if (files[index]?.content.equals(bytes) !== true)
					tally.problem(`${files[index]?.link} arrived with different bytes (${bytes.length})`);
			}
		});
		await next;
	}
}
