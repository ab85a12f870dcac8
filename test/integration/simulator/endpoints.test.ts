import { describe, expect, it } from 'vitest';
import { countsOf, NOON, useSimulator } from './harness.ts';
import { UUID } from './patterns.ts';

/** The JSON endpoints of the specification: fields, matching rules and filters. Scores are in reports.test.ts. */

const service = useSimulator();
const MINUTE = 60_000;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000+00:00`;
const LINK = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{20,}$/) as string;

type Assigned = Record<'userId' | 'userAssessmentId' | 'singleAssessmentSignInUrl', string>;

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
	it.each([
		['emailAddress, in another case', { emailAddress: 'CANDIDATE002@Example.COM' }],
		['uniqueIdentifier', { uniqueIdentifier: 'EMP-002' }],
		['both', { emailAddress: 'candidate002@example.com', uniqueIdentifier: 'EMP-002' }],
	])('assigns to an existing user named by %s, who stays as they were', async (_name, identity) => {
		const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
		const changes = { givenName: 'New', surName: 'Name', studentId: 'New' };
		const { userId, userAssessmentId } = await assign({ ...identity, ...changes });
		const after = await scoreOf({ userId });
		expect({ ...after, scoreReports: [] }).toEqual({ ...before, scoreReports: [] });
		const reports = after.scoreReports as Array<{ userAssessmentId: string }>;
		expect(reports).toHaveLength((before.scoreReports as unknown[]).length + 1);
		expect(reports.at(-1)?.userAssessmentId).toBe(userAssessmentId);
	});

	it('an identifier that the user lacked names them from now on', async () => {
		const { userId } = await assign({ emailAddress: 'candidate003@example.com', uniqueIdentifier: 'LATE-1' });
		expect((await scoreOf({ uniqueIdentifier: 'LATE-1' })).userId).toBe(userId);
		expect((await scoreOf({ emailAddress: 'candidate003@example.com' })).uniqueIdentifier).toBe('LATE-1');
	});

	it('the same twice gives two assignments, each with links of its own; groups, in capitals too, add up', async () => {
		const { groupId, simulator } = service();
		const person = { emailAddress: 'twice@example.com' };
		const groupIds = [await groupId(1), await groupId(2)];
		const first = await assign({ ...person, assignedGroups: groupIds.slice(0, 1) });
		const second = await assign({ ...person, assignedGroups: [groupIds[1]?.toUpperCase()] });
		expect(second).toEqual({
			userId: first.userId,
			userAssessmentId: expect.stringMatching(UUID) as string,
			signInUrl: LINK,
			signInUrlExpiresAt: iso(NOON + 5 * MINUTE),
			singleAssessmentSignInUrl: LINK,
			singleAssessmentSignInUrlExpiresAt: iso(NOON + 30 * 24 * 60 * MINUTE),
		});
		expect(second.userAssessmentId).not.toBe(first.userAssessmentId);
		expect(await simulator.control.user(person)).toMatchObject({ groupIds, scoreReports: [{}, {}] });
	});
});

describe('POST /create-sign-in-token', () => {
	it.each(['userId', 'emailAddress', 'uniqueIdentifier'])('by %s', async (field) => {
		const { call, simulator } = service();
		const user = await simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const identity = { userId: user.userId, emailAddress: user.email, uniqueIdentifier: 'EMP-001' }[field];
		const { status, json } = await call('POST', '/create-sign-in-token', { body: { [field]: identity } });
		expect(status).toBe(200);
		expect(json).toEqual({ signInUrl: LINK, expiresAt: iso(NOON + 5 * MINUTE) });
	});
});

describe('sign-in links', () => {
	const link = async (): Promise<string> => {
		const { json } = await service().call('POST', '/create-sign-in-token', { body: { uniqueIdentifier: 'EMP-001' } });
		return (json as { signInUrl: string }).signInUrl;
	};
	const follow = async (address: string): Promise<number> => (await service().get(address)).status;
	const advance = async (advanceMs: number): Promise<unknown> => service().simulator.control.setClock({ advanceMs });

	it('signs in once, until five minutes are over', async () => {
		const [first, second] = [await link(), await link()];
		await advance(5 * MINUTE - 1);
		const page = await service().get(first);
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(page.text).toContain('Zoë Brontë-Smith');
		expect(await follow(first)).toBe(410);
		await advance(1);
		expect(await follow(second)).toBe(410);
		expect(await follow(`${first}x`)).toBe(404);
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
		expect(countsOf(found.map(({ userAssessmentStatus }) => String(userAssessmentStatus)))).toEqual(expected);
	});
});
