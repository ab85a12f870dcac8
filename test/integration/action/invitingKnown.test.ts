import { afterEach, describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { setWallClockAhead } from '../support/hastyClock.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA, SOMEBODY } from './invitations.ts';
import { assessmentId, failureOf, runJson, seedAssessmentId, textOf } from './support.ts';

// Pacing and looking for what was lost would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => monotonicClock.now() } });
const { invitation, invite, addNora, sent, assignmentsOfNora } = invitationsTo(service);

const DAY_MS = 24 * 60 * 60_000;

/** Nora, to any assessment. */
const inviteTo = async (id: string, apiVersion = '2020q3') =>
	await runJson({ ...service().credentials, apiVersion }, 'assignment.create', {
		...(await invitation()),
		assessmentId: assessmentId(id),
	});

afterEach(() => setWallClockAhead(0));

it('one existing person, named by address in one execution and by identifier in another at once, is assigned once', async () => {
	await addNora();
	const results = (await Promise.all([invite(BY_EMAIL), invite(BY_IDENTIFIER), invite(NORA)])).flat();
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(1);
	expect(new Set(results.map(({ userAssessmentId }) => userAssessmentId)).size).toBe(1);
	// What was made just now can't have expired.
	expect(await sent('/assignments')).toBe(0);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it('60 existing people, each in one row by address and in another by identifier, are assigned once each', async () => {
	const { control } = service().simulator;
	const rows: Array<{ json: { email: string; identifier: string } }> = [];
	for (let index = 0; index < 60; index += 1) {
		const [email, identifier] = [`known-${index}@example.com`, `known-${index}`];
		await control.addUser({ email, uniqueIdentifier: identifier });
		rows.push({ json: { email, identifier: '' } }, { json: { email: '', identifier } });
	}
	// Pairs in flight together, and pairs some seconds apart.
	const [near, far] = [rows.slice(0, 60), rows.slice(60)];
	far.sort((one, other) => one.json.email.localeCompare(other.json.email));
	const results = await invite(EACH, undefined, [...near, ...far]);
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(60);
});

it('an assignment by another process counts at once, and a finished one is returned without a link', async () => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	await invite(SOMEBODY);
	const { userAssessmentId } = await control.assign({
		userId,
		assessmentId: await seedAssessmentId(service().simulator),
	});
	await monotonicClock.sleep(1_001);
	expect(await invite()).toMatchObject([{ userAssessmentId, alreadyAssigned: true, status: 'NotStarted' }]);
	await control.score({ userAssessmentId });
	await monotonicClock.sleep(1_001);
	expect(await invite()).toMatchObject([
		{ userAssessmentId, alreadyAssigned: true, status: 'Completed', signInUrl: null, completed: expect.any(String) },
	]);
	expect(await invite({ ...NORA, finishedCountsForDays: 0 })).toMatchObject([{ alreadyAssigned: false }]);
});

it('an assessment that was added since is known by its name', async () => {
	const { control } = service().simulator;
	await invite(SOMEBODY);
	const added = await control.addAssessment({ name: 'Speaking (new)', kind: 'speaking' });
	const { userId } = await addNora();
	await control.assign({ userId, assessmentId: added.assessmentId });
	await monotonicClock.sleep(5_001);
	expect(await inviteTo(added.assessmentId)).toMatchObject([{ alreadyAssigned: true }]);
});

it.each(['2020q3', 'beta'])('an assignment counts after its assessment is renamed: %s', async (apiVersion) => {
	const { control } = service().simulator;
	const renamed = await seedAssessmentId(service().simulator);
	const { userId } = await addNora();
	// Not among what is read again because it is new.
	await control.assign({ userId, assessmentId: renamed, assignedAt: monotonicClock.now() - 60 * 60_000 });
	await control.assign({ userId: (await control.addUser({})).userId, assessmentId: renamed });
	await monotonicClock.sleep(10_001);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
	await control.renameAssessment({ assessmentId: renamed, name: 'Its new name' });
	await monotonicClock.sleep(60_001);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
	const successor = await control.addAssessment({ name: 'English Speaking', kind: 'speaking' });
	await monotonicClock.sleep(60_001);
	expect(await inviteTo(successor.assessmentId, apiVersion)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
});

it.each([5_001, 70_000])('an assignment that this process has just made counts %i ms after a renaming', async (ms) => {
	await invite();
	const renamed = await seedAssessmentId(service().simulator);
	await service().simulator.control.renameAssessment({ assessmentId: renamed, name: 'Its new name' });
	await monotonicClock.sleep(ms);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
});

describe('an item that can mean two people is an error, and nothing is assigned', () => {
	const BROTHER = { ...NORA, uniqueIdentifier: 'brother' };

	it.each([
		['holds it, shown at once', 'invited', 0],
		['holds it, shown late', 'invited', 6_000],
		['has nothing', 'added', 0],
	] as const)('the address of a sister who %s, with the identifier of her brother', async (_what, sister, lateMs) => {
		const { control } = service().simulator;
		await control.configure({ appearAfterMs: { assignments: lateMs, score: lateMs, scores: 0 } });
		if (sister === 'added') await addNora();
		else await invite(NORA);
		const before = await sent('/assign');
		const failure = await failureOf(invite(BROTHER));
		expect(failure.message).toBe("'Email Address' belongs to a different user (nora) than 'Unique Identifier'");
		expect(failure.description).toMatch(/Nothing was assigned$/);
		expect(await sent('/assign')).toBe(before);
		expect(await invite({ ...BROTHER, emailAddress: '' })).toMatchObject([{ alreadyAssigned: false }]);
	});

	it.each([
		['neither has it', undefined, 'returnExisting'],
		['neither has it, and it is to be assigned in any case', undefined, 'assignAgain'],
		['the user of the address has it', BY_EMAIL, 'returnExisting'],
		['the user of the identifier has it', { ...BY_IDENTIFIER, uniqueIdentifier: 'other' }, 'returnExisting'],
	] as const)('the address of one user with the identifier of another: %s', async (_who, holder, policy) => {
		await addNora();
		await service().simulator.control.addUser({ email: 'other@example.com', uniqueIdentifier: 'other' });
		if (holder !== undefined) await invite(holder);
		await monotonicClock.sleep(10_001);
		const before = await sent('/assign');
		const failure = await failureOf(invite({ ...NORA, uniqueIdentifier: 'other' }, policy));
		expect(failure.message).toMatch(/^'Email Address' belongs to a different user \(nora\)/);
		expect(await sent('/assign')).toBe(before);
	});

	it('the address of one user with the identifier of another, among many items', async () => {
		const { control } = service().simulator;
		const assessment = await seedAssessmentId(service().simulator, 1);
		for (const name of ['one', 'two']) {
			const { userId } = await control.addUser({ email: `${name}@example.com`, uniqueIdentifier: name });
			await control.assign({ userId, assessmentId: assessment });
		}
		await monotonicClock.sleep(10_001);
		const rows = Array.from({ length: 30 }, (_, index) => ({
			json: { email: `new-${index}@example.com`, identifier: `new-${index}` },
		}));
		const mixed = { json: { email: 'one@example.com', identifier: 'two' } };
		expect((await failureOf(invite(EACH, undefined, [mixed, ...rows]))).message).toMatch(
			/^'Email Address' belongs to a different user \(one\)/,
		);
	});
});

it('siblings whom the service knows by one address are invited by their identifiers', async () => {
	const { control } = service().simulator;
	const [sister, brother] = [
		await addNora(),
		await control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'bo' }),
	];
	const rows = ['nora', 'bo'].map((identifier) => ({ json: { email: NORA.emailAddress, identifier } }));
	expect(await invite(EACH, undefined, rows)).toMatchObject([
		{ userId: sister.userId, alreadyAssigned: false },
		{ userId: brother.userId, alreadyAssigned: false },
	]);
});

it('an assignment that was extended after it was read is still open', async () => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	const assessment = await seedAssessmentId(service().simulator);
	const expiresAt = monotonicClock.now() + 60 * 60_000;
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment, expiresAt });
	await monotonicClock.sleep(10_001);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
	await control.expire({ userAssessmentId, at: expiresAt + 7 * DAY_MS });
	await monotonicClock.sleep(2 * 60 * 60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
	await monotonicClock.sleep(8 * DAY_MS);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it("an assignment without the name of its assessment doesn't stop an invitation", async () => {
	const assignments = [{ userId: 'u', userAssessmentId: 'ua', assessmentName: null }];
	const fault: Fault = { kind: 'json', json: { assignments } };
	await service().simulator.control.inject({ match: { path: '/assignments' }, fault });
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it.each([
	['in progress', true, true, 'start'],
	['finished', true, false, 'finish'],
	['scored', true, false, 'score'],
	['under review', true, false, 'needsReview'],
] as const)('an assignment that is %s counts: %s, with a link: %s', async (_status, counts, hasLink, step) => {
	const { control } = service().simulator;
	const [first] = await invite();
	await control[step]({ userAssessmentId: textOf(first?.userAssessmentId) });
	await monotonicClock.sleep(1_001);
	const [second] = await invite();
	expect(second).toMatchObject({ alreadyAssigned: counts, userAssessmentId: first?.userAssessmentId });
	expect(typeof second?.signInUrl).toBe(hasLink ? 'string' : 'object');
	expect(await assignmentsOfNora()).toHaveLength(1);
	expect(await invite({ ...NORA, finishedCountsForDays: 0 })).toMatchObject([{ alreadyAssigned: hasLink }]);
});

it.each([
	[29, true],
	[31, false],
])('an assessment finished %i days ago counts: %s', async (days, counts) => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	const assignedAt = monotonicClock.now() - 40 * DAY_MS;
	const { userAssessmentId } = await control.assign({
		...{ userId, assignedAt, expiresAt: monotonicClock.now() + DAY_MS },
		assessmentId: await seedAssessmentId(service().simulator),
	});
	await control.score({ userAssessmentId, completed: monotonicClock.now() - days * DAY_MS });
	await monotonicClock.sleep(1_001);
	expect(await invite()).toMatchObject([{ alreadyAssigned: counts }]);
});

it('of several assignments, the one that was finished last is returned, or else an open one', async () => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	const assign = async (daysAgo: number) =>
		await control.assign({
			...{ userId, assessmentId: await seedAssessmentId(service().simulator) },
			...{ assignedAt: monotonicClock.now() - daysAgo * DAY_MS, expiresAt: monotonicClock.now() + DAY_MS },
		});
	const finished = [await assign(25), await assign(9), await assign(15)];
	for (const [index, days] of [20, 4, 10].entries()) {
		const { userAssessmentId = '' } = finished[index] ?? {};
		await control.score({ userAssessmentId, completed: monotonicClock.now() - days * DAY_MS });
	}
	await monotonicClock.sleep(1_001);
	expect(await invite()).toMatchObject([{ userAssessmentId: finished[1]?.userAssessmentId, signInUrl: null }]);
	const open = await assign(2);
	await monotonicClock.sleep(1_001);
	expect(await invite()).toMatchObject([{ userAssessmentId: open.userAssessmentId, signInUrl: expect.any(String) }]);
});

it.each([-1, 3_651, 'x', '', '={{ undefined }}', '={{ [1, 2] }}'])(
	"'Finished Counts as Assigned For' refuses %j before anything is sent",
	async (finishedCountsForDays) => {
		const failure = await failureOf(invite({ ...NORA, finishedCountsForDays }));
		expect(failure.message).toMatch(
			/^The parameter 'Finished Counts as Assigned For \(Days\)' needs a number from 0 to 3650, but got /,
		);
		expect(await service().requests()).toEqual([]);
	},
);

it('an expired assessment is assigned again, recent or old, also in a run with many items', async () => {
	const { control } = service().simulator;
	const assessment = await seedAssessmentId(service().simulator);
	const rows: Array<{ json: { email: string; identifier: string } }> = [];
	for (let index = 0; index < 30; index += 1) {
		const email = `expired-${index}@example.com`;
		const { userId } = await control.addUser({ email });
		const assignedAt = monotonicClock.now() - (index % 2 ? 40 : 400) * DAY_MS;
		const expiresAt = index % 3 ? monotonicClock.now() - DAY_MS : monotonicClock.now() + DAY_MS;
		await control.assign({ userId, assessmentId: assessment, assignedAt, expiresAt });
		rows.push({ json: { email, identifier: '' } });
	}
	const few = await invite(EACH, undefined, rows.slice(0, 4));
	expect(few.map(({ alreadyAssigned }) => alreadyAssigned)).toEqual([true, false, false, true]);
	expect(await sent('/assignments')).toBe(2);
	const all = await invite(EACH, undefined, rows);
	const again = all.map(({ alreadyAssigned }) => alreadyAssigned);
	expect(again).toEqual(rows.map((_row, index) => index < 4 || index % 3 === 0));
});

it('an assessment that expired while the machine slept is assigned again', async () => {
	await invite();
	await monotonicClock.sleep(180_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
	setWallClockAhead(365 * DAY_MS);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});
