import { expect, it } from 'vitest';
import type { Assignment, ScoreReport, User } from '../../../simulator/index.ts';
import { NOON, send, useSimulator } from './harness.ts';

const { assessmentId, call, control, groupId, post } = useSimulator();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [LONG_AGO, IN_THE_FUTURE] = ['2000-01-01T00:00:00.0000000+00:00', '2100-01-01T00:00:00.0000000+00:00'];
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
const assignments = async (range: object) =>
	(await post<{ assignments: Assignment[] }>('/assignments', { assignedOnOrAfter: LONG_AGO, ...range })).assignments;
const reportsOf = ({ userScores }: Scores): ScoreReport[] => userScores.flatMap(({ scoreReports }) => scoreReports);

it("/assign adds an assignment to an existing user, and doesn't change anything else", async () => {
	const identity = { emailAddress: 'CANDIDATE002@Example.COM', uniqueIdentifier: 'EMP-002' };
	const before = await scoreOf({ uniqueIdentifier: 'EMP-002' });
	const changes = { givenName: 'New', surName: 'Name', studentId: 'New' };
	const { userId, userAssessmentId } = await assign({ ...identity, ...changes });
	const added = expect.objectContaining({ userAssessmentId }) as ScoreReport;
	expect(await scoreOf({ userId })).toEqual({ ...before, scoreReports: [...before.scoreReports, added] });
});

it('a sign-in link works once within five minutes, and a reusable link works until the assignment expires', async () => {
	const follow = async (url: string): Promise<number> => (await send('GET', url)).status;
	const assigned = await assign({ uniqueIdentifier: 'N', givenName: 'Nora', returnUrl: 'https://example.com/done' });
	const { signInUrl: late, singleAssessmentSignInUrl: reusable } = assigned;
	const { signInUrl: link } = await post<Assigned>('/create-sign-in-token', { uniqueIdentifier: 'N' });
	expect(assigned).toMatchObject({
		signInUrlExpiresAt: iso(NOON + 5 * MINUTE),
		singleAssessmentSignInUrlExpiresAt: iso(NOON + 30 * DAY),
	});
	await control().setClock({ advanceMs: 5 * MINUTE - 1 });
	expect([await follow(link), await follow(link)]).toEqual([200, 410]);
	await control().setClock({ advanceMs: 1 });
	expect([await follow(late), await follow(`${late}x`)]).toEqual([410, 404]);
	await control().setClock({ advanceMs: 30 * DAY - 5 * MINUTE - 1 });
	const page = /^Welcome, Nora\. You are signed in to English Speaking\..*return to https:\/\/example.com\/done\.$/;
	for (let visit = 0; visit < 2; visit++) expect((await send('GET', reusable)).text).toMatch(page);
	await control().setClock({ advanceMs: 1 });
	expect(await follow(reusable)).toBe(410);
});

it('a report shows how long the assessment took and the latest score, and has a certificate once it is scored', async () => {
	const [{ userAssessmentId = '' } = {}] = (await control().user({ uniqueIdentifier: 'EMP-005' })).scoreReports;
	await control().start({ userAssessmentId, at: NOON - 90_061_001 });
	const finished = { status: 'ScorePending', duration: '25:01:01.0007281', score: 0, certificateUrl: null };
	expect(await control().finish({ userAssessmentId })).toMatchObject(finished);
	const certificateUrl = expect.stringMatching(/^2020q3\/certificate\//) as string;
	for (const score of [7.4, 9.9]) {
		const { report } = await control().score({ userAssessmentId, score });
		expect(report).toMatchObject({ ...finished, status: 'Completed', score, certificateUrl });
	}
});

const BEGUN = { includeIncompleteAssessments: true, startedOnOrAfter: LONG_AGO };
const SCORED = ['Completed'];

it.each<[filters: object, groups: number[] | undefined, users: number, reports: number, statuses: string[]]>([
	[{}, [], 5, 7, SCORED],
	[{}, [0], 3, 5, SCORED],
	[{}, [0, 1], 4, 6, SCORED],
	[{ includeIncompleteAssessments: true, completedOnOrBefore: IN_THE_FUTURE }, undefined, 5, 7, SCORED],
	[BEGUN, undefined, 10, 12, [...SCORED, 'InProgress', 'NeedsReview', 'ScorePending']],
])('/scores with %j of the groups %j returns %i users and %i reports (%j)', async (given, groups, ...expected) => {
	const filters = groups === undefined ? given : { ...given, groupIds: await Promise.all(groups.map(groupId)) };
	const { appliedFilters, userScores } = await list(filters);
	const statuses = userScores.flatMap(({ scoreReports }) => scoreReports.map(({ status }) => status));
	expect([userScores.length, statuses.length, [...new Set(statuses)].sort()]).toEqual(expected);
	expect(appliedFilters).toMatchObject(filters);
});

it.each<[name: string, momentsIn: (range: object) => Promise<Array<string | null>>]>([
	['assigned', async (range) => (await assignments(range)).map(({ assignedAt }) => assignedAt)],
	['started', async (range) => reportsOf(await list(range)).map(({ started }) => started)],
	['completed', async (range) => reportsOf(await list(range)).map(({ completed }) => completed)],
])('a list returns entries that were %s within a range, ends included', async (name, momentsIn) => {
	const within = async (from: string, to: string) =>
		(await momentsIn({ [`${name}OnOrAfter`]: from, [`${name}OnOrBefore`]: to })).sort();
	const [from = '', between, to = ''] = (await momentsIn({})).sort().slice(2, 5).map(String);
	expect(await within(from, to)).toEqual([from, between, to]);
	const elsewhere = new Date(Date.parse(from) + 330 * MINUTE).toISOString().slice(0, 19);
	expect(await within(from.replace(/^.{19}/, elsewhere).replace('+00:00', '+05:30'), to)).toEqual([from, between, to]);
	const later = from.replace(/\d{7}(?=\+)/, (digits) => String(Number(digits) + 1).padStart(7, '0'));
	expect(await within(later, to)).toEqual([between, to]);
	await control().configure({ utcOffsetMinutes: -210 });
	const written = await within(from, to);
	expect(written.map((moment) => Date.parse(String(moment)))).toEqual([from, String(between), to].map(Date.parse));
	expect(written.join()).toMatch(/^(\S{19}\.\d{7}-03:30,?){3}$/);
});

it.each([
	['2020q3', ['content-type', 'x-content-sha256', 'x-request-timestamp', 'x-signature']],
	['beta', ['content-type']],
])('a score sends one event with its own report only, in version %s, with the headers %j', async (version, names) => {
	const body = { uniqueIdentifier: 'EMP-001' };
	const [{ userAssessmentId = '' } = {}] = (await control().user(body)).scoreReports;
	await call('POST', '/webhook', { version, body: { url: 'http://127.0.0.1:9/' } });
	await control().needsReview({ userAssessmentId });
	await control().score({ userAssessmentId, sendEvent: false });
	await control().score({ userAssessmentId, score: 9.1 });
	const user = (await call('POST', '/score', { version, body })).json as User;
	const data = {
		...user,
		scoreReports: user.scoreReports.filter((report) => report.userAssessmentId === userAssessmentId),
	};
	const events = (await control().deliveries()).map(({ body: sent, headers }) => [sent, Object.keys(headers)]);
	expect(events).toEqual([[JSON.stringify({ event: 'user-assessment-scored', data }), names]]);
});
