import { describe, it } from 'vitest';
import type { TestContext } from 'vitest';

import { chain, startNode } from '../../playground/workflows/build.ts';
import { fillIn } from '../../playground/workflows/examples.ts';
import { fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
import { quickStartNodes } from './examples/scenarios/quickStart.ts';
import { useWorlds } from './examples/support/world.ts';

// What n8n or a person repeats: failed nodes, failed executions, and workflows after a canceled execution.

const newWorld = useWorlds();

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0, onError: 'stopWorkflow' } as const;
const CONTINUE = { onError: 'continueErrorOutput' } as const;

const people = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
/** The people, with a row that the service or the node refuses. */
const listWith = (row: string, place: number) => people.toSpliced(place, 0, row);
const ADMINISTRATOR = 'admin@example.com';

/** A world in which the README's quick start invites a list, without its form and with other settings of its invite node. */
async function newList(context: TestContext) {
	const world = await newWorld(context);
	const { api, assigned, control, credentials, expect, mailbox } = world;

	/** @param limit in seconds for each execution. With a limit, nothing is emailed. */
	async function create(list: readonly string[], settings: object = {}, limit?: number): Promise<string> {
		const [, , invite, ...emails] = quickStartNodes();
		const rows = list.map((email) => ({ Email: email, 'First Name': 'Ann', 'Last Name': 'Lee' }));
		const source = [startNode, fieldsNode('List', { rows }), splitNode('Rows', 'rows')];
		const then = limit === undefined ? emails : [];
		const workflow = fillIn(chain('Invite', [...source, { ...invite, ...RETRY, ...settings }, ...then]), credentials);
		const executionTimeout = limit ?? -1;
		return (await api.workflows.create({ ...workflow, settings: { ...workflow.settings, executionTimeout } })).id;
	}

	const send = async (list: readonly string[], settings?: object) =>
		(await api.workflows.run(await create(list, settings))).status;

	/** Sends a good list twice, and expects that everyone got one email with a link, and no one is invited again. */
	async function expectOneEmailEach(list = people): Promise<void> {
		for (const time of [1, 2]) expect(await send(list), `${time}`).toBe('success');
		const texts = list.flatMap((email) => mailbox.to(email).map(({ text }) => text));
		expect(texts).toEqual(list.map((): unknown => expect.stringMatching(/^Hi Ann, .+: http\S+\s*$/)));
		expect(new Set(texts).size).toBe(list.length);
		for (const email of list) expect(await assigned(email), email).toHaveLength(1);
	}

	/** How many requests to assign the service has carried out so far. */
	const invited = async () =>
		(await control.requests({ endpoint: '/assign' })).filter(({ processed }) => processed).length;

	return { ...world, create, send, expectOneEmailEach, invited };
}

describe.concurrent('everyone is assigned once and gets one email with the link', () => {
	it.for([
		['a refused row stops each try, and the list is corrected', listWith(ADMINISTRATOR, 6), {}, 'error'],
		['the first row can’t be used, and the others continue', listWith('', 0), CONTINUE, 'success'],
		['the first row is refused, and the others continue', listWith(ADMINISTRATOR, 0), CONTINUE, 'success'],
	] as const)('if %s', async ([, list, settings, status], context) => {
		const { expect, expectOneEmailEach, send } = await newList(context);
		expect(await send(list, settings)).toBe(status);
		await expectOneEmailEach();
	});

	it('if an execution is canceled, and the workflow runs again', async (context) => {
		const { api, control, create, expect, expectOneEmailEach, invited } = await newList(context);
		// A busy machine needs seconds to cancel.
		await control.configure({ latency: { minMs: 3_000, maxMs: 4_000 } });
		const id = await api.workflows.begin(await create(people));
		await expect.poll(invited).toBeGreaterThan(2);
		await api.session.request('POST', `/executions/${id}/stop`);
		expect((await api.executions.wait(id)).status).toBe('canceled');
		expect(await invited()).toBeLessThan(people.length);
		await control.configure({ latency: null });
		await expectOneEmailEach();
	});

	it('if a list takes longer than the time limit: each run gets further, and the third one outputs all links', async (context) => {
		const { api, assigned, create, expect } = await newList(context);
		const all = Array.from({ length: 120 }, (_, index) => `pupil${index}@example.com`);
		const id = await create(all, {}, 15);
		const statuses: string[] = [];
		for (let last = ''; last !== 'success' && statuses.length < 3; statuses.push(last)) {
			const execution = await api.workflows.run(id);
			last = execution.status;
			if (last !== 'success') continue;
			const links = execution.items('Invite').map(({ json }) => json.singleAssessmentSignInUrl);
			expect(new Set(links.filter((link) => typeof link === 'string')).size).toBe(all.length);
		}
		expect([statuses[0], statuses.at(-1)]).toEqual(['canceled', 'success']);
		for (const email of all) expect(await assigned(email), email).toHaveLength(1);
	});

	it('if a failed execution is retried from the list of executions', async (context) => {
		const { api, control, create, expect, expectOneEmailEach } = await newList(context);
		await control.inject({ match: { path: '/assign' }, fault: { kind: 'status', status: 409 }, skip: 5 });
		const workflowId = await create(people, { retryOnFail: false });
		const { id, status } = await api.workflows.run(workflowId);
		expect(status).toBe('error');
		await api.session.request('POST', `/executions/${id}/retry`, { loadWorkflow: true });
		expect(await api.executions.list({ workflowId, mode: 'retry' })).toMatchObject([{ status: 'success' }]);
		await expectOneEmailEach();
	});
});
