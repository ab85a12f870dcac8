import { randomUUID } from 'node:crypto';

import { describe, it } from 'vitest';

import { chain, startNode } from '../../playground/workflows/build.ts';
import { fillIn } from '../../playground/workflows/examples.ts';
import { actionNode, fieldsNode, n8nNode, splitNode } from '../../playground/workflows/nodes.ts';
import { SENDER, useWorlds } from './examples/support/world.ts';
import type { World } from './examples/support/world.ts';

// What n8n repeats: failed nodes, failed executions, and workflows after a canceled execution.

const newWorld = useWorlds();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } as const;
const CONTINUE = { onError: 'continueErrorOutput' } as const;
const ADMINISTRATOR = 'admin@example.com';

type Settings = Partial<typeof RETRY & typeof CONTINUE>;

const people = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
/** The people, with a row that the service or the node refuses. */
const listWith = (row: string, place: number) => people.toSpliced(place, 0, row);

/** Creates a workflow that invites the people on a list, and emails those who have a reusable link, as in the README. */
async function invitationWorkflow(
	{ api, assessment, credentials }: World,
	list: readonly string[],
	settings: Settings,
) {
	const invite = {
		resource: 'assignment',
		operation: 'create',
		assessmentId: { __rl: true, mode: 'id', value: (await assessment()).assessmentId },
		emailAddress: '={{ $json.email }}',
	};
	const hasLink = {
		id: randomUUID(),
		leftValue: '={{ $json.singleAssessmentSignInUrl }}',
		rightValue: '',
		operator: { type: 'string', operation: 'notEmpty', singleValue: true },
	};
	const conditions = { combinator: 'and', options: { version: 2, typeValidation: 'strict' }, conditions: [hasLink] };
	const email = {
		fromEmail: SENDER,
		toEmail: '={{ $json.email }}',
		subject: 'Your assessment',
		emailFormat: 'text',
		text: '={{ $json.singleAssessmentSignInUrl }}',
		options: { appendAttribution: false },
	};
	const workflow = chain('Invite', [
		startNode,
		fieldsNode('List', { rows: list.map((address) => ({ email: address })) }),
		splitNode('Rows', 'rows'),
		{ ...actionNode('Invite', invite, {}), ...settings },
		n8nNode('New Invitations', 'filter', 2.2, { conditions }),
		n8nNode('Send Email', 'emailSend', 2.1, email),
	]);
	return (await api.workflows.create(fillIn(workflow, credentials))).id;
}

type Send = (list: readonly string[], settings: Settings) => Promise<string>;

type Statuses = Array<string | undefined>;

const REFUSED_ONCE = {
	match: { method: 'POST', path: '/assign' },
	fault: { kind: 'status', status: 409 },
	skip: 5,
} as const;

/** Each history ends when everyone is invited. It returns the statuses of its executions. */
const HISTORIES: ReadonlyArray<
	[name: string, ends: string[], history: (world: World, send: Send) => Promise<Statuses>]
> = [
	[
		'a refused row stops each try, and the list is corrected',
		['error', 'success'],
		async (_world, send) => [await send(listWith(ADMINISTRATOR, 6), RETRY), await send(people, RETRY)],
	],
	[
		'the service refuses one row for a moment',
		['success'],
		async ({ control }, send) => {
			await control.inject(REFUSED_ONCE);
			return [await send(people, RETRY)];
		},
	],
	[
		'the first row can’t be used, and the others continue',
		['success'],
		async (_world, send) => [await send(listWith('', 0), { ...RETRY, ...CONTINUE })],
	],
	[
		'the first row is refused, and the others continue',
		['success'],
		async (_world, send) => [await send(listWith(ADMINISTRATOR, 0), { ...RETRY, ...CONTINUE })],
	],
	[
		'an execution is canceled, and the workflow runs again',
		['canceled', 'success'],
		async (world, send) => {
			const { api, control } = world;
			const canceled = await api.workflows.begin(await invitationWorkflow(world, people, RETRY));
			const assigned = async () =>
				(await control.requests({ endpoint: '/assign' })).filter(({ status }) => status === 200).length;
			await world.expect.poll(assigned).toBeGreaterThan(2);
			await api.session.request('POST', `/executions/${canceled}/stop`);
			const { status } = await api.executions.wait(canceled);
			world.expect(await assigned()).toBeLessThan(people.length);
			return [status, await send(people, RETRY)];
		},
	],
	[
		'a failed execution is retried from the list of executions',
		['error', 'success'],
		async (world) => {
			const { api, control } = world;
			await control.inject(REFUSED_ONCE);
			const workflowId = await invitationWorkflow(world, people, {});
			const { id, status } = await api.workflows.run(workflowId);
			await api.session.request('POST', `/executions/${id}/retry`, { loadWorkflow: true });
			const [retried] = await api.executions.list({ workflowId, mode: 'retry' });
			return [status, retried?.status];
		},
	],
];

describe.concurrent('everyone is assigned once and gets one email with the link', () => {
	it.for(HISTORIES)('if %s', async ([, ends, history], context) => {
		const world = await newWorld(context);
		const { api, assigned, expect, mailbox } = world;
		const send: Send = async (list, settings) =>
			(await api.workflows.run(await invitationWorkflow(world, list, settings))).status;
		expect(await history(world, send)).toEqual(ends);
		// No one is invited again.
		expect(await send(people, RETRY)).toBe('success');
		for (const email of people) {
			const texts = mailbox.to(email).map(({ text }) => text?.trim());
			expect(texts, email).toEqual([expect.stringMatching(/^http\S+$/)]);
			expect(await assigned(email), email).toHaveLength(1);
		}
		expect(new Set(people.flatMap((email) => mailbox.to(email).map(({ text }) => text))).size).toBe(people.length);
	});
});
