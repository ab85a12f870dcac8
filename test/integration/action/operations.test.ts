import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import {
	assessmentId,
	byEmail,
	byIdentifier,
	byUserId,
	CANDIDATE,
	failureOf,
	run,
	runJson,
	sentIn,
	textOf,
} from './support.ts';

const service = useSimulator();

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function sent() {
	return sentIn(await service().requests());
}

describe('assessment', () => {
	it('getAll gives one item per assessment in the order of the service', async () => {
		const { simulator, credentials } = service();
		const { assessments } = await simulator.control.state();
		expect(await runJson(credentials, 'assessment.getAll', { returnAll: true })).toEqual(
			assessments.map(({ name, assessmentId: id }) => ({ name, assessmentId: id })),
		);
		expect(await sent()).toEqual([['GET', '/2020q3/assessments']]);
	});
});

describe('group', () => {
	it('getAll gives one item per group', async () => {
		const { simulator, credentials } = service();
		const { groups } = await simulator.control.state();
		expect(await runJson(credentials, 'group.getAll', { returnAll: true })).toEqual(groups);
		expect(await runJson(credentials, 'group.getAll', { limit: 1 })).toEqual(groups.slice(0, 1));
		expect((await sent())[0]).toEqual(['GET', '/2020q3/groups']);
	});

	it.each([200, 201] as const)('create gives the new group (answered with %i)', async (groupCreatedStatus) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ groupCreatedStatus });
		const [created] = await runJson(credentials, 'group.create', { name: ' Équipe Lyon ' });
		expect(created).toEqual({ name: 'Équipe Lyon', groupId: expect.stringMatching(UUID) });
		expect(await sent()).toEqual([['POST', '/2020q3/groups', { name: 'Équipe Lyon' }]]);
		expect((await simulator.control.state()).groups).toContainEqual(created);
	});
});

describe('assignment', () => {
	it('create sends what was filled in and nothing else, and gives the response with alreadyAssigned', async () => {
		const { simulator, credentials } = service();
		const { assessments, groups } = await simulator.control.state();
		const id = assessments[0]?.assessmentId ?? '';
		const group = groups[1]?.groupId ?? '';
		const [full] = await runJson(credentials, 'assignment.create', {
			assessmentId: assessmentId(id),
			emailAddress: 'new@example.com',
			ifAlreadyAssigned: 'assignAgain',
			uniqueIdentifier: 'new-1',
			givenName: 'Zoë',
			surName: 'Nguyễn',
			assignedGroups: [group],
			additionalFields: { studentId: 'S-1', returnUrl: 'https://example.com/thanks' },
		});
		expect(Object.entries(full ?? {})).toEqual([
			['email', 'new@example.com'],
			['uniqueIdentifier', 'new-1'],
			['givenName', 'Zoë'],
			['surname', 'Nguyễn'],
			['assessmentName', assessments[0]?.name],
			['alreadyAssigned', false],
			['status', 'NotStarted'],
			['completed', null],
			['singleAssessmentSignInUrl', expect.stringContaining(simulator.baseHost)],
			['singleAssessmentSignInUrlExpiresAt', expect.any(String)],
			['signInUrl', expect.stringContaining(simulator.baseHost)],
			['signInUrlExpiresAt', expect.any(String)],
			['userId', expect.stringMatching(UUID)],
			['userAssessmentId', expect.stringMatching(UUID)],
		]);
		const least = { assessmentId: assessmentId(id), uniqueIdentifier: 'new-2', ifAlreadyAssigned: 'assignAgain' };
		await runJson(credentials, 'assignment.create', least);
		expect(await sent()).toEqual([
			['GET', '/2020q3/assessments'],
			['POST', '/2020q3/score', { uniqueIdentifier: 'new-1' }],
			['POST', '/2020q3/score', { emailAddress: 'new@example.com' }],
			[
				'POST',
				'/2020q3/assign',
				{
					assessmentId: id,
					emailAddress: 'new@example.com',
					uniqueIdentifier: 'new-1',
					givenName: 'Zoë',
					surName: 'Nguyễn',
					studentId: 'S-1',
					assignedGroups: [group],
					returnUrl: 'https://example.com/thanks',
				},
			],
			['POST', '/2020q3/assign', { assessmentId: id, uniqueIdentifier: 'new-2' }],
		]);
		const user = await simulator.control.user({ uniqueIdentifier: 'new-1' });
		expect(user).toMatchObject({ givenName: 'Zoë', surname: 'Nguyễn', studentId: 'S-1', groupIds: [group] });
	});

	it('getAll filters by date and status and reads dates in the time zone of the workflow', async () => {
		const { simulator, credentials } = service();
		const all = await runJson(credentials, 'assignment.getAll', {
			assignedOnOrAfter: '2020-07-01T12:00:00',
			returnAll: true,
		});
		const known = (await simulator.control.users({ limit: 1000 })).flatMap(({ assignments }) => assignments);
		expect(all.map((item) => item.userAssessmentId).sort()).toEqual(known.map((item) => item.userAssessmentId).sort());
		const some = await runJson(credentials, 'assignment.getAll', {
			assignedOnOrAfter: '2020-01-01T12:00:00Z',
			filters: { assignedOnOrBefore: '2100-01-01', statuses: ['NotStarted', 'InProgress'] },
			limit: 2,
		});
		expect(some).toHaveLength(2);
		for (const item of some) expect(['NotStarted', 'InProgress']).toContain(item.status);
		expect(await sent()).toEqual([
			['POST', '/2020q3/assignments', { assignedOnOrAfter: '2020-07-01T12:00:00.000+02:00' }],
			[
				'POST',
				'/2020q3/assignments',
				{
					assignedOnOrAfter: expect.stringMatching(/^2020-01-01T12:00:00\.000(?:Z|\+00:00)$/),
					assignedOnOrBefore: '2100-01-01T23:59:59.999+01:00',
					statuses: ['NotStarted', 'InProgress'],
				},
			],
		]);
	});

	it('getAll filters by assessment before the limit', async () => {
		const { credentials } = service();
		const since = { assignedOnOrAfter: '2020-01-01' };
		const all = await runJson(credentials, 'assignment.getAll', { ...since, returnAll: true });
		const expected = all.filter(({ assessmentName }) => assessmentName === 'English Speaking');
		expect(expected.length).toBeGreaterThan(1);
		const filters = { assessmentNames: '=ÉNGLISH speaking ' };
		expect(await runJson(credentials, 'assignment.getAll', { ...since, returnAll: true, filters })).toEqual(expected);
		expect(await runJson(credentials, 'assignment.getAll', { ...since, limit: 1, filters })).toEqual([expected[0]]);
	});
});

describe('signInLink', () => {
	it('create gives a link that really signs in once, for the assessment that was asked for', async () => {
		const { simulator, credentials } = service();
		const { userId, assignments } = await simulator.control.user({ uniqueIdentifier: 'EMP-005' });
		const userAssessmentId = assignments[0]?.userAssessmentId ?? '';
		const [link] = await runJson(credentials, 'signInLink.create', {
			user: byUserId(userId),
			additionalFields: { userAssessmentId },
		});
		expect(Object.keys(link ?? {})).toEqual(['userId', 'signInUrl', 'expiresAt']);
		expect(link).toMatchObject({ userId });
		const [named] = await runJson(credentials, 'signInLink.create', { user: byIdentifier('EMP-005') });
		expect(named).toMatchObject({ uniqueIdentifier: 'EMP-005' });
		const [written] = await runJson(credentials, 'signInLink.create', { user: byEmail(CANDIDATE) });
		expect(written).toMatchObject({ email: CANDIDATE });
		const visits = [await fetch(textOf(link?.signInUrl)), await fetch(textOf(link?.signInUrl))];
		expect(visits.map(({ ok }) => ok)).toEqual([true, false]);
		expect((await sent())[0]).toEqual(['POST', '/2020q3/create-sign-in-token', { userId, userAssessmentId }]);
	});

	it('create says that the assessment may be the reason where the service finds nobody', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ foreignUserAssessmentId: 204 });
		const { assignments } = await simulator.control.user({ uniqueIdentifier: 'EMP-005' });
		const userAssessmentId = assignments[0]?.userAssessmentId ?? '';
		const parameters = { user: byIdentifier('EMP-001'), additionalFields: { userAssessmentId } };
		const { message } = await failureOf(run(credentials, 'signInLink.create', parameters));
		expect(message).toBe(
			`Your account has no such user (unique identifier EMP-001), or the user has no assessment ${userAssessmentId}`,
		);
	});

	it('create skips an unknown user when asked to', async () => {
		const { credentials } = service();
		const parameters = { user: byIdentifier('nobody'), ifUserNotFound: 'skip' };
		expect(await run(credentials, 'signInLink.create', parameters)).toEqual([]);
	});
});
