import { describe, expect, it } from 'vitest';

import { assessmentId, byEmail, byIdentifier, byUserId, CANDIDATE, textOf, useAction } from './support.ts';

const action = useAction();

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const post = (path: string, body: object) => ['POST', `/2020q3${path}`, body];
const get = (path: string) => ['GET', `/2020q3${path}`];

it('Group: Get Many returns the first groups, even if its switch and limit are from expressions', async () => {
	const { groups } = await action.control().state();
	const parameters = { returnAll: '={{ "false" }}', limit: '={{ "2" }}' };
	expect(await action.runJson('group.getAll', parameters)).toEqual(groups.slice(0, 2));
	expect(await action.sent()).toEqual([get('/groups')]);
});

it('Assignment: Create sends only the filled-in fields, returns the person and their links, and can assign again', async () => {
	const { assessments, groups } = await action.control().state();
	const id = assessments[0]?.assessmentId ?? '';
	const group = groups[1]?.groupId ?? '';
	const assigned = { assessmentId: assessmentId(id.toUpperCase()), ifAlreadyAssigned: 'assignAgain' };
	const names = { emailAddress: 'New@example.com', uniqueIdentifier: 'new-1', givenName: 'Zoë', surName: 'Nguyễn' };
	const more = { studentId: 'S-1', returnUrl: 'https://example.com/thanks' };
	const parameters = { ...assigned, ...names, assignedGroups: [group], additionalFields: more };
	const [full] = await action.runJson('assignment.create', parameters);
	const link: unknown = expect.stringContaining(action.baseHost());
	expect(Object.entries(full ?? {})).toEqual([
		['email', 'New@example.com'],
		['uniqueIdentifier', 'new-1'],
		['givenName', 'Zoë'],
		['surname', 'Nguyễn'],
		['assessmentName', assessments[0]?.name],
		['alreadyAssigned', false],
		['notInvitedBecause', null],
		['singleAssessmentSignInUrl', link],
		['singleAssessmentSignInUrlExpiresAt', expect.any(String)],
		['signInUrl', link],
		['signInUrlExpiresAt', expect.any(String)],
		['status', 'NotStarted'],
		['completed', null],
		['storedName', null],
		['userId', expect.stringMatching(UUID)],
		['userAssessmentId', expect.stringMatching(UUID)],
	]);
	const [again] = await action.runJson('assignment.create', { ...assigned, uniqueIdentifier: 'new-1' });
	expect(Object.keys(again ?? {}).slice(0, 2)).toEqual(['uniqueIdentifier', 'assessmentName']);
	expect(await action.sent()).toEqual([
		get('/assessments'),
		post('/score', { uniqueIdentifier: 'new-1' }),
		post('/score', { emailAddress: 'New@example.com' }),
		post('/assign', { assessmentId: id, ...names, ...more, assignedGroups: [group] }),
		// With an identifier alone, there's no second user to rule out, so the node doesn't look up the first.
		post('/assign', { assessmentId: id, uniqueIdentifier: 'new-1' }),
	]);
	const user = await action.control().user({ uniqueIdentifier: 'new-1' });
	expect(user).toMatchObject({ givenName: 'Zoë', surname: 'Nguyễn', studentId: 'S-1', groupIds: [group] });
	expect(user.assignments).toHaveLength(2);
});

it("Assignment: Get Many filters by assessment, date and status before the limit, with dates in the workflow's time zone", async () => {
	const since = { assignedOnOrAfter: '2020-07-01T12:00:00' };
	const all = await action.runJson('assignment.getAll', { ...since, returnAll: true });
	const known = (await action.control().users({ limit: 1000 })).flatMap(({ assignments }) => assignments);
	expect(all.map((item) => item.userAssessmentId).sort()).toEqual(known.map((item) => item.userAssessmentId).sort());
	const statuses = ['NotStarted', 'InProgress'];
	const some = await action.runJson('assignment.getAll', {
		assignedOnOrAfter: '2020-01-01T12:00:00Z',
		filters: { assignedOnOrBefore: '2100-01-01', statuses },
		limit: 2,
	});
	expect(some).toHaveLength(2);
	for (const item of some) expect(statuses).toContain(item.status);
	const assignedOnOrAfter: unknown = expect.stringMatching(/^2020-01-01T12:00:00\.000(?:Z|\+00:00)$/);
	expect(await action.sent()).toEqual([
		post('/assignments', { assignedOnOrAfter: '2020-07-01T12:00:00.000+02:00' }),
		post('/assignments', { assignedOnOrAfter, assignedOnOrBefore: '2100-01-01T23:59:59.999+01:00', statuses }),
	]);
	const whole = await action.runJson('assignment.getAll', { ...since, returnAll: true, simplify: false });
	expect(all.map(({ givenName, surname, status, completed }) => [givenName, surname, status, completed])).toEqual(
		whole.map((one) => [one.givenName, one.surName, one.userAssessmentStatus, one.completedAt]),
	);
	const ofAssessment = all.filter(({ assessmentName }) => assessmentName === 'English Speaking');
	expect(ofAssessment.length).toBeGreaterThan(1);
	const filtered = { ...since, filters: { assessmentNames: '=ÉNGLISH speaking ' } };
	expect(await action.runJson('assignment.getAll', { ...filtered, returnAll: true })).toEqual(ofAssessment);
	expect(await action.runJson('assignment.getAll', { ...filtered, limit: 1 })).toEqual(ofAssessment.slice(0, 1));
});

describe('Sign-In Link: Create', () => {
	const assignmentOf = async (uniqueIdentifier: string) => {
		const { userId, assignments } = await action.control().user({ uniqueIdentifier });
		return { userId, userAssessmentId: assignments[0]?.userAssessmentId ?? '' };
	};

	it('returns a link that signs in once, for the requested assessment, and what names the user', async () => {
		const { userId, userAssessmentId } = await assignmentOf('EMP-005');
		const parameters = { user: byUserId(userId), additionalFields: { userAssessmentId } };
		const [link] = await action.runJson('signInLink.create', parameters);
		expect(link).toEqual({ userId, signInUrl: expect.any(String), expiresAt: expect.any(String) });
		const visits = [await fetch(textOf(link?.signInUrl)), await fetch(textOf(link?.signInUrl))];
		expect(visits.map(({ ok }) => ok)).toEqual([true, false]);
		expect((await action.sent())[0]).toEqual(post('/create-sign-in-token', { userId, userAssessmentId }));
		const ofIdentifier = await action.runJson('signInLink.create', { user: byIdentifier('EMP-005') });
		const ofEmail = await action.runJson('signInLink.create', { user: byEmail(CANDIDATE) });
		expect([...ofIdentifier, ...ofEmail]).toMatchObject([{ uniqueIdentifier: 'EMP-005' }, { email: CANDIDATE }]);
	});

	it("says that the assessment could be the reason if the service can't find the user", async () => {
		const { message } = await action.failure('signInLink.create', { user: byIdentifier('nobody') });
		expect(message).toBe('Your account has no user with the unique identifier nobody');
		await action.control().configure({ foreignUserAssessmentId: 204 });
		const { userAssessmentId } = await assignmentOf('EMP-005');
		const parameters = { user: byIdentifier('EMP-001'), additionalFields: { userAssessmentId } };
		expect((await action.failure('signInLink.create', parameters)).message).toBe(
			`Your account has no user with the unique identifier EMP-001, or the user has no assessment ${userAssessmentId}`,
		);
	});
});

describe('the resource Webhook:', () => {
	const url = 'https://example.com/score-events';

	it('Create and Delete change the webhook that Get returns, even if the response to Delete is lost', async () => {
		expect(await action.runJson('webhook.get')).toEqual([{ registered: false }]);
		const created = await action.runJson('webhook.create', { url });
		const { signingKey, createdAt } = (await action.control().webhook()) ?? {};
		expect(created).toEqual([{ url, signingKey }]);
		expect(await action.runJson('webhook.get')).toEqual([{ registered: true, url, createdAt }]);
		await action.inject({ kind: 'cut', after: true }, '/webhook', { match: { method: 'DELETE' } });
		expect(await action.runJson('webhook.delete')).toEqual([{ deleted: true }]);
		expect(await action.runJson('webhook.delete')).toEqual([{ deleted: true }]);
		expect(await action.control().webhook()).toBeNull();
		const [read, written, deleted] = [get('/webhook'), post('/webhook', { url }), ['DELETE', '/2020q3/webhook']];
		// After the lost response to DELETE, the node reads the webhook again.
		expect(await action.sent()).toEqual([read, read, written, read, read, deleted, read, read]);
	});

	// Registering the same URL again would change its signing key, and the receiver would reject all events.
	it.each(['https://other.example.com/hook', url])('Create keeps %s unless told to replace it', async (registered) => {
		const present = await action.control().registerWebhook({ url: registered });
		const { message } = await action.failure('webhook.create', { url });
		expect(message).toContain(`already has a webhook: ${registered}`);
		expect(await action.control().webhook()).toEqual(present);
		await action.run('webhook.create', { url, ifAlreadyRegistered: 'replace' });
		expect(await action.control().webhook()).toMatchObject({
			url,
			signingKey: expect.not.stringMatching(present.signingKey ?? ''),
		});
	});

	it('Delete succeeds if another system has just removed the webhook, and fails if the service refuses', async () => {
		await action.control().registerWebhook({ url });
		for (const status of [404, 403])
			await action.inject({ kind: 'status', status }, '/webhook', { match: { method: 'DELETE' } });
		expect(await action.runJson('webhook.delete')).toEqual([{ deleted: true }]);
		expect((await action.failure('webhook.delete')).message).toContain('refused access (DELETE /webhook');
	});

	it('Send Example Event fails without a webhook, because the service would report success and send nothing', async () => {
		expect((await action.failure('webhook.sendExample')).message).toContain('Your account has no webhook');
		expect(await action.sent()).toEqual([get('/webhook')]);
	});
});
