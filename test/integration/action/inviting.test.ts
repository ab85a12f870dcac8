import { createRunExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { BY_EMAIL, BY_IDENTIFIER, DAY_MS, EACH, NORA, row, useInviting } from './invitations.ts';
import { assessmentId, textOf } from './support.ts';

const inviting = useInviting();
const { control, inject, invitation, invite, refusal, addNora, assign, count, lose, pass } = inviting;
const { assignmentsOfNora, inviteWithin } = inviting;

const WAIT = 'Wait two minutes and run this item again. The node first looks for what was created';

const email = (index: number) => row(`new-${index}@example.com`);
const identifier = (index: number) => row('', `new-${index}`);
const both = (index: number) => row(`new-${index}@example.com`, `new-${index}`);
const people = (number: number, rowOf = email) => Array.from({ length: number }, (_, index) => rowOf(index));

it.each<[what: string, items: ReturnType<typeof people>, most: number, others?: number]>([
	['1 by email address', people(1), 3],
	['1 by both email address and identifier', people(1, both), 4],
	['25 by email address', people(25), 28],
	// The list of assignments is too long to be read for so few. test/unit/api/readList.test.ts shows that reading stops early.
	['25 by email address, in a large account', people(25), 52, 10_000],
	['200 by both email address and identifier', people(200, both), 215],
	['200 by email address or identifier in turn', people(200, (index) => (index % 2 ? email : identifier)(index)), 215],
])('inviting new people takes few requests: %s', async (_what, items, most, others = 0) => {
	if (others > 0) await control().addUsers({ count: others, status: 'NotStarted' });
	const results = await invite(EACH, undefined, items);
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(items.length);
	expect(await count()).toBeLessThanOrEqual(most);
});

it('inviting 100 new people in separate executions costs two requests each', async () => {
	await control().addUsers({ count: 5_000, status: 'NotStarted' });
	for (const item of people(100)) await invite(EACH, undefined, [item]);
	expect(await count()).toBeLessThanOrEqual(210);
	expect(await count('/assignments')).toBe(0);
});

it.each([
	['have an open assignment', false, 620],
	['have finished the assessment', true, 310],
])('inviting 300 people who %s takes few requests', async (_what, haveFinished, most) => {
	const invited = await invite(EACH, undefined, people(300));
	for (const { userAssessmentId } of haveFinished ? invited : [])
		await control().finish({ userAssessmentId: textOf(userAssessmentId) });
	await pass(60 * 60_000);
	const before = await count();
	const results = await invite(EACH, undefined, people(300));
	expect(results.every(({ alreadyAssigned }) => alreadyAssigned === true)).toBe(true);
	expect((await count()) - before).toBeLessThanOrEqual(most);
});

it('an execution reads all assignments once for all rounds of a loop, and then only what was added', async () => {
	const execution = createRunExecutionData();
	const round = async (from: number, of = execution) => {
		const node = inviting.node('assignment.create', await invitation(EACH), { execution: of });
		return await execute(node, people(from + 100).slice(from));
	};
	const wholeReadings = async () =>
		(await inviting.requests('/assignments')).filter(({ body }) => JSON.stringify(body).includes('2000-01-01')).length;
	await round(0);
	expect(await round(100)).toHaveLength(100);
	expect(await wholeReadings()).toBe(1);
	await round(200, createRunExecutionData());
	expect([await wholeReadings(), await count('/assign'), await count('/score')]).toEqual([2, 300, 0]);
});

it.each([
	[40, 400, 0],
	[40, 400, 60],
	[3, 100, 0],
	[12, 100, 0],
	[3, 60, 0, 9_000],
])("another process's assignment at second %i of %i rows, %i s late, counts", async (second, rows, lateS, more = 0) => {
	const [completedFrom, completedTo] = [monotonicClock.now() + DAY_MS, monotonicClock.now() + DAY_MS];
	if (more > 0) await control().addUsers({ count: more, status: 'NotStarted', completedFrom, completedTo });
	const { userId } = await addNora();
	// The execution sends 5 requests per second.
	const running = invite(EACH, undefined, [...people(rows), row(NORA.emailAddress)]);
	await pass(second * 1_000);
	expect(await count('/assign')).toBeLessThan(0.75 * rows);
	const { userAssessmentId } = await assign(userId, { assignedAt: monotonicClock.now() - lateS * 1_000 });
	expect((await running).at(-1)).toMatchObject({ alreadyAssigned: true, userAssessmentId });
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it.each([
	[8_000, 1, 5],
	[12_000, 'always', 10],
] as const)('what another process assigns while a list arrives for %i ms counts', async (ms, times, most) => {
	const { userId } = await addNora();
	await control().configure({ latencySplit: 'even' });
	await inject({ kind: 'latency', minMs: ms, maxMs: ms }, '/assignments', { times });
	const running = invite(EACH, undefined, [...people(35), row(NORA.emailAddress), ...people(120).slice(35)]);
	await pass(6_000);
	const { userAssessmentId } = await assign(userId);
	expect((await running)[35]).toMatchObject({ alreadyAssigned: true, userAssessmentId });
	expect(await count('/assignments')).toBeLessThanOrEqual(most);
});

it("a list of assignments that once took too long to read isn't used, even if another reading succeeds", async () => {
	const { userId } = await addNora();
	await inject({ kind: 'hang' }, '/assignments');
	// Without the list, these keep the execution going, so another item asks for it while it's still being read.
	const again = ({ json }: ReturnType<typeof row>, index: number) => ({
		json: { ...json, again: index > 0 && index < 80 },
	});
	const ifAlreadyAssigned = "={{ $json.again ? 'assignAgain' : 'returnExisting' }}";
	const items = [...people(420).map(again), row(NORA.emailAddress)];
	const running = inviting.runJson('assignment.create', { ...(await invitation(EACH)), ifAlreadyAssigned }, items);
	await pass(75_000);
	const { userAssessmentId } = await assign(userId);
	expect((await running).at(-1)).toMatchObject({ alreadyAssigned: true, userAssessmentId });
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it.each([
	["can't read the account's assignments", 120, { times: 'always' }, 120, 248],
	["once can't read what was added to them", 260, { skip: 1 }, 1, 320],
] as const)('if the node %s, it looks up each person until it can', async (_what, number, when, looked, most) => {
	await inject({ kind: 'status', status: 503 }, '/assignments', when);
	const { userId } = await control().addUser({ email: NORA.emailAddress });
	await control().finish(await assign(userId, { assignedAt: monotonicClock.now() - DAY_MS }));
	await assign((await control().addUser({})).userId);
	const results = await invite(EACH, undefined, [...people(number), row(NORA.emailAddress, 'new')]);
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(number);
	expect(await count('/score')).toBeGreaterThanOrEqual(looked);
	// The node reads again only every ten seconds.
	expect(await count()).toBeLessThanOrEqual(most);
});

it('a list that takes longer than a time limit gets further with each run, and no link is lost', async () => {
	const rows = people(120);
	expect(await inviteWithin(15_000, EACH, rows)).toBeUndefined();
	await pass(60_000);
	const output = (await inviteWithin(15_000, EACH, rows)) ?? (await inviteWithin(15_000, EACH, rows));
	expect(output?.map(({ email: to }) => to)).toEqual(rows.map(({ json }) => json.email));
	for (const one of output ?? [])
		expect(one).toMatchObject({ alreadyAssigned: false, singleAssessmentSignInUrl: expect.stringMatching(/^http/) });
	expect(new Set(output?.map((one) => one.singleAssessmentSignInUrl)).size).toBe(120);
	expect([await count('/assign'), await count('/score'), await count('/create-sign-in-token')]).toEqual([120, 0, 0]);
});

it.each([
	['one reading shows who has finished or was deleted, and only who has begun is also looked up', undefined, 3],
	['each person is looked up', { kind: 'status', status: 503 } as const, 25],
])('of many links that were never output, %s', async (_how, fault, looked) => {
	const rows = people(25);
	expect(await inviteWithin(4_500, EACH, rows)).toBeUndefined();
	const [finished, deleted, begun, ...others] = (await control().users({ limit: 1_000 }))
		.filter(({ email: of = '' }) => of.startsWith('new-'))
		.map(({ userId, assignments: [assigned] }) => ({ userId, userAssessmentId: assigned?.userAssessmentId ?? '' }));
	expect(others.length).toBeGreaterThan(15);
	await pass(23 * 60 * 60_000);
	await refusal(EACH, undefined, [...rows, row('admin@example.com')]);
	await control().finish({ userAssessmentId: finished?.userAssessmentId ?? '' });
	await control().start({ userAssessmentId: begun?.userAssessmentId ?? '' });
	await control().deleteAssignment({ userAssessmentId: deleted?.userAssessmentId ?? '' });
	if (fault !== undefined) await inject(fault, '/assignments', { times: 'always' });
	await pass(10_001);
	const before = await count('/score');
	const output = await invite(EACH, undefined, rows);
	const of = (id?: string) => output.find(({ userAssessmentId }) => userAssessmentId === id);
	expect(of(finished?.userAssessmentId)).toMatchObject({ alreadyAssigned: true, singleAssessmentSignInUrl: null });
	// The list also shows an assignment under review as in progress.
	expect(of(begun?.userAssessmentId)).toMatchObject({ alreadyAssigned: false, status: 'InProgress' });
	for (const { userAssessmentId } of others) {
		expect(of(userAssessmentId)).toMatchObject({ alreadyAssigned: false, status: 'NotStarted', signInUrl: null });
		expect(of(userAssessmentId)?.singleAssessmentSignInUrl).toMatch(/^http/);
	}
	expect(of(deleted?.userAssessmentId)).toBeUndefined();
	expect(output.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(24);
	expect((await count('/score')) - before).toBe(looked);
	expect(await count('/create-sign-in-token')).toBe(0);
});

it('a link that was never output goes to one of two executions, even if they name the person in different ways', async () => {
	for (const { json } of people(25, both))
		await control().addUser({ email: json.email, uniqueIdentifier: json.identifier });
	expect(await inviteWithin(4_500, EACH, people(25))).toBeUndefined();
	await pass(60_000);
	// While the first one waits for this list, the other one outputs the links.
	await inject({ kind: 'latency', minMs: 20_000, maxMs: 20_000 }, '/assignments');
	const executions = [invite(EACH, undefined, people(25)), invite(EACH, undefined, people(25, identifier))];
	const asNew = (await Promise.all(executions)).flat().filter(({ alreadyAssigned }) => alreadyAssigned === false);
	expect(new Set(asNew.map(({ userAssessmentId }) => userAssessmentId)).size).toBe(asNew.length);
	expect([asNew.length, await count('/assign')]).toEqual([25, 25]);
});

it("a link that was never output isn't returned to someone else", async () => {
	await control().addUser({ email: 'other@example.com', uniqueIdentifier: 'other' });
	expect(await inviteWithin(4_500, EACH, people(25))).toBeUndefined();
	const { message } = await refusal(EACH, undefined, [row('new-0@example.com', 'other'), ...people(25).slice(1)]);
	expect(message).toMatch(/^The email address 'new-0@example.com' belongs to /);
});

it.each<Fault>([{ kind: 'status', status: 500 }, { kind: 'cut' }])(
	'after %j, the node looks for the assignment for 12 seconds and then retries the request',
	async (fault) => {
		const { userId } = await addNora();
		await control().finish({ userAssessmentId: (await assign(userId)).userAssessmentId });
		// It shows up only while the node looks, but the request can't have made it.
		await inject({ kind: 'json', json: { userId, scoreReports: [] } }, '/score', { times: 3 });
		await lose(fault);
		const began = monotonicClock.now();
		const link: unknown = expect.any(String);
		expect(await invite(BY_EMAIL)).toMatchObject([{ alreadyAssigned: false, singleAssessmentSignInUrl: link }]);
		const looked = (await inviting.requests('/score')).map(({ at }) => Math.round((at - began) / 1_000));
		expect(looked.slice(1)).toEqual([0, 1, 4, 12]);
		expect(await count('/assign')).toBe(2);
		expect(await assignmentsOfNora()).toHaveLength(2);
	},
);

it("is what the person had before, after a lost response to 'Assign Again'", async () => {
	const { userId } = await addNora();
	const { userAssessmentId } = await assign(userId);
	await pass(9_000);
	await lose({ kind: 'cut' });
	await refusal(BY_EMAIL, 'assignAgain');
	await pass(130_000);
	expect(await invite(BY_EMAIL)).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
});

it.each<[fault: Fault, times: number, policy: 'returnExisting' | 'fail' | 'assignAgain', advice?: RegExp]>([
	[{ kind: 'status', status: 504 }, 1, 'fail'],
	[{ kind: 'status', status: 408 }, 1, 'fail'],
	[{ kind: 'status', status: 200, body: '<html>' }, 1, 'fail'],
	[{ kind: 'hang' }, 1, 'returnExisting'],
	[{ kind: 'status', status: 503 }, 2, 'fail'],
	[{ kind: 'cut' }, 1, 'assignAgain', /^Wait two minutes, .* new open .* earlier one, .* 'Assign Again'/],
])('after %j (%i times) with %s, the node only looks for two minutes', async (fault, times, policy, advice) => {
	await addNora();
	await lose(fault, times);
	const failure = await refusal(BY_EMAIL, policy);
	expect(failure.message).toMatch(/\. The request may still have gone through$/);
	expect(failure.description).toMatch(advice ?? new RegExp(`^${WAIT}$`));
	for (const [nth, next] of ['returnExisting', 'skip', 'fail'].entries()) {
		const person = { ...BY_IDENTIFIER, assessmentId: assessmentId(await inviting.assessmentId(nth % 2)) };
		expect((await refusal(person, next)).message).toMatch(/^Nothing was sent, because it's unclear/);
		await pass(next === 'fail' ? 20_000 : 50_000);
	}
	expect(await count('/assign')).toBe(times);
	expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it("a request isn't sent again after a 503 if the last look for its assignment fails", async () => {
	await lose({ kind: 'status', status: 503 });
	// The third look takes until after the last one is due.
	await inject({ kind: 'latency', minMs: 9_000, maxMs: 9_000 }, '/score', { skip: 3 });
	await inject({ kind: 'status', status: 403 }, '/score', { skip: 4 });
	expect((await refusal(BY_EMAIL)).description).toBe(WAIT);
	expect(await count('/assign')).toBe(1);
	expect(await invite(BY_EMAIL, 'assignAgain')).toMatchObject([{ alreadyAssigned: false }]);
});

it("a request that's refused when it's retried after a brief outage isn't in doubt", async () => {
	await inject({ kind: 'status', status: 400 }, '/assign', { skip: 1 });
	await lose({ kind: 'status', status: 503 });
	expect(await refusal(BY_EMAIL)).toMatchObject({ httpCode: '400' });
	expect(await invite(BY_EMAIL)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await count('/assign')).toBe(3);
});

it.each([
	['late, by a clock that is ahead', 90_000, 10_000],
	['at once, by a clock that is behind', -9_000, 23 * 60 * 60_000],
])('after a timeout, the next run, and no other, returns as new what the service made %s', async (_when, ms, later) => {
	await lose({ kind: 'hang' });
	await inject({ kind: 'hang' }, '/score', { skip: 2 });
	const began = monotonicClock.now();
	expect((await refusal()).description).toBe(WAIT);
	// POST /assign takes its timeout of a minute. Then the node looks for the assignment for 22 seconds.
	expect(Math.round((monotonicClock.now() - began) / 1_000)).toBe(82);
	const { userAssessmentId } = await assign((await addNora()).userId, { assignedAt: began + ms });
	// The service can show it late.
	await pass(later);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false, notInvitedBecause: null, userAssessmentId }]);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
});

it.each([
	['later', 0, 15_000],
	['to another assessment', 1, 0],
])("an assignment that another process made %s doesn't come from a request in doubt", async (_when, index, laterMs) => {
	const { userId } = await addNora();
	const inDoubt = { ...NORA, assessmentId: assessmentId(await inviting.assessmentId(index)) };
	await lose({ kind: 'status', status: 504 });
	expect((await refusal(inDoubt)).description).toBe(WAIT);
	await pass(laterMs);
	const { userAssessmentId } = await assign(userId);
	await pass(130_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
	expect((await invite(inDoubt))[0]?.userAssessmentId === userAssessmentId).toBe(index === 0);
});

it('a person who was read minutes before their turn, and assigned meanwhile, is assigned once', async () => {
	await addNora();
	await control().configure({ latencySplit: 'even' });
	await inject({ kind: 'latency', minMs: 20_000, maxMs: 20_000 }, '/score');
	const readBefore = invite(BY_IDENTIFIER);
	await pass(12_000);
	// The second row's link takes minutes.
	await inject({ kind: 'status', status: 429, headers: { 'Retry-After': '130' } }, '/create-sign-in-token');
	const results = [...(await invite(BY_EMAIL, undefined, [{ json: {} }, { json: {} }])), ...(await readBefore)];
	expect(results.map(({ alreadyAssigned }) => alreadyAssigned)).toEqual([false, true, true]);
	expect(await count('/assign')).toBe(1);
});

it('a person is invited to two assessments even if the service responds with 503 to the second request', async () => {
	await inject({ kind: 'status', status: 503 }, '/assign', { skip: 1 });
	const rows = [0, 1].map(async (index) => ({ json: { id: await inviting.assessmentId(index) } }));
	const each = { ...NORA, assessmentId: assessmentId('={{ $json.id }}') };
	const results = await invite(each, undefined, await Promise.all(rows));
	expect(results).toMatchObject([{ alreadyAssigned: false }, { alreadyAssigned: false }]);
	expect(await assignmentsOfNora()).toHaveLength(2);
});

it('a person is invited after a 503 even if the service goes away and comes back while the node looks for the assignment', async () => {
	await lose({ kind: 'status', status: 503 });
	await inject({ kind: 'status', status: 503 }, '/score', { skip: 1, times: 3 });
	// Other requests find out whether the service is away.
	await inject({ kind: 'status', status: 503 }, '/assessments', { skip: 1 });
	expect(await invite(BY_EMAIL)).toMatchObject([{ alreadyAssigned: false }]);
});

it('a person is invited in spite of a 503 even while other executions have many requests in the queue', async () => {
	await inject({ kind: 'status', status: 503 }, '/assign', { skip: 8 });
	const lists = [0, 1, 2, 3, 4].map((list) => people(20, (index) => row(`${list}-${index}@example.com`)));
	const results = await Promise.all(lists.map(async (list) => await invite(EACH, undefined, list)));
	expect(results.flat().filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(100);
});

it.each(['/score', '/assignments', '/assessments'])('nothing is assigned if reading %s fails', async (path) => {
	await assign((await addNora()).userId);
	await inject({ kind: 'status', status: 403 }, path, { times: 'always' });
	await pass(10_001);
	expect((await refusal(BY_EMAIL)).description).toMatch(/\. Nothing was assigned( to this person)?$/);
	expect(await count('/assign')).toBe(0);
});

it('after a lost response, the node looks for the new assignment even if another item has failed', async () => {
	await inject({ kind: 'status', status: 400 }, '/assign', { skip: 1 });
	await lose();
	await inject({ kind: 'status', status: 503 }, '/score', { skip: 2, times: 2 });
	expect((await refusal(EACH, undefined, people(2))).description).toMatch(
		/^.*1 of 2 items was already processed\. To get the links /,
	);
	expect(await count('/create-sign-in-token')).toBe(1);
});

it("the node doesn't retry if the assignment shows up under a former name", async () => {
	await control().configure({ reportedNames: 'renamed' });
	await lose();
	expect((await refusal()).description).toMatch(/ a different name, .* look at it with Score: Get Many for User/);
	expect(await count('/assign')).toBe(1);
});

it('an assignment whose request was on its way when the execution was canceled is returned as new by one other', async () => {
	await addNora();
	for (const ms of [20_000, 50_000, 59_000]) await inject({ kind: 'latency', minMs: ms, maxMs: ms }, '/assign');
	const cancel = new AbortController();
	const node = inviting.node('assignment.create', await invitation(EACH));
	const canceled = execute(node, [row(NORA.emailAddress), row('second@example.com')], cancel.signal);
	await pass(10_000);
	cancel.abort();
	const next = invite(EACH, 'fail', [row('', 'nora'), row('third@example.com')]);
	// The canceled execution ends before the next one.
	await canceled;
	expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: true, singleAssessmentSignInUrl: null }]);
	const link: unknown = expect.any(String);
	const expected = { alreadyAssigned: false, status: 'NotStarted', singleAssessmentSignInUrl: link, signInUrl: link };
	expect((await next)[0]).toMatchObject(expected);
	expect(await count('/assign')).toBe(3);
});
