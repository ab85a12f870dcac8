import { afterEach, expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { setWallClockAhead } from '../support/hastyClock.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, invitationsTo, NORA } from './invitations.ts';
import { assessmentId, failureOf, runJson, seedAssessmentId, textOf } from './support.ts';

// Pacing and settling what is in doubt would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => systemClock.now() } });
const { invitation, invite, sent, assignmentsOfNora } = invitationsTo(service);

afterEach(() => setWallClockAhead(0));

/** Other processes can tell an assignment by its name alone: not where the service shows an older one. */
async function underPresentNames(): Promise<void> {
	const { control } = service().simulator;
	const { reportedNames } = await control.settings();
	if (reportedNames === 'renamed') await control.configure({ reportedNames: 'same' });
}

it('one existing person, named by e-mail in one execution and by identifier in another at once, is assigned once', async () => {
	await service().simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	const results = (await Promise.all([invite(BY_EMAIL), invite(BY_IDENTIFIER), invite(NORA)])).flat();
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(1);
	expect(new Set(results.map(({ userAssessmentId }) => userAssessmentId)).size).toBe(1);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it('what another process assigned is seen after five seconds, and what was finished is held no more', async () => {
	const { control } = service().simulator;
	await underPresentNames();
	const { userId } = await control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await invite({ emailAddress: 'somebody@example.com', uniqueIdentifier: '' });
	const assessment = await seedAssessmentId(service().simulator);
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment });
	await systemClock.sleep(5_001);
	expect(await invite()).toMatchObject([{ userAssessmentId, alreadyAssigned: true }]);
	await control.finish({ userAssessmentId });
	await systemClock.sleep(5_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it('an assessment that was added since is known by its name', async () => {
	const { control } = service().simulator;
	await underPresentNames();
	await invite({ emailAddress: 'somebody@example.com', uniqueIdentifier: '' });
	const added = await control.addAssessment({ name: 'Speaking (new)', kind: 'speaking' });
	const { userId } = await control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await control.assign({ userId, assessmentId: added.assessmentId });
	await systemClock.sleep(5_001);
	const parameters = { ...(await invitation()), assessmentId: assessmentId(added.assessmentId) };
	expect(await runJson(service().credentials, 'assignment.create', parameters)).toMatchObject([
		{ alreadyAssigned: true },
	]);
});

it.each(['2020q3', 'beta'])('an assessment that was renamed since is known by its new name: %s', async (apiVersion) => {
	const { simulator, credentials } = service();
	await underPresentNames();
	const { assessments } = await simulator.control.state();
	const [renamed = '', other = ''] = assessments.map((assessment) => assessment.assessmentId);
	const former = assessments.map(({ assessmentId: id, name }) => ({
		assessmentId: id,
		name: id === renamed ? 'Its former name' : name,
	}));
	const fault: Fault = { kind: 'json', json: { assessments: former } };
	await simulator.control.inject({ match: { path: '/assessments' }, fault });
	const inviteTo = async (id: string) =>
		await runJson({ ...credentials, apiVersion }, 'assignment.create', {
			...(await invitation(NORA)),
			assessmentId: assessmentId(id),
		});
	const [first] = await inviteTo(other);
	await simulator.control.assign({ userId: textOf(first?.userId), assessmentId: renamed });
	await systemClock.sleep(60_001);
	expect(await inviteTo(renamed)).toMatchObject([{ alreadyAssigned: true }]);
});

it.each(['2020q3', 'beta'])('who holds an assessment holds it still after it is renamed: %s', async (apiVersion) => {
	const { simulator, credentials } = service();
	const { control } = simulator;
	await underPresentNames();
	const renamed = await seedAssessmentId(simulator);
	const { userId } = await control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	// Not among what is read again because it is new.
	await control.assign({ userId, assessmentId: renamed, assignedAt: systemClock.now() - 60 * 60_000 });
	await control.assign({ userId: (await control.addUser({})).userId, assessmentId: renamed });
	const inviteTo = async (id: string) =>
		await runJson({ ...credentials, apiVersion }, 'assignment.create', {
			...(await invitation()),
			assessmentId: assessmentId(id),
		});
	expect(await inviteTo(renamed)).toMatchObject([{ alreadyAssigned: true }]);
	await control.renameAssessment({ assessmentId: renamed, name: 'Its new name' });
	await systemClock.sleep(60_001);
	expect(await inviteTo(renamed)).toMatchObject([{ alreadyAssigned: true }]);
	const { assessments } = await control.state();
	const successor = await control.addAssessment({ name: 'Of the former name', kind: 'speaking' });
	const former = assessments.find(({ assessmentId: id }) => id === renamed)?.name ?? '';
	await control.renameAssessment({ assessmentId: renamed, name: 'Its newest name' });
	await control.renameAssessment({ assessmentId: successor.assessmentId, name: former });
	await systemClock.sleep(60_001);
	expect(await inviteTo(successor.assessmentId)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await inviteTo(renamed)).toMatchObject([{ alreadyAssigned: true }]);
});

it('looks at an e-mail address and an identifier that may belong to two people, and assigns nothing', async () => {
	const { simulator } = service();
	await simulator.control.configure({ appearAfterMs: { assignments: 6_000, score: 0, scores: 0 } });
	await invite();
	await simulator.control.addUser({ uniqueIdentifier: 'other' });
	const failure = await failureOf(invite({ ...NORA, uniqueIdentifier: 'other' }));
	expect(failure.message).toContain("'Email Address' belongs to a user with another 'Unique Identifier' (nora)");
	expect(await sent('/assign')).toBe(1);
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

it('an address that was given to somebody else leads to that person alone', async () => {
	const { control } = service().simulator;
	await underPresentNames();
	const email = 'room-1@example.com';
	const assessment = await seedAssessmentId(service().simulator);
	const { userId: former } = await control.addUser({ email });
	const { userId: present } = await control.addUser({ email: 'other@example.com' });
	await control.assign({ userId: former, assessmentId: assessment, assignedAt: systemClock.now() - 60 * 60_000 });
	await control.assign({ userId: (await control.addUser({})).userId, assessmentId: assessment });
	expect(await invite({ ...BY_EMAIL, emailAddress: email })).toMatchObject([{ userId: former }]);
	await control.changeEmail({ userId: former, email: 'former@example.com' });
	await control.changeEmail({ userId: present, email });
	await systemClock.sleep(5_001);
	expect(await invite({ ...BY_EMAIL, emailAddress: email })).toMatchObject([
		{ userId: present, alreadyAssigned: false },
	]);
	expect(await invite({ ...BY_EMAIL, emailAddress: 'former@example.com' })).toMatchObject([{ alreadyAssigned: true }]);
});

it("an assignment of somebody else without the name of its assessment is in nobody's way", async () => {
	const assignments = [
		{ userId: 'u', userAssessmentId: 'ua', assessmentName: null, userAssessmentStatus: 'NotStarted' },
	];
	const fault: Fault = { kind: 'json', json: { assignments } };
	await service().simulator.control.inject({ match: { path: '/assignments' }, fault });
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it('gives up when its turn never comes, and has sent nothing that could be processed', async () => {
	const { control } = service().simulator;
	const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '600' } };
	await control.inject({ match: { path: '/assign' }, fault, times: 'always' });
	const began = systemClock.now();
	expect((await failureOf(invite())).message).toContain('rate limit is used up until');
	expect(systemClock.now() - began).toBeLessThanOrEqual(1_800_000);
	expect(await sent('/assign')).toBe(3);
	await control.clearFaults();
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it('what expired while the machine slept is assigned again', async () => {
	await invite();
	await systemClock.sleep(60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
	setWallClockAhead(365 * 24 * 60 * 60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
});

it('an assessment of whose present name another was when it was read is not taken for that one', async () => {
	const { control } = service().simulator;
	await underPresentNames();
	const { assessments } = await control.state();
	const [one, other] = assessments;
	if (one === undefined || other === undefined) throw new Error('The seed has two assessments');
	const former = [
		{ ...one, name: other.name },
		{ ...other, name: one.name },
	];
	await control.inject({ match: { path: '/assessments' }, fault: { kind: 'json', json: { assessments: former } } });
	await invite({ emailAddress: 'olga@example.com', uniqueIdentifier: '' });
	const { userId } = await control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await control.assign({ userId, assessmentId: other.assessmentId });
	await systemClock.sleep(60_000);
	expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
	expect(await assignmentsOfNora()).toHaveLength(2);
});
