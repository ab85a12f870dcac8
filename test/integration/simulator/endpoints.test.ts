import { expect, it } from 'vitest';
import type { Assignment, User } from '../../../simulator/index.ts';
import { NOON, send, useSimulator } from './harness.ts';

/** The users that /assign finds, the lifetime of links, and the ends of a range. The document covers the fields. */

const { assessmentId, control, post } = useSimulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000+00:00`;

type Assigned = Record<'userId' | 'userAssessmentId' | 'signInUrl' | 'singleAssessmentSignInUrl', string>;
const assign = async (identity: object): Promise<Assigned> =>
	await post('/assign', { assessmentId: await assessmentId(0), ...identity });
const scoreOf = async (identity: object): Promise<User> => await post('/score', identity);

it.each([
	['emailAddress, in a different case', { emailAddress: 'CANDIDATE002@Example.COM' }],
	['uniqueIdentifier', { uniqueIdentifier: 'EMP-002' }],
	['both', { emailAddress: 'candidate002@example.com', uniqueIdentifier: 'EMP-002' }],
])(
	"/assign adds an assignment to an existing user identified by %s, and doesn't change anything else",
	async (_name, identity) => {
		const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
		const changes = { givenName: 'New', surName: 'Name', studentId: 'New' };
		const { userId, userAssessmentId } = await assign({ ...identity, ...changes });
		const added = expect.objectContaining({ userAssessmentId }) as User['scoreReports'][number];
		expect(await scoreOf({ userId })).toEqual({ ...before, scoreReports: [...before.scoreReports, added] });
	},
);

it('a sign-in link works once within five minutes, a reusable link until the assignment expires', async () => {
	const follow = async (url: string): Promise<unknown> => {
		const { status, text } = await send('GET', url);
		return status === 200 ? text : status;
	};
	const returnUrl = 'https://example.com/done';
	const assigned = await assign({ uniqueIdentifier: 'a', givenName: '<b>"&', returnUrl });
	const reusable = assigned.singleAssessmentSignInUrl;
	expect(assigned).toMatchObject({
		signInUrlExpiresAt: iso(NOON + 5 * MINUTE),
		singleAssessmentSignInUrlExpiresAt: iso(NOON + 30 * DAY),
	});
	const tokens = [];
	for (const identity of [{ userId: assigned.userId }, { uniqueIdentifier: 'a' }]) {
		tokens.push((await post<{ signInUrl: string }>('/create-sign-in-token', identity)).signInUrl);
	}
	const [token = '', late = ''] = tokens;
	await control().setClock({ advanceMs: 5 * MINUTE - 1 });
	expect([await follow(token), await follow(token)]).toEqual([expect.stringContaining('<b>"&'), 410]);
	await control().setClock({ advanceMs: 1 });
	expect([await follow(late), await follow(assigned.signInUrl), await follow(`${late}x`)]).toEqual([410, 410, 404]);
	await control().setClock({ advanceMs: 30 * DAY - 5 * MINUTE - 1 });
	const page = /^Welcome, <b>"&. You are signed in to English Speaking\..*return to https:\/\/example.com\/done\.$/;
	for (const text of [await follow(reusable), await follow(reusable)]) expect(text).toMatch(page);
	await control().setClock({ advanceMs: 1 });
	expect(await follow(reusable)).toBe(410);
});

it('/assignments returns assignments within the range, including both ends, at any offset', async () => {
	const { userId } = await control().user({ uniqueIdentifier: 'EMP-012' });
	const ids = [];
	for (const assignedAt of [NOON - 2, NOON - 1, NOON, NOON + 1]) {
		const assigned = await control().assign({ userId, assessmentId: await assessmentId(0), assignedAt });
		ids.push(assigned.userAssessmentId);
	}
	const range = { assignedOnOrAfter: '2026-03-10T13:59:59.999+02:00', assignedOnOrBefore: '2026-03-10T12:00:00Z' };
	const { assignments } = await post<{ assignments: Assignment[] }>('/assignments', range);
	expect(assignments.map(({ userAssessmentId }) => userAssessmentId)).toEqual(ids.slice(1, 3));
});
