import { afterEach, expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { setWallClockAhead } from '../support/hastyClock.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA, SOMEBODY } from './invitations.ts';
import { assessmentId, failureOf, runJson, seedAssessmentId, textOf } from './support.ts';

// Pacing and looking for what was lost would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => systemClock.now() } });
const { invitation, invite, addNora, sent, assignmentsOfNora } = invitationsTo(service);

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

it('what another process assigned is seen after five seconds, and what was finished is held no more', async () => {
	const { control } = service().simulator;
	const { userId } = await addNora();
	await invite(SOMEBODY);
	const { userAssessmentId } = await control.assign({
		userId,
		assessmentId: await seedAssessmentId(service().simulator),
	});
	await systemClock.sleep(5_001);
	expect(await invite()).toMatchObject([{ userAssessmentId, alreadyAssigned: true }]);
	await control.finish({ userAssessmentId });
	await systemClock.sleep(5_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it('an assessment that was added since is known by its name', async () => {
	const { control } = service().simulator;
	await invite(SOMEBODY);
	const added = await control.addAssessment({ name: 'Speaking (new)', kind: 'speaking' });
	const { userId } = await addNora();
	await control.assign({ userId, assessmentId: added.assessmentId });
	await systemClock.sleep(5_001);
	expect(await inviteTo(added.assessmentId)).toMatchObject([{ alreadyAssigned: true }]);
});

it.each(['2020q3', 'beta'])('who holds an assessment holds it still after it is renamed: %s', async (apiVersion) => {
	const { control } = service().simulator;
	const renamed = await seedAssessmentId(service().simulator);
	const { userId } = await addNora();
	// Not among what is read again because it is new.
	await control.assign({ userId, assessmentId: renamed, assignedAt: systemClock.now() - 60 * 60_000 });
	await control.assign({ userId: (await control.addUser({})).userId, assessmentId: renamed });
	await systemClock.sleep(10_001);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
	await control.renameAssessment({ assessmentId: renamed, name: 'Its new name' });
	await systemClock.sleep(60_001);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
	const successor = await control.addAssessment({ name: 'English Speaking', kind: 'speaking' });
	await systemClock.sleep(60_001);
	expect(await inviteTo(successor.assessmentId, apiVersion)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await inviteTo(renamed, apiVersion)).toMatchObject([{ alreadyAssigned: true }]);
});

it('what this process has just made is held also within the minute in which it does not know of a new name', async () => {
	await invite();
	const renamed = await seedAssessmentId(service().simulator);
	await service().simulator.control.renameAssessment({ assessmentId: renamed, name: 'Its new name' });
	await systemClock.sleep(5_001);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
});

it.each([0, 6_000])('does not take a child for another with the same address (%i ms late)', async (ms) => {
	const { simulator } = service();
	await simulator.control.configure({ appearAfterMs: { assignments: ms, score: ms, scores: 0 } });
	await invite({ ...NORA, uniqueIdentifier: 'sister' });
	const failure = await failureOf(invite({ ...NORA, uniqueIdentifier: 'brother' }));
	expect(failure.message).toBe(
		"'Email Address' belongs to a user with another 'Unique Identifier' (sister), who already has the assessment",
	);
	expect(await sent('/assign')).toBe(1);
	expect(await invite({ ...BY_IDENTIFIER, uniqueIdentifier: 'brother' })).toMatchObject([{ alreadyAssigned: false }]);
});

it.each([
	['the user of the address', BY_EMAIL, /with another 'Unique Identifier' \(nora\)/],
	['the user of the identifier', { ...BY_IDENTIFIER, uniqueIdentifier: 'other' }, /belong to two users \(/],
])(
	'assigns nothing to the address of one and the identifier of another: %s holds it',
	async (_who, holder, message) => {
		await addNora();
		await service().simulator.control.addUser({ email: 'other@example.com', uniqueIdentifier: 'other' });
		await invite(holder);
		await systemClock.sleep(5_001);
		expect((await failureOf(invite({ ...NORA, uniqueIdentifier: 'other' }))).message).toMatch(message);
		expect(await sent('/assign')).toBe(1);
	},
);

it("an assignment of somebody else without the name of its assessment is in nobody's way", async () => {
	const assignments = [{ userId: 'u', userAssessmentId: 'ua', assessmentName: null }];
	const fault: Fault = { kind: 'json', json: { assignments } };
	await service().simulator.control.inject({ match: { path: '/assignments' }, fault });
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it.each([
	['in progress', true, 'start'],
	['finished', false, 'finish'],
	['scored', false, 'score'],
	['expired', false, 'expire'],
	['under review', false, 'needsReview'],
] as const)('an assignment that is %s is held: %s', async (_status, held, step) => {
	const { control } = service().simulator;
	const [first] = await invite();
	await control[step]({ userAssessmentId: textOf(first?.userAssessmentId) });
	await systemClock.sleep(5_001);
	expect(await invite()).toMatchObject([{ alreadyAssigned: held }]);
	expect(await assignmentsOfNora()).toHaveLength(held ? 1 : 2);
});

it('what expired while the machine slept is assigned again', async () => {
	await invite();
	await systemClock.sleep(60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
	setWallClockAhead(365 * 24 * 60 * 60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});
