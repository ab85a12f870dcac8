import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { execute } from '../support/n8nContext.ts';
import { refusal } from '../support/simulator.ts';
import { DAY_MS, EACH, NORA, row, useInviting } from './invitations.ts';
import { byIdentifier, failureOf, textOf } from './support.ts';

// What an outage of the service, or a limit that others use up, costs a list of people.

const inviting = useInviting();
const { control, inject, invitation, addNora, assign, count, lose, pass } = inviting;

const rows = (number: number) => Array.from({ length: number }, (_, index) => row(`new-${index}@example.com`));

const CONTINUE = { settings: { onError: 'continueRegularOutput' as const } };

const inviteAnyway = async (items: INodeExecutionData[], options: INodeParameters = {}) =>
	await inviting.inviteAnyway({ ...EACH, options }, items);

const WRONG = "Something went wrong on the service's side";

describe('30 rows of which each becomes an error item', () => {
	it.each([
		[`${WRONG} (GET /assessments, status 503, 3 tries)`, { kind: 'status', status: 503 }],
		["The service didn't answer in time (GET /assessments, 3 tries)", { kind: 'hang' }],
	] as const)('ask the service only a few times, and say once what they have in common: %s', async (message, fault) => {
		await inject(fault, undefined, { times: 'always' });
		const output = await inviteAnyway(rows(30), { timeout: 1 });
		expect(new Set(output.map((json) => json.error)).size).toBe(1);
		expect(textOf(output[0]?.error).startsWith(message)).toBe(true);
		expect(await count()).toBeLessThanOrEqual(15);
		const failure = await inviting.refusal({ ...EACH, options: { timeout: 1 } }, undefined, rows(30));
		// A list that begins while the service is away learns it from one more request.
		const reason = 'status' in fault ? ', status 503' : '';
		expect(failure.message).toBe(`The service is unavailable, so the request wasn't sent (GET /assessments${reason})`);
		expect(await count()).toBeLessThanOrEqual(16);
		expect(failure.description).toMatch(/^Try again later.*\. Nothing was assigned$/);
	});

	it('ask a service whose list of assignments is away only a few times for it', async () => {
		for (const { json } of rows(12)) {
			const { userId } = await control().addUser({ email: json.email });
			// The node has to ask when an assignment of this age expires.
			await assign(userId, { assignedAt: monotonicClock.now() - 10 * DAY_MS });
		}
		await inject({ kind: 'status', status: 500 }, '/assignments', { times: 'always' });
		const output = await inviteAnyway(rows(30));
		expect(output.filter(({ error }) => error !== undefined)).toHaveLength(12);
		expect(output.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(18);
		expect(await count('/assignments')).toBeLessThanOrEqual(10);
	});
});

it('an endpoint that fails alone fails nothing else, even if it is the one that finds out whether the service is back', async () => {
	await addNora();
	await inject({ kind: 'status', status: 503 }, '/create-sign-in-token', { times: 'always' });
	await execute(inviting.node('signInLink.create', { user: byIdentifier('nora') }, CONTINUE), rows(99));
	const score = inviting.node('score.get', { user: byIdentifier('nora'), output: 'users' });
	await execute(score);
	await inject({ kind: 'status', status: 503 }, '/assessments', { times: 'always' });
	const inviteRows = inviteAnyway(rows(5));
	await pass(5_000);
	expect((await execute(score))[0]?.json).toMatchObject({ email: NORA.emailAddress });
	expect((await inviteRows).filter(({ error }) => error !== undefined)).toHaveLength(5);
});

it("a failed item's error is shown immediately, even if the others wait ten minutes for the limit", async () => {
	await inject(refusal('600'), '/assign');
	const failure = await inviting.refusal(EACH, 'assignAgain', rows(20).with(1, row('admin@example.com')));
	expect(failure.message).toMatch(/couldn't process the request.*\[item 2/);
	expect((await inviting.requests('/assign')).filter(({ status }) => status === 200).length).toBeLessThan(4);
});

const OTHERS_WAIT = { maxRateLimitWait: 3_600, timeout: 3_600 };

/** The row's own 'Max Rate Limit Wait' is in the row. */
const OWN_WAIT = { options: { maxRateLimitWait: '={{ $json.wait }}' } };

const waiting = (number: number, wait: number) => rows(number).map(({ json }) => ({ json: { ...json, wait } }));

it.each([
	['the list of assessments', '/assessments', 1, 'returnExisting'],
	["the people's locks", '/assign', 8, 'assignAgain'],
])('items and executions end with their own limits while others hold %s', async (_what, path, others, policy) => {
	await inject(refusal('600'), path, { times: 'always' });
	const parameters = { ...(await invitation(EACH, policy)), ...OWN_WAIT };
	void execute(inviting.node('assignment.create', { ...parameters, options: OTHERS_WAIT }, CONTINUE), rows(others));
	await pass(5_000);
	const began = monotonicClock.now();
	const end = async (running: Promise<unknown>) => {
		await running.catch(() => undefined);
		return Math.round((monotonicClock.now() - began) / 1_000);
	};
	const cancel = new AbortController();
	const patient = inviting.node('assignment.create', parameters);
	const items = execute(inviting.node('assignment.create', parameters, CONTINUE), waiting(3, 2));
	const failing = failureOf(execute(patient, [...waiting(1, 3), ...waiting(3, 1_800).slice(1)]));
	const canceled = execute(patient, waiting(3, 1_800), cancel.signal);
	const ends = Promise.all([items, failing, canceled].map(end));
	await pass(4_000);
	cancel.abort();
	// A request can wait a second for its turn.
	const [ofItems = 0, ofFailing = 0, ofCanceled = 0] = await ends;
	expect([ofItems - 2, ofFailing - 3, ofCanceled - 4].filter((late) => late < 0 || late > 1)).toEqual([]);
	for (const error of (await items).map(({ json }) => textOf(json.error))) {
		expect(error).toMatch(/The request waited 2 s and wasn't sent\. Try again later, or increase 'Max Rate Limit Wait/);
		expect(error).toContain(`${path})`);
		// The one that a row waits for may assign the assessment to the same person.
		expect(error.includes('Nothing was assigned')).toBe(!error.includes('(POST /assign)'));
	}
	expect((await failing).message).toMatch(/ \[item 1, new-0@example\.com\]$/);
	await control().clearFaults();
	await pass(3_600_000);
	// An item that has given up isn't assigned later.
	const assigned = (await inviting.requests('/assign')).filter(({ processed }) => processed);
	expect(assigned.length).toBeLessThanOrEqual(8);
});

it('after a lost response, an execution that has failed ends within seconds, even if the limit is used up', async () => {
	await addNora();
	await lose({ kind: 'cut' });
	await inject({ kind: 'status', status: 400 }, '/assign');
	const node = inviting.node('assignment.create', await invitation(EACH));
	const running = failureOf(execute(node, [row(NORA.emailAddress), row('other@example.com')]));
	await pass(1_000);
	await inject(refusal('600'), undefined, { times: 'always' });
	const began = monotonicClock.now();
	expect((await running).message).toMatch(/^The service rejected the request as invalid/);
	expect(monotonicClock.now() - began).toBeLessThanOrEqual(13_000);
});
