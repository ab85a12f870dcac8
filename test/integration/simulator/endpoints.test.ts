import { expect, it } from 'vitest';
import type { Assignment, ScoreReport, User } from '../../../simulator/index.ts';
import { NOON, send, useSimulator } from './harness.ts';

/** Tests of users, links, score reports and filters. The document covers the fields. */

const { assessmentId, control, groupId, post } = useSimulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000+00:00`;

type Assigned = Record<'userId' | 'userAssessmentId' | 'signInUrl' | 'singleAssessmentSignInUrl', string>;
const assign = async (identity: object): Promise<Assigned> =>
	await post('/assign', { assessmentId: await assessmentId(0), ...identity });
const scoreOf = async (identity: object): Promise<User> => await post('/score', identity);

interface Scores {
	appliedFilters: Record<string, unknown>;
	userScores: User[];
}
const list = async (body: object): Promise<Scores> => await post('/scores', body);
const reportsOf = ({ userScores }: Scores): ScoreReport[] => userScores.flatMap(({ scoreReports }) => scoreReports);

it("/assign adds an assignment to an existing user, and doesn't change anything else", async () => {
	const identity = { emailAddress: 'CANDIDATE002@Example.COM', uniqueIdentifier: 'EMP-002' };
	const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
	const changes = { givenName: 'New', surName: 'Name', studentId: 'New' };
	const { userId, userAssessmentId } = await assign({ ...identity, ...changes });
	const added = expect.objectContaining({ userAssessmentId }) as ScoreReport;
	expect(await scoreOf({ userId })).toEqual({ ...before, scoreReports: [...before.scoreReports, added] });
});

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

it('/score shows each step, how long the assessment took, and a new score that replaces the old one', async () => {
	const uniqueIdentifier = 'EMP-012';
	const { userId } = await control().user({ uniqueIdentifier });
	const assignedAt = NOON - 100_000_000;
	const { userAssessmentId } = await control().assign({ userId, assessmentId: await assessmentId(0), assignedAt });
	const shown = async () => (await scoreOf({ uniqueIdentifier })).scoreReports.at(-1);
	const unscored = { started: null, duration: null, score: 0, certificateUrl: null };
	expect(await shown()).toMatchObject({ ...unscored, status: 'NotStarted' });
	await control().start({ userAssessmentId, at: NOON - 90_061_001 });
	const started = expect.any(String) as string;
	expect(await shown()).toMatchObject({ ...unscored, started, status: 'InProgress' });
	await control().finish({ userAssessmentId });
	const finished = { ...unscored, started, duration: '25:01:01.0007281' };
	expect(await shown()).toMatchObject({ ...finished, status: 'ScorePending' });
	await control().needsReview({ userAssessmentId });
	expect(await shown()).toMatchObject({ ...finished, status: 'NeedsReview' });
	const certificateUrl = expect.stringMatching(/^2020q3\/certificate\//) as string;
	for (const score of [7.4, 9.9]) {
		await control().score({ userAssessmentId, score });
		expect(await shown()).toMatchObject({ ...finished, status: 'Completed', score, certificateUrl });
	}
});

const INCOMPLETE = { includeIncompleteAssessments: true };
const [LONG_AGO, IN_THE_FUTURE] = ['2000-01-01T00:00:00.0000000+00:00', '2100-01-01T00:00:00.0000000+00:00'];

it.each([
	[{}, 7, ['Completed']],
	[{ ...INCOMPLETE, startedOnOrAfter: LONG_AGO }, 12, ['Completed', 'InProgress', 'NeedsReview', 'ScorePending']],
	[{ ...INCOMPLETE, completedOnOrAfter: LONG_AGO }, 7, ['Completed']],
	[{ ...INCOMPLETE, completedOnOrBefore: IN_THE_FUTURE }, 7, ['Completed']],
	[{ completedOnOrBefore: IN_THE_FUTURE, startedOnOrAfter: IN_THE_FUTURE }, 0, []],
])('/scores with %j returns %i reports (%j), and says which filters it applied', async (filters, reports, expected) => {
	const scores = await list(filters);
	const statuses = reportsOf(scores).map(({ status }) => status);
	expect([statuses.length, [...new Set(statuses)].sort()]).toEqual([reports, expected]);
	const none = ['groupIds', 'startedOnOrAfter', 'startedOnOrBefore', 'completedOnOrAfter', 'completedOnOrBefore'];
	const unused = { includeIncompleteAssessments: false, ...Object.fromEntries(none.map((name) => [name, null])) };
	expect(scores.appliedFilters).toEqual({ ...unused, ...filters });
});

it.each(['started', 'completed'] as const)('/scores returns reports %s within an exact range', async (field) => {
	const moments = (scores: Scores) => reportsOf(scores).map((report) => report[field] ?? '');
	const within = async (from = '', to = '') =>
		moments(await list({ [`${field}OnOrAfter`]: from, [`${field}OnOrBefore`]: to })).sort();
	const [from = '', between, to = ''] = moments(await list({}))
		.sort()
		.slice(2, 5);
	expect(await within(from, to)).toEqual([from, between, to]);
	const later = from.replace(/\d{7}(?=\+)/, (digits) => String(Number(digits) + 1).padStart(7, '0'));
	expect(await within(later, to)).toEqual([between, to]);
});

it.each([
	[[0], 3],
	[[0, 1], 4],
	[[], 5],
])('/scores returns the users in any of the groups %j, and all users without groups', async (places, users) => {
	const groupIds = await Promise.all(places.map(groupId));
	const { appliedFilters, userScores } = await list({ groupIds });
	expect([userScores.length, appliedFilters.groupIds]).toEqual([users, groupIds]);
});
