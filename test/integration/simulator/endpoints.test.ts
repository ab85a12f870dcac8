import { describe, expect, it } from 'vitest';
import type { User } from '../../../simulator/index.ts';
import { countsOf, NOON, useSimulator } from './harness.ts';

/** The JSON endpoints: fields, matching rules and filters. Scores are in reports.test.ts. */

const service = useSimulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000+00:00`;
const LINK = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{20,}$/) as string;

async function post<Answer>(path: string, body: object): Promise<Answer> {
	const { status, json } = await service().call('POST', path, { body });
	expect([path, status]).toEqual([path, 200]);
	return json as Answer;
}

type Assigned = Record<'userId' | 'userAssessmentId' | 'singleAssessmentSignInUrl', string>;
const assign = async (identity: object): Promise<Assigned> =>
	await post('/assign', { assessmentId: await service().assessmentId(0), ...identity });
const scoreOf = async (identity: object): Promise<User> => await post('/score', identity);

describe('POST /assign', () => {
	it.each([
		['emailAddress, in another case', { emailAddress: 'CANDIDATE002@Example.COM' }],
		['uniqueIdentifier', { uniqueIdentifier: 'EMP-002' }],
		['both', { emailAddress: 'candidate002@example.com', uniqueIdentifier: 'EMP-002' }],
	])('assigns to an existing user named by %s, who stays as they were', async (_name, identity) => {
		const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
		const changes = { givenName: 'New', surName: 'Name', studentId: 'New' };
		const { userId, userAssessmentId } = await assign({ ...identity, ...changes });
		const added = expect.objectContaining({ userAssessmentId }) as User['scoreReports'][number];
		expect(await scoreOf({ userId })).toEqual({ ...before, scoreReports: [...before.scoreReports, added] });
	});

	it('an identifier that the user lacked names them from now on', async () => {
		const { userId } = await assign({ emailAddress: 'candidate003@example.com', uniqueIdentifier: 'LATE-1' });
		expect(await scoreOf({ uniqueIdentifier: 'LATE-1' })).toMatchObject({ userId, uniqueIdentifier: 'LATE-1' });
	});

	it('twice gives two assignments, each with links of its own; groups, in capitals too, add up', async () => {
		const { groupId, simulator } = service();
		const person = { emailAddress: 'twice@example.com' };
		const groupIds = [await groupId(1), await groupId(2)];
		const first = await assign({ ...person, assignedGroups: groupIds.slice(0, 1) });
		const second = await assign({ ...person, assignedGroups: [groupIds[1]?.toUpperCase()] });
		expect(second).toEqual({
			userId: first.userId,
			userAssessmentId: expect.any(String) as string,
			signInUrl: LINK,
			signInUrlExpiresAt: iso(NOON + 5 * MINUTE),
			singleAssessmentSignInUrl: LINK,
			singleAssessmentSignInUrlExpiresAt: iso(NOON + 30 * DAY),
		});
		expect(second.userAssessmentId).not.toBe(first.userAssessmentId);
		expect(await simulator.control.user(person)).toMatchObject({ groupIds, scoreReports: [{}, {}] });
	});
});

describe('sign-in links', () => {
	const follow = async (address = ''): Promise<unknown> => {
		const { status, text } = await service().get(address);
		return status === 200 ? text : status;
	};
	const advance = async (advanceMs: number): Promise<unknown> => service().simulator.control.setClock({ advanceMs });

	it('of a token sign in once, until five minutes are over, whatever identifier names the user', async () => {
		const { userId, email: emailAddress } = await service().simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const links = [];
		for (const identity of [{ userId }, { emailAddress }, { uniqueIdentifier: 'EMP-001' }]) {
			const token = await post<{ signInUrl: string }>('/create-sign-in-token', identity);
			expect(token).toEqual({ signInUrl: LINK, expiresAt: iso(NOON + 5 * MINUTE) });
			links.push(token.signInUrl);
		}
		await advance(5 * MINUTE - 1);
		expect([await follow(links[0]), await follow(links[0])]).toEqual([
			expect.stringContaining('Zoë Brontë-Smith'),
			410,
		]);
		await advance(1);
		expect([await follow(links[1]), await follow(`${links[1]}x`)]).toEqual([410, 404]);
	});

	it('singleAssessmentSignInUrl is reusable until the assignment expires', async () => {
		const returnUrl = 'https://example.com/done';
		const { singleAssessmentSignInUrl: link } = await assign({ uniqueIdentifier: 'a', givenName: '<b>"&', returnUrl });
		await advance(30 * DAY - 1);
		const page = /^Welcome, <b>"&. You are signed in to English Speaking\..*return to https:\/\/example.com\/done\.$/;
		for (const text of [await follow(link), await follow(link)]) expect(text).toMatch(page);
		await advance(1);
		expect(await follow(link)).toBe(410);
	});
});

describe('POST /assignments', () => {
	const list = async (body: object): Promise<Array<Record<string, unknown>>> =>
		(await post<{ assignments: Array<Record<string, unknown>> }>('/assignments', body)).assignments;

	it('gives every field, with null where there is nothing', async () => {
		const { control } = service().simulator;
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
		await control.start({ userAssessmentId });
		await control.finish({ userAssessmentId, at: NOON + MINUTE });
		expect(await list({ assignedOnOrAfter: iso(NOON) })).toEqual([
			{ ...expected, userAssessmentStatus: 'Completed', startedAt: iso(NOON), completedAt: iso(NOON + MINUTE) },
		]);
	});

	it('the range holds its ends, and understands offsets', async () => {
		const { control } = service().simulator;
		const { userId } = await control.user({ uniqueIdentifier: 'EMP-012' });
		const assessmentId = await service().assessmentId(0);
		const ids = [];
		for (const assignedAt of [NOON - 2, NOON - 1, NOON, NOON + 1]) {
			ids.push((await control.assign({ userId, assessmentId, assignedAt })).userAssessmentId);
		}
		const range = { assignedOnOrAfter: '2026-03-10T13:59:59.999+02:00', assignedOnOrBefore: '2026-03-10T12:00:00Z' };
		expect((await list(range)).map(({ userAssessmentId }) => userAssessmentId)).toEqual(ids.slice(1, 3));
	});

	it.each([
		[[], { NotStarted: 2, InProgress: 2, Completed: 10 }],
		[['NotStarted'], { NotStarted: 2 }],
		[['InProgress', 'Completed'], { InProgress: 2, Completed: 10 }],
	])('statuses %j', async (statuses, expected) => {
		const found = await list({ assignedOnOrAfter: '2000-01-01', statuses });
		expect(countsOf(found.map(({ userAssessmentStatus }) => String(userAssessmentStatus)))).toEqual(expected);
	});
});
