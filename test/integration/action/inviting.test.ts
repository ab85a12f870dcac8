import { expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA, SOMEBODY } from './invitations.ts';
import { actionNode, failureOf, seedAssessmentId } from './support.ts';

// Pacing and looking for what was lost would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => systemClock.now() } });
const { invitation, invite, addNora, sent, assignmentsOfNora, lose } = invitationsTo(service);

const email = (index: number) => ({ json: { email: `new-${index}@example.com`, identifier: '' } });
const identifier = (index: number) => ({ json: { email: '', identifier: `new-${index}` } });
const both = (index: number) => ({ json: { email: `new-${index}@example.com`, identifier: `new-${index}` } });
const people = (count: number, rowOf: (index: number) => ReturnType<typeof email>) =>
	Array.from({ length: count }, (_, index) => rowOf(index));

it.each([
	['1000 by address', people(1_000, email), 1_060],
	['200 by both', people(200, both), 215],
	['100 by address, then 100 by identifier', [...people(100, email), ...people(100, identifier)], 260],
	['200 by address and by identifier in turn', people(200, (index) => (index % 2 ? email : identifier)(index)), 320],
])('new people cost few requests more than one each: %s', { timeout: 300_000 }, async (what, items, most) => {
	const results = await invite(EACH, undefined, items);
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(items.length);
	const requests = (await service().requests()).length;
	console.log(`${what}, all new: ${requests} requests`);
	expect(requests).toBeLessThanOrEqual(most);
});

it('300 new people, each in an execution of their own, cost 345 requests at most', { timeout: 300_000 }, async () => {
	await service().simulator.control.addUsers({ count: 5_000, status: 'NotStarted' });
	for (const item of people(300, email)) await invite(EACH, undefined, [item]);
	const requests = await service().requests();
	console.log(`300 new people in a loop: ${requests.length} requests`);
	expect(requests.length).toBeLessThanOrEqual(345);
	const whole = async () =>
		(await service().requests()).filter(({ body }) => JSON.stringify(body ?? '').includes('2000-01-01'));
	expect(await whole()).toHaveLength(1);
	// After an hour everything is read once more, to forget what is finished.
	await systemClock.sleep(60 * 60_000);
	await invite(SOMEBODY);
	expect(await whole()).toHaveLength(2);
});

it.each<[string, Fault]>([
	['500', { kind: 'status', status: 500 }],
	['502', { kind: 'status', status: 502 }],
	['503', { kind: 'status', status: 503 }],
	['a broken connection', { kind: 'cut' }],
])('after %s it looks for 12 seconds and sends once more', async (_what, fault) => {
	await addNora();
	await lose(fault);
	const began = systemClock.now();
	const looked = async () =>
		(await service().simulator.control.requests({ endpoint: '/assignments' })).map(({ at }) => at - began);
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
])('after %s it says so, and for two minutes it only looks, whoever is named how', async (_what, fault, times) => {
	await addNora();
	await lose(fault, times);
	const failure = await failureOf(invite({ ...BY_EMAIL, options: { timeout: 1 } }, 'fail'));
	expect(failure.description).toMatch(/may have been processed all the same, .* Run the item again in two minutes/);
	expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent: an earlier request/);
	expect(await sent('/assign')).toBe(times);
	await systemClock.sleep(120_000);
	expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it.each<[what: string, fault: Fault]>([
	['truncated', { kind: 'truncate' }],
	['500 after processing', { kind: 'status', status: 500, after: true }],
	['408 after processing, of a proxy', { kind: 'status', status: 408, after: true }],
	['a web page after processing', { kind: 'html' }],
])('an answer that is lost (%s) is made good by what is found', async (_what, fault) => {
	await lose(fault);
	const [result] = await invite();
	const [made, ...more] = await assignmentsOfNora();
	expect(more).toEqual([]);
	expect(result).toMatchObject({ userAssessmentId: made?.userAssessmentId, alreadyAssigned: false });
});

it('what shows up under a former name is not sent again', async () => {
	await service().simulator.control.configure({ reportedNames: 'renamed' });
	await lose();
	expect((await failureOf(invite())).description).toMatch(/nothing of it has shown up so far/);
	expect(await sent('/assign')).toBe(1);
});

it('where nothing can be read it says that it is in doubt, and sends nothing more', async () => {
	const { control } = service().simulator;
	await lose({ kind: 'cut' });
	const match = { path: '/assignments' };
	await control.inject({ match, fault: { kind: 'status', status: 403 }, skip: 1, times: 'always' });
	expect((await failureOf(invite())).description).toMatch(/may have been processed all the same/);
	await control.clearFaults();
	expect((await failureOf(invite())).message).toMatch(/^Nothing was sent: an earlier request/);
	expect(await sent('/assign')).toBe(1);
});

it('what was carried out long after the time-out is found by the next run', async () => {
	const { control } = service().simulator;
	await lose({ kind: 'hang' });
	await failureOf(invite({ ...NORA, options: { timeout: 1 } }));
	const { userId } = await addNora();
	const late = await control.assign({ userId, assessmentId: await seedAssessmentId(service().simulator) });
	await systemClock.sleep(10_001);
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

it('a request that was on its way when the execution was cancelled is in doubt', async () => {
	await addNora();
	const { running, cancel } = await cancelled('/assign');
	cancel.abort();
	expect(await running).toMatchObject({ message: expect.stringMatching(/cancelled.*may have been processed/) });
	expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent: an earlier request/);
	expect(await sent('/assign')).toBe(1);
});

it('a list that another execution is cancelled over is read by whoever needs it too', async () => {
	const { running, cancel } = await cancelled('/assignments');
	const second = invite(SOMEBODY);
	cancel.abort();
	expect(await running).toBeInstanceOf(Error);
	expect(await second).toMatchObject([{ alreadyAssigned: false }]);
});
