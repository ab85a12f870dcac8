import { describe, expect, it } from 'vitest';
import { NOON, useSimulator } from './harness.ts';
import { TIMESTAMP, UUID } from './patterns.ts';

/** The JSON endpoints of the specification: fields, matching rules and filters. Scores are in reports.test.ts. */

const service = useSimulator();
const MINUTE = 60_000;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000+00:00`;

describe('assessments and groups', () => {
	it('GET /assessments lists name and assessmentId, and nothing else', async () => {
		const { status, json } = await service().call('GET', '/assessments');
		expect(status).toBe(200);
		const expected = (name: string): unknown => ({ name, assessmentId: expect.stringMatching(UUID) as string });
		expect(json).toEqual({
			assessments: [
				expected('English Speaking'),
				expected('Spanish Speaking'),
				expected('English Writing'),
				expected('Français – Expression écrite'),
				expected('English Placement'),
				expected('Deutsch Einstufung'),
			],
		});
	});

	it('POST /groups creates a group that GET /groups lists and /assign accepts', async () => {
		const { assessmentId, call } = service();
		const created = await call('POST', '/groups', { body: { name: 'Grüppe ①' } });
		expect(created.status).toBe(200);
		expect(created.json).toEqual({ name: 'Grüppe ①', groupId: expect.stringMatching(UUID) as string });
		const { json } = await call('GET', '/groups');
		expect((json as { groups: unknown[] }).groups).toHaveLength(4);
		expect((json as { groups: unknown[] }).groups.at(-1)).toEqual(created.json);
		const { groupId } = created.json as { groupId: string };
		const body = { assessmentId: await assessmentId(0), emailAddress: 'a@example.com', assignedGroups: [groupId] };
		expect((await call('POST', '/assign', { body })).status).toBe(200);
	});

	it('a created group may be answered with 201', async () => {
		const { call, simulator } = service();
		await simulator.control.configure({ groupCreatedStatus: 201 });
		expect((await call('POST', '/groups', { body: { name: 'x' } })).status).toBe(201);
	});
});

interface Assigned {
	userId: string;
	userAssessmentId: string;
	signInUrl: string;
	singleAssessmentSignInUrl: string;
}

const assign = async (identity: object, place = 0): Promise<Assigned> => {
	const body = { assessmentId: await service().assessmentId(place), ...identity };
	const { status, json } = await service().call('POST', '/assign', { body });
	expect(status).toBe(200);
	return json as Assigned;
};

const scoreOf = async (identity: object): Promise<Record<string, unknown>> => {
	const { json } = await service().call('POST', '/score', { body: identity });
	return json as Record<string, unknown>;
};

describe('POST /assign', () => {
	it('creates a user with everything that was said', async () => {
		const { groupId, simulator } = service();
		const assigned = await assign({
			givenName: 'Ṣọlá',
			surName: 'Adébáyọ̀',
			emailAddress: 'Sola@Example.com',
			uniqueIdentifier: 'U-1',
			studentId: 'S-1',
			assignedGroups: [await groupId(1), (await groupId(2)).toUpperCase()],
			returnUrl: 'https://example.com/back?x=1',
		});
		expect(assigned).toEqual({
			userId: expect.stringMatching(UUID) as string,
			userAssessmentId: expect.stringMatching(UUID) as string,
			signInUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{20,}$/) as string,
			signInUrlExpiresAt: iso(NOON + 5 * MINUTE),
			singleAssessmentSignInUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{20,}$/) as string,
			singleAssessmentSignInUrlExpiresAt: iso(NOON + 30 * 24 * 60 * MINUTE),
		});
		const { userId, userAssessmentId } = assigned;
		expect(await scoreOf({ userId })).toMatchObject({
			userId,
			givenName: 'Ṣọlá',
			surname: 'Adébáyọ̀',
			email: 'Sola@Example.com',
			uniqueIdentifier: 'U-1',
			studentId: 'S-1',
			scoreReports: [{ userAssessmentId, status: 'NotStarted' }],
		});
		expect((await simulator.control.user({ userId })).groupIds).toEqual([await groupId(1), await groupId(2)]);
	});

	it.each([
		['emailAddress, in another case', { emailAddress: 'CANDIDATE002@Example.COM' }],
		['uniqueIdentifier', { uniqueIdentifier: 'EMP-002' }],
		['both', { emailAddress: 'candidate002@example.com', uniqueIdentifier: 'EMP-002' }],
	])('assigns to an existing user named by %s, who stays as they were', async (_name, identity) => {
		const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
		const { userId, userAssessmentId } = await assign({
			...identity,
			givenName: 'New',
			surName: 'Name',
			studentId: 'New',
		});
		const after = await scoreOf({ userId });
		expect({ ...after, scoreReports: [] }).toEqual({ ...before, scoreReports: [] });
		const reports = after.scoreReports as Array<{ userAssessmentId: string }>;
		expect(reports).toHaveLength((before.scoreReports as unknown[]).length + 1);
		expect(reports.at(-1)?.userAssessmentId).toBe(userAssessmentId);
	});

	it('uniqueIdentifiers are told apart by case', async () => {
		const { userId } = await assign({ uniqueIdentifier: 'emp-002' });
		expect(userId).not.toBe((await scoreOf({ uniqueIdentifier: 'EMP-002' })).userId);
	});

	it('an identifier that the user lacked names them from now on', async () => {
		const { userId } = await assign({ emailAddress: 'candidate003@example.com', uniqueIdentifier: 'LATE-1' });
		expect((await scoreOf({ uniqueIdentifier: 'LATE-1' })).userId).toBe(userId);
		expect((await scoreOf({ emailAddress: 'candidate003@example.com' })).uniqueIdentifier).toBe('LATE-1');
	});

	it('the same assessment twice gives two assignments; groups add up', async () => {
		const { groupId, simulator } = service();
		const first = await assign({ emailAddress: 'twice@example.com', assignedGroups: [await groupId(0)] });
		const second = await assign({ emailAddress: 'twice@example.com', assignedGroups: [await groupId(1)] });
		expect(second.userId).toBe(first.userId);
		expect(second.userAssessmentId).not.toBe(first.userAssessmentId);
		const user = await simulator.control.user({ userId: first.userId });
		expect(user.scoreReports).toHaveLength(2);
		expect(user.groupIds).toEqual([await groupId(0), await groupId(1)]);
	});
});

describe('POST /create-sign-in-token', () => {
	it.each(['userId', 'emailAddress', 'uniqueIdentifier'])('by %s', async (field) => {
		const { call, simulator } = service();
		const user = await simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const identity = { userId: user.userId, emailAddress: user.email, uniqueIdentifier: 'EMP-001' }[field];
		const { status, json } = await call('POST', '/create-sign-in-token', { body: { [field]: identity } });
		expect(status).toBe(200);
		expect(json).toEqual({
			signInUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{20,}$/) as string,
			expiresAt: iso(NOON + 5 * MINUTE),
		});
	});

	it('204 without a body for an unknown user, and when identifiers name different users', async () => {
		for (const body of [
			{ emailAddress: 'nobody@example.com' },
			{ userId: '00000000-0000-4000-8000-000000000000' },
			{ uniqueIdentifier: 'EMP-001', emailAddress: 'candidate002@example.com' },
		]) {
			for (const path of ['/create-sign-in-token', '/score']) {
				const reply = await service().call('POST', path, { body });
				expect([reply.status, reply.text]).toEqual([204, '']);
			}
		}
	});
});

describe('sign-in links', () => {
	const link = async (): Promise<string> => {
		const { json } = await service().call('POST', '/create-sign-in-token', { body: { uniqueIdentifier: 'EMP-001' } });
		return (json as { signInUrl: string }).signInUrl;
	};
	const follow = async (address: string): Promise<number> => (await service().get(address)).status;
	const advance = async (advanceMs: number): Promise<unknown> => service().simulator.control.setClock({ advanceMs });

	it('signs in once', async () => {
		const address = await link();
		const page = await service().get(address);
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(page.text).toContain('Zoë Brontë-Smith');
		expect(await follow(address)).toBe(410);
	});

	it('signs in until five minutes are over', async () => {
		const [first, second] = [await link(), await link()];
		await advance(5 * MINUTE - 1);
		expect(await follow(first)).toBe(200);
		await advance(1);
		expect(await follow(second)).toBe(410);
	});

	it('singleAssessmentSignInUrl is reusable until the assignment expires', async () => {
		const { singleAssessmentSignInUrl } = await assign({
			emailAddress: 'a@example.com',
			givenName: '<b>"&',
			returnUrl: 'https://example.com/done',
		});
		await advance(29 * 24 * 60 * MINUTE);
		const page = await service().get(singleAssessmentSignInUrl);
		expect(page.text).toContain('English Speaking');
		expect(page.text).toContain('Welcome, &lt;b&gt;&quot;&amp;');
		expect(page.text).toContain('return to https://example.com/done');
		expect(await follow(singleAssessmentSignInUrl)).toBe(200);
		await advance(24 * 60 * MINUTE);
		expect(await follow(singleAssessmentSignInUrl)).toBe(410);
	});

	it('404 for a link that was never given', async () => {
		expect(await follow(`${service().simulator.baseHost}/sign-in/never`)).toBe(404);
	});
});

describe('POST /assignments', () => {
	const DAY = 24 * 60 * MINUTE;
	const list = async (body: object): Promise<Array<Record<string, unknown>>> => {
		const { status, json } = await service().call('POST', '/assignments', { body });
		expect(status).toBe(200);
		return (json as { assignments: Array<Record<string, unknown>> }).assignments;
	};

	it('gives every field, with null where there is nothing', async () => {
		const { simulator } = service();
		const { userId, userAssessmentId } = await assign({ emailAddress: 'b@example.com', givenName: 'B', surName: 'C' });
		const expected = {
			userId,
			uniqueIdentifier: null,
			email: 'b@example.com',
			username: 'b@example.com',
			givenName: 'B',
			surName: 'C',
			assessmentName: 'English Speaking',
			userAssessmentId,
			userAssessmentStatus: 'NotStarted',
			assignedAt: iso(NOON),
			expiresAt: iso(NOON + 30 * DAY),
			startedAt: null,
			completedAt: null,
		};
		expect(await list({ assignedOnOrAfter: iso(NOON) })).toEqual([expected]);
		await simulator.control.start({ userAssessmentId });
		await simulator.control.finish({ userAssessmentId, at: NOON + MINUTE });
		expect(await list({ assignedOnOrAfter: iso(NOON) })).toEqual([
			{ ...expected, userAssessmentStatus: 'Completed', startedAt: iso(NOON), completedAt: iso(NOON + MINUTE) },
		]);
	});

	it('the range holds its ends, and understands offsets', async () => {
		const ids = [];
		for (const assignedAt of [NOON - 2, NOON - 1, NOON, NOON + 1]) {
			const { userId } = await service().simulator.control.user({ uniqueIdentifier: 'EMP-012' });
			const assessmentId = await service().assessmentId(0);
			ids.push((await service().simulator.control.assign({ userId, assessmentId, assignedAt })).userAssessmentId);
		}
		const found = await list({
			assignedOnOrAfter: '2026-03-10T13:59:59.999+02:00',
			assignedOnOrBefore: '2026-03-10T12:00:00Z',
		});
		expect(found.map(({ userAssessmentId }) => userAssessmentId)).toEqual(ids.slice(1, 3));
	});

	it.each([
		[undefined, { NotStarted: 2, InProgress: 2, Completed: 10 }],
		[[], { NotStarted: 2, InProgress: 2, Completed: 10 }],
		[['NotStarted'], { NotStarted: 2 }],
		[['InProgress', 'Completed'], { InProgress: 2, Completed: 10 }],
	])('statuses %j', async (statuses, expected) => {
		const found = await list({ assignedOnOrAfter: '2000-01-01', ...(statuses ? { statuses } : {}) });
		const counts: Record<string, number> = {};
		for (const { userAssessmentStatus } of found) {
			counts[String(userAssessmentStatus)] = (counts[String(userAssessmentStatus)] ?? 0) + 1;
		}
		expect(counts).toEqual(expected);
	});

	it('an assignment that expired is still listed, with the time', async () => {
		const { userAssessmentId } = await assign({ emailAddress: 'c@example.com' });
		await service().simulator.control.expire({ userAssessmentId, at: NOON });
		const [found] = await list({ assignedOnOrAfter: iso(NOON) });
		expect(found).toMatchObject({ userAssessmentStatus: 'NotStarted', expiresAt: iso(NOON) });
		expect(found?.expiresAt).toMatch(TIMESTAMP);
	});
});
