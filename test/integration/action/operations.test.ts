import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import {
	assessmentId,
	byEmail,
	byIdentifier,
	byUserId,
	failureOf,
	objectsOf,
	run,
	runJson,
	sentIn,
	textOf,
} from './support.ts';

const service = useSimulator();

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SIMPLE_FIELDS = [
	...['givenName', 'surname', 'email', 'assessmentName', 'score', 'cefrSpeakingLevel', 'placement', 'status'],
	...['completed', 'certificateUrl', 'uniqueIdentifier', 'userId', 'userAssessmentId'],
];
const CANDIDATE = 'candidate001@example.com';

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

	it('getAll cuts at the limit, which is 50 unless chosen', async () => {
		const { simulator, credentials } = service();
		for (let index = 0; index < 60; index += 1) {
			await simulator.control.addAssessment({ name: `More ${index}`, kind: 'speaking' });
		}
		expect(await runJson(credentials, 'assessment.getAll')).toHaveLength(50);
		expect(await runJson(credentials, 'assessment.getAll', { limit: 2 })).toHaveLength(2);
		expect(await runJson(credentials, 'assessment.getAll', { returnAll: true })).toHaveLength(66);
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
		expect(full).toEqual({
			userId: expect.stringMatching(UUID),
			userAssessmentId: expect.stringMatching(UUID),
			signInUrl: expect.stringContaining(simulator.baseHost),
			signInUrlExpiresAt: expect.any(String),
			singleAssessmentSignInUrl: expect.stringContaining(simulator.baseHost),
			singleAssessmentSignInUrlExpiresAt: expect.any(String),
			alreadyAssigned: false,
		});
		const least = { assessmentId: assessmentId(id), uniqueIdentifier: 'new-2', ifAlreadyAssigned: 'assignAgain' };
		await runJson(credentials, 'assignment.create', least);
		expect(await sent()).toEqual([
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
		for (const item of some) expect(['NotStarted', 'InProgress']).toContain(item.userAssessmentStatus);
		expect(await sent()).toEqual([
			['POST', '/2020q3/assignments', { assignedOnOrAfter: '2020-07-01T12:00:00.000+02:00' }],
			[
				'POST',
				'/2020q3/assignments',
				{
					assignedOnOrAfter: expect.stringMatching(/^2020-01-01T12:00:00\.000(?:Z|\+00:00)$/),
					assignedOnOrBefore: '2100-01-01T00:00:00.000+01:00',
					statuses: ['NotStarted', 'InProgress'],
				},
			],
		]);
	});
});

describe('assignment', () => {
	it('getAll filters by assessment before the limit', async () => {
		const { credentials } = service();
		const since = { assignedOnOrAfter: '2020-01-01' };
		const all = await runJson(credentials, 'assignment.getAll', { ...since, returnAll: true });
		const expected = all.filter(({ assessmentName }) => assessmentName === 'English Speaking');
		expect(expected.length).toBeGreaterThan(1);
		const filters = { assessmentNames: '=ENGLISH speaking ' };
		expect(await runJson(credentials, 'assignment.getAll', { ...since, returnAll: true, filters })).toEqual(expected);
		expect(await runJson(credentials, 'assignment.getAll', { ...since, limit: 1, filters })).toEqual([expected[0]]);
	});
});

describe('score', () => {
	it.each([
		['emailAddress', byEmail(CANDIDATE), { emailAddress: CANDIDATE }],
		['uniqueIdentifier', byIdentifier('EMP-001'), { uniqueIdentifier: 'EMP-001' }],
	])('get names the user by %s and passes the whole answer on', async (_mode, user, body) => {
		const { simulator, credentials } = service();
		const { administrator, groupIds, assignments, ...asSpecified } = await simulator.control.user({
			emailAddress: CANDIDATE,
		});
		expect({ administrator, groupIds: groupIds.length, assignments: assignments.length }).toEqual({
			administrator: false,
			groupIds: 3,
			assignments: 3,
		});
		expect(await runJson(credentials, 'score.get', { user, output: 'users', simplify: false })).toEqual([asSpecified]);
		expect(await sent()).toEqual([['POST', '/2020q3/score', body]]);
	});

	it('get names the user by user ID and simplifies to the fields people map', async () => {
		const { simulator, credentials } = service();
		const { userId } = await simulator.control.user({ emailAddress: CANDIDATE });
		const reports = await runJson(credentials, 'score.get', { user: byUserId(userId) });
		expect(reports).toHaveLength(3);
		expect(Object.keys(reports[0] ?? {})).toEqual(SIMPLE_FIELDS);
		const [user] = await runJson(credentials, 'score.get', { user: byUserId(userId), output: 'users' });
		expect(Object.keys(user ?? {})).toEqual([
			...['givenName', 'surname', 'email', 'uniqueIdentifier', 'userId', 'scoreReports'],
		]);
		expect(Object.keys(objectsOf(user?.scoreReports)[0] ?? {})).toEqual(
			SIMPLE_FIELDS.filter((field) => !Object.keys(user ?? {}).includes(field)),
		);
	});

	it('get of an unknown user skips the item when asked to', async () => {
		const { credentials } = service();
		const items = [{ json: { email: 'nobody@example.com' } }, { json: { email: CANDIDATE } }];
		const found = await run(
			credentials,
			'score.get',
			{ user: byEmail('={{ $json.email }}'), ifUserNotFound: 'skip', output: 'users' },
			items,
		);
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});

	it('getAll gives one item per user, or per score report with the fields of its user', async () => {
		const { simulator, credentials } = service();
		const whole = { returnAll: true, simplify: false };
		const users = await runJson(credentials, 'score.getAll', { ...whole, output: 'users' });
		const reports = await runJson(credentials, 'score.getAll', whole);
		expect(users.length).toBeGreaterThan(4);
		expect(reports).toEqual(
			users.flatMap(({ scoreReports, ...user }) => objectsOf(scoreReports).map((report) => ({ ...user, ...report }))),
		);
		const [simple] = await runJson(credentials, 'score.getAll', { limit: 1 });
		expect(Object.keys(simple ?? {})).toEqual(SIMPLE_FIELDS);
		expect(await runJson(credentials, 'score.getAll', { limit: 2, simplify: false })).toEqual(reports.slice(0, 2));
		const known = await simulator.control.user({ emailAddress: CANDIDATE });
		expect(users.find(({ userId }) => userId === known.userId)).toMatchObject({ scoreReports: known.scoreReports });
	});

	it('getAll sends the filters, and an empty object when there are none', async () => {
		const { simulator, credentials } = service();
		const { groups } = await simulator.control.state();
		const group = groups[0]?.groupId ?? '';
		await run(credentials, 'score.getAll');
		await run(credentials, 'score.getAll', {
			filters: {
				groupIds: [group],
				startedOnOrAfter: '2026-01-01T00:00:00',
				startedOnOrBefore: '2026-07-01',
				completedOnOrAfter: '2026-01-01T00:00:00+05:30',
				completedOnOrBefore: '',
				includeIncompleteAssessments: true,
			},
		});
		expect(await sent()).toEqual([
			['POST', '/2020q3/scores', {}],
			[
				'POST',
				'/2020q3/scores',
				{
					groupIds: [group],
					startedOnOrAfter: '2026-01-01T00:00:00.000+01:00',
					startedOnOrBefore: '2026-07-01T00:00:00.000+02:00',
					completedOnOrAfter: '2026-01-01T00:00:00.000+05:30',
					includeIncompleteAssessments: true,
				},
			],
		]);
	});

	it('getAll filters by assessment, type and status before the limit', async () => {
		const { simulator, credentials } = service();
		const { assessments } = await simulator.control.state();
		const speaking = assessments.find(({ name }) => name === 'English Speaking');
		const everything = { returnAll: true, simplify: false };
		const all = await runJson(credentials, 'score.getAll', {
			...everything,
			filters: { includeIncompleteAssessments: true },
		});
		const wanted = (field: string, ...values: string[]) => all.filter((item) => values.includes(textOf(item[field])));
		const cases: Array<[filters: INodeParameters, expected: IDataObject[]]> = [
			[{ assessmentTypes: ['TenPoint'] }, wanted('assessmentType', 'TenPoint')],
			[{ statuses: ['NotStarted', 'NeedsReview'] }, wanted('status', 'NotStarted', 'NeedsReview')],
			[{ assessmentNames: [' english SPEAKING '] }, wanted('assessmentName', 'English Speaking')],
			[{ assessmentNames: [speaking?.assessmentId ?? ''] }, wanted('assessmentName', 'English Speaking')],
			[{ assessmentNames: ['no such assessment'] }, []],
		];
		for (const [filter, expected] of cases) {
			const filters = { includeIncompleteAssessments: true, ...filter };
			expect(await runJson(credentials, 'score.getAll', { ...everything, filters })).toEqual(expected);
			const users = await runJson(credentials, 'score.getAll', { ...everything, filters, output: 'users' });
			expect(users.flatMap(({ scoreReports }) => objectsOf(scoreReports))).toHaveLength(expected.length);
			expect(users.length).toBe(new Set(expected.map(({ userId }) => userId)).size);
			const limited = { simplify: false, limit: 1, filters };
			expect(await runJson(credentials, 'score.getAll', limited)).toEqual(expected.slice(0, 1));
		}
	});

	it('getAll asks for what is not completed where a status needs it', async () => {
		const bodies = async (filters: INodeParameters) => {
			await run(service().credentials, 'score.getAll', { filters });
			return (await sent()).at(-1)?.[2];
		};
		expect(await bodies({ statuses: ['NotStarted'] })).toEqual({ includeIncompleteAssessments: true });
		expect(await bodies({ statuses: ['Completed'] })).toEqual({});
		expect(await bodies({ statuses: ['InProgress'], includeIncompleteAssessments: false })).toEqual({
			includeIncompleteAssessments: false,
		});
	});

	it('getAll names an assessment that the account does not have', async () => {
		const filters = { assessmentNames: '00000000-0000-4000-8000-000000000000' };
		for (const operation of ['score.getAll', 'assignment.getAll'] as const) {
			const running = run(service().credentials, operation, { assignedOnOrAfter: '2020-01-01', filters });
			expect((await failureOf(running)).message).toBe(
				"The account has no assessment with the ID 00000000-0000-4000-8000-000000000000 ('Assessment Names or IDs')",
			);
		}
	});

	it.each([
		['={{ "true" }}', { includeIncompleteAssessments: true }],
		['={{ "false" }}', { includeIncompleteAssessments: false }],
		['={{ "" }}', {}],
	])('getAll sends a switch that an expression gives as text (%s) as one', async (value, body) => {
		await run(service().credentials, 'score.getAll', { filters: { includeIncompleteAssessments: value } });
		expect(await sent()).toEqual([['POST', '/2020q3/scores', body]]);
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
		expect(link).toEqual({ signInUrl: expect.any(String), expiresAt: expect.any(String) });
		const visits = [await fetch(textOf(link?.signInUrl)), await fetch(textOf(link?.signInUrl))];
		expect(visits.map(({ ok }) => ok)).toEqual([true, false]);
		expect((await sent())[0]).toEqual(['POST', '/2020q3/create-sign-in-token', { userId, userAssessmentId }]);
	});

	it('create skips an unknown user when asked to', async () => {
		const { credentials } = service();
		const parameters = { user: byIdentifier('nobody'), ifUserNotFound: 'skip' };
		expect(await run(credentials, 'signInLink.create', parameters)).toEqual([]);
	});
});
