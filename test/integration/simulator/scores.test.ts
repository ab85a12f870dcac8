import { expect, it } from 'vitest';
import type { ScoreReport, User } from '../../../simulator/index.ts';
import { NOON, useSimulator } from './harness.ts';

/** The changes of a score report, and the filters of /scores. The document covers the fields. */

const { assessmentId, control, groupId, post } = useSimulator();

interface Scores {
	appliedFilters: Record<string, unknown>;
	userScores: User[];
}
const list = async (body: object): Promise<Scores> => await post('/scores', body);
const reportsOf = ({ userScores }: Scores): ScoreReport[] => userScores.flatMap(({ scoreReports }) => scoreReports);

it('/score shows each step, how long the assessment took, and a new score that replaces the old one', async () => {
	const uniqueIdentifier = 'EMP-012';
	const { userId } = await control().user({ uniqueIdentifier });
	const [speaking, assignedAt] = [await assessmentId(0), NOON - 100_000_000];
	const { userAssessmentId } = await control().assign({ userId, assessmentId: speaking, assignedAt });
	const seen: unknown[] = [];
	for (const step of [
		async () => undefined,
		async () => await control().start({ userAssessmentId, at: NOON - 90_061_001 }),
		async () => await control().finish({ userAssessmentId }),
		async () => await control().needsReview({ userAssessmentId }),
		async () => await control().score({ userAssessmentId, score: 7.4 }),
		async () => await control().score({ userAssessmentId, score: 9.9 }),
	]) {
		await step();
		const [report] = (await post<User>('/score', { uniqueIdentifier })).scoreReports.slice(-1);
		seen.push([report?.status, report?.started !== null, report?.duration, report?.score, report?.certificateUrl]);
	}
	const [duration, certificate] = ['25:01:01.0007281', expect.stringMatching(/^2020q3\/certificate\//)];
	expect(seen).toEqual([
		['NotStarted', false, null, 0, null],
		['InProgress', true, null, 0, null],
		['ScorePending', true, duration, 0, null],
		['NeedsReview', true, duration, 0, null],
		['Completed', true, duration, 7.4, certificate],
		['Completed', true, duration, 9.9, certificate],
	]);
});

it('/scores returns every completed report without filters, and says which filters it applied', async () => {
	const scores = await list({});
	const none = ['groupIds', 'startedOnOrAfter', 'startedOnOrBefore', 'completedOnOrAfter', 'completedOnOrBefore'];
	const applied = { includeIncompleteAssessments: false, ...Object.fromEntries(none.map((name) => [name, null])) };
	expect(scores.appliedFilters).toEqual(applied);
	expect(reportsOf(scores).map(({ status }) => status)).toEqual(Array(7).fill('Completed'));
	expect(scores.userScores[0]).toEqual(await post('/score', { uniqueIdentifier: 'EMP-001' }));
});

it.each([
	[{ startedOnOrAfter: '2000-01-01' }, 12, ['Completed', 'InProgress', 'NeedsReview', 'ScorePending']],
	[{ completedOnOrAfter: '2000-01-01' }, 7, ['Completed']],
	[{ completedOnOrBefore: '2100-01-01' }, 7, ['Completed']],
	[{ completedOnOrBefore: '2100-01-01', startedOnOrAfter: '2100-01-01' }, 0, []],
])('/scores with %j and includeIncompleteAssessments returns %i reports, %j', async (filter, reports, expected) => {
	const filtered = await list({ includeIncompleteAssessments: true, ...filter });
	const statuses = reportsOf(filtered).map(({ status }) => status);
	expect([statuses.length, [...new Set(statuses)].sort()]).toEqual([reports, expected]);
	expect(filtered.appliedFilters.includeIncompleteAssessments).toBe(true);
});

it.each(['started', 'completed'] as const)(
	'/scores returns reports %s within a range, to the last digit',
	async (field) => {
		const moments = (scores: Scores) => reportsOf(scores).map((report) => report[field] ?? '');
		const within = async (from = '', to = '') => {
			const range = { [`${field}OnOrAfter`]: from, [`${field}OnOrBefore`]: to };
			const scores = await list(range);
			expect(scores.appliedFilters).toMatchObject(range);
			return moments(scores).sort();
		};
		const all = moments(await list({})).sort();
		const [from = '', between, to = ''] = all.slice(2, 5);
		expect(await within(from, to)).toEqual([from, between, to]);
		const later = from.replace(/\d{7}(?=\+)/, (digits) => String(Number(digits) + 1).padStart(7, '0'));
		expect(await within(later, to)).toEqual([between, to]);
	},
);

it.each([
	[[0], 3],
	[[0, 1], 4],
	[[], 5],
])('/scores returns the users in any of the groups %j, and all users without groups', async (places, users) => {
	const groupIds = await Promise.all(places.map(groupId));
	const { appliedFilters, userScores } = await list({ groupIds });
	expect([userScores.length, appliedFilters.groupIds]).toEqual([users, groupIds]);
});
