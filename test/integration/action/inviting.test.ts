import { createRunExecutionData } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import type { NodeUnderTest } from '../support/n8nContext.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA, SOMEBODY } from './invitations.ts';
import { actionNode, assessmentId, failureOf, seedAssessmentId } from './support.ts';

// Pacing and looking for what was lost would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => monotonicClock.now() } });
const { invitation, invite, addNora, sent, assignmentsOfNora, lose } = invitationsTo(service);

const email = (index: number) => ({ json: { email: `new-${index}@example.com`, identifier: '' } });
const identifier = (index: number) => ({ json: { email: '', identifier: `new-${index}` } });
const both = (index: number) => ({ json: { email: `new-${index}@example.com`, identifier: `new-${index}` } });
const people = (count: number, rowOf: (index: number) => ReturnType<typeof email>) =>
	Array.from({ length: count }, (_, index) => rowOf(index));

it.each([
	['1000 by address', people(1_000, email), 1_060],
	['200 by both', people(200, both), 215],
	['100 by address, then 100 by identifier', [...people(100, email), ...people(100, identifier)], 305],
	['200 by address and by identifier in turn', people(200, (index) => (index % 2 ? email : identifier)(index)), 320],
])('new people cost few requests more than one each: %s', { timeout: 300_000 }, async (what, items, most) => {
	const results = await invite(EACH, undefined, items);
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(items.length);
	const requests = (await service().requests()).length;
	console.log(`${what}, all new: ${requests} requests`);
	expect(requests).toBeLessThanOrEqual(most);
});

it('300 new people, each in an execution of their own, cost two requests each', { timeout: 300_000 }, async () => {
	await service().simulator.control.addUsers({ count: 5_000, status: 'NotStarted' });
	for (const item of people(300, email)) await invite(EACH, undefined, [item]);
	const requests = await service().requests();
	console.log(`300 new people in a loop: ${requests.length} requests`);
	expect(requests.length).toBeLessThanOrEqual(610);
	expect(await sent('/assignments')).toBe(0);
});

it('the rounds of a loop read the assignments once, and another execution reads them again', async () => {
	const readings = async () => await sent('/assignments');
	const execution = createRunExecutionData();
	const round = async (from: number, more: Partial<NodeUnderTest>) =>
		await execute(
			actionNode(service().credentials, 'assignment.create', await invitation(EACH), more),
			people(from + 25, email).slice(from),
		);
	await round(0, { execution });
	expect(await round(25, { execution })).toHaveLength(25);
	expect(await readings()).toBe(1);
	await round(50, {});
	expect(await readings()).toBe(2);
	expect(await sent('/assign')).toBe(75);
	expect(await sent('/score')).toBe(0);
});

it.each([0, 60_000])('a long run notices what another process assigns meanwhile, shown %i ms late', async (lateMs) => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	const running = invite(EACH, undefined, [
		...people(400, email),
		{ json: { email: NORA.emailAddress, identifier: '' } },
	]);
	// The run takes 80 seconds at 5 requests a second.
	await monotonicClock.sleep(40_000);
	expect(await sent('/assign')).toBeLessThan(300);
	const assignedAt = monotonicClock.now() - lateMs;
	const made = await control.assign({ userId, assessmentId: await seedAssessmentId(service().simulator), assignedAt });
	const results = await running;
	expect(results.at(-1)).toMatchObject({ alreadyAssigned: true, userAssessmentId: made.userAssessmentId });
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it("the node asks about everyone if it can't read the account's assignments", async () => {
	const fault: Fault = { kind: 'status', status: 500 };
	await service().simulator.control.inject({ match: { path: '/assignments' }, fault, times: 'always' });
	const results = await invite(EACH, undefined, people(30, email));
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(30);
	expect([await sent('/assignments'), await sent('/score'), await sent('/assign')]).toEqual([1, 30, 30]);
});

it.each([
	['hold it', 'start'],
	['finished it', 'finish'],
] as const)('300 people run again who %s', { timeout: 300_000 }, async (what, step) => {
	await invite(EACH, undefined, people(300, email));
	const { control } = service().simulator;
	for (const { email: address, assignments } of await control.users({ limit: 10_000 })) {
		if (address?.startsWith('new-') !== true) continue;
		for (const { userAssessmentId, userAssessmentStatus: status } of assignments) {
			if (status === 'NotStarted') await control[step]({ userAssessmentId });
		}
	}
	await monotonicClock.sleep(60 * 60_000);
	const before = (await service().requests()).length;
	const results = await invite(EACH, undefined, people(300, email));
	expect(results.every(({ alreadyAssigned }) => alreadyAssigned === true)).toBe(true);
	const requests = (await service().requests()).length - before;
	console.log(`300 people run again who ${what}: ${requests} requests`);
	expect(requests).toBeLessThanOrEqual(step === 'start' ? 610 : 310);
});

it.each([
	['by address', BY_EMAIL, 3],
	['by both', NORA, 4],
])('a new person %s costs few requests', async (what, names, most) => {
	await invite(names);
	const requests = (await service().requests()).length;
	console.log(`one new person ${what}: ${requests} requests`);
	expect(requests).toBe(most);
});

it.each<[string, Fault]>([
	['500', { kind: 'status', status: 500 }],
	['502', { kind: 'status', status: 502 }],
	['503', { kind: 'status', status: 503 }],
	['a broken connection', { kind: 'cut' }],
])('after %s the node looks for 12 seconds and sends the request again', async (_what, fault) => {
	await addNora();
	await lose(fault);
	const began = monotonicClock.now();
	const looked = async () =>
		(await service().simulator.control.requests({ endpoint: '/score' })).map(({ at }) => at - began);
	expect(await invite(BY_EMAIL)).toMatchObject([
		{ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) },
	]);
	expect((await looked()).slice(1).map((ms) => Math.round(ms / 1_000))).toEqual([0, 1, 4, 12]);
	expect(await sent('/assign')).toBe(2);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it.each<[string, Fault, times: number]>([
	['504', { kind: 'status', status: 504 }, 1],
	['408', { kind: 'status', status: 408 }, 1],
	['a web page', { kind: 'status', status: 200, body: '<html>' }, 1],
	['no answer in time', { kind: 'hang' }, 1],
	['503 twice', { kind: 'status', status: 503 }, 2],
])(
	'after %s the error says so, and for two minutes the node only looks, by whichever name',
	async (_what, fault, times) => {
		await addNora();
		await lose(fault, times);
		const failure = await failureOf(invite({ ...BY_EMAIL, options: { timeout: 1 } }, 'fail'));
		expect(failure.description).toMatch(/^The assignment may have been created anyway\. Wait two minutes/);
		expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent, because an earlier request/);
		expect(await sent('/assign')).toBe(times);
		await monotonicClock.sleep(120_000);
		expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: false }]);
		expect(await assignmentsOfNora()).toHaveLength(1);
	},
);

it('a person is invited to two assessments even if the service answers 503 to the second request', async () => {
	const ids = [await seedAssessmentId(service().simulator), await seedAssessmentId(service().simulator, 1)];
	await service().simulator.control.inject({
		match: { path: '/assign' },
		fault: { kind: 'status', status: 503 },
		skip: 1,
	});
	const rows = ids.map((id) => ({ json: { id } }));
	const results = await invite({ ...NORA, assessmentId: assessmentId('={{ $json.id }}') }, undefined, rows);
	expect(results).toMatchObject([{ alreadyAssigned: false }, { alreadyAssigned: false }]);
	expect(await sent('/assign')).toBe(3);
	expect(await assignmentsOfNora()).toHaveLength(2);
});

it.each(['/assessments', '/score', '/assignments'])(
	'an item fails and says that nothing has been assigned if reading %s fails first',
	async (path) => {
		const { control } = service().simulator;
		const { userId } = await addNora();
		await control.assign({ userId, assessmentId: await seedAssessmentId(service().simulator) });
		await control.inject({ match: { path }, fault: { kind: 'status', status: 403 }, times: 'always' });
		await monotonicClock.sleep(10_001);
		const failure = await failureOf(invite(BY_EMAIL));
		expect(failure.description).toMatch(/\. Nothing has been assigned to this person$/);
		expect(await sent('/assign')).toBe(0);
	},
);

it.each<[what: string, fault: Fault]>([
	['truncated', { kind: 'truncate' }],
	['500 after processing', { kind: 'status', status: 500, after: true }],
	['408 after processing, of a proxy', { kind: 'status', status: 408, after: true }],
	['a web page after processing', { kind: 'html' }],
])('the node finds what a request made if its answer is lost (%s)', async (_what, fault) => {
	await lose(fault);
	const [result] = await invite();
	const [made, ...more] = await assignmentsOfNora();
	expect(more).toEqual([]);
	expect(result).toMatchObject({ userAssessmentId: made?.userAssessmentId, alreadyAssigned: false });
	expect(result).toMatchObject({ signInUrl: expect.any(String), singleAssessmentSignInUrl: null });
});

it('the node looks for what a lost answer made even after another item has failed the run', async () => {
	const { control } = service().simulator;
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'status', status: 400 }, skip: 1 });
	await lose();
	await control.inject({ match: { path: '/score' }, fault: { kind: 'status', status: 503 }, skip: 2, times: 2 });
	const failure = await failureOf(invite(EACH, undefined, people(2, email)));
	expect(failure.description).toMatch(/^.*1 of 2 items were already processed/);
	expect(await sent('/create-sign-in-token')).toBe(1);
});

it("the node doesn't send again if an assignment shows up under a former name", async () => {
	await service().simulator.control.configure({ reportedNames: 'renamed' });
	await lose();
	expect((await failureOf(invite())).description).toMatch(/^The assignment may have been created anyway/);
	expect(await sent('/assign')).toBe(1);
});

it("the node doesn't send again if it can't read what a lost answer made", async () => {
	const { control } = service().simulator;
	await lose({ kind: 'cut' });
	const match = { path: '/score' };
	await control.inject({ match, fault: { kind: 'status', status: 403 }, skip: 2, times: 'always' });
	expect((await failureOf(invite())).description).toMatch(/^The assignment may have been created anyway/);
	await control.clearFaults();
	expect((await failureOf(invite())).message).toMatch(/^Nothing was sent, because an earlier request/);
	expect(await sent('/assign')).toBe(1);
});

it('the next run finds an assignment that was made long after the time-out', async () => {
	const { control } = service().simulator;
	await lose({ kind: 'hang' });
	await failureOf(invite({ ...NORA, options: { timeout: 1 } }));
	const { userId } = await addNora();
	const late = await control.assign({ userId, assessmentId: await seedAssessmentId(service().simulator) });
	await monotonicClock.sleep(10_001);
	expect(await invite()).toMatchObject([{ userAssessmentId: late.userAssessmentId, alreadyAssigned: true }]);
});

/** Begins to invite, waits until the request has come, and cancels. */
async function cancelled(endpoint: string, names = NORA) {
	await service().simulator.control.inject({ match: { path: endpoint }, fault: { kind: 'hang' } });
	const cancel = new AbortController();
	const node = actionNode(service().credentials, 'assignment.create', await invitation(names));
	const running = execute(node, [{ json: {} }], cancel.signal).catch((error: unknown) => error);
	await vi.waitFor(async () => expect(await sent(endpoint)).toBe(1));
	return { running, cancel };
}

it("the node doesn't repeat a request that was on its way when the execution was cancelled", async () => {
	await addNora();
	const { running, cancel } = await cancelled('/assign');
	cancel.abort();
	expect(await running).toMatchObject({ message: expect.stringMatching(/cancelled.*may still have gone through/) });
	expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent, because an earlier request/);
	expect(await sent('/assign')).toBe(1);
});

it('an execution reads for itself if the one that was reading is cancelled', async () => {
	const { running, cancel } = await cancelled('/assessments');
	const second = invite(SOMEBODY);
	cancel.abort();
	expect(await running).toBeInstanceOf(Error);
	expect(await second).toMatchObject([{ alreadyAssigned: false }]);
});
