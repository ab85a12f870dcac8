import { describe, expect, it } from 'vitest';
import type { ScoreReport, User } from '../../../simulator/index.ts';
import { countsOf, NOON, useSimulator } from './harness.ts';

/** Score reports in every status and of every kind (specification: ScoreReport), and the filters of /scores. */

const service = useSimulator();
const DAY = 24 * 60 * 60_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d$/;
const DURATION = /^\d\d:\d\d:\d\d\.\d{7}$/;

const like = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
interface Scores {
	appliedFilters: Record<string, unknown>;
	userScores: User[];
}
const list = async (body: object): Promise<Scores> => {
	const { status, json } = await service().call('POST', '/scores', { body });
	expect(status).toBe(200);
	return json as Scores;
};
const reportsOf = ({ userScores }: Scores): ScoreReport[] => userScores.flatMap(({ scoreReports }) => scoreReports);
const statusesOf = (scores: Scores): Record<string, number> => countsOf(reportsOf(scores).map(({ status }) => status));

/** What the specification says of a report's fields, by its type and status and what kind of assessment it is of. */
function expected({ assessmentName, assessmentType, completed, status }: ScoreReport): object {
	const [begun, finished, scored] = [status !== 'NotStarted', completed !== null, status === 'Completed'];
	const [tenPoint, thousandPoint] = [assessmentType === 'TenPoint', assessmentType === 'ThousandPoint'];
	const only = (when: boolean, pattern = /./): string | null => (when ? like(pattern) : null);
	const spoken = tenPoint && assessmentName.includes('Speaking');
	const question = like(/./);
	const audio = { question, responseAudioUrl: like(/^2020q3\/response-audio\/[0-9a-f-]{36}$/) };
	const text = { question, responseTextUrl: like(/^2020q3\/response-text\/[0-9a-f-]{36}$/) };
	const count = { correct: expect.any(Number) as number, total: expect.any(Number) as number };
	return {
		userAssessmentId: like(UUID),
		assessmentType,
		assessmentName: question,
		status,
		started: only(begun, TIMESTAMP),
		completed: only(finished, TIMESTAMP),
		duration: only(finished, DURATION),
		score: scored ? (expect.any(Number) as number) : 0,
		placement: only(scored && thousandPoint),
		proficiencyLevelDescription: only(scored && tenPoint),
		actflSpeakingLevel: only(scored && tenPoint),
		actflDescription: only(scored && tenPoint),
		cefrSpeakingLevel: only(scored && tenPoint),
		cefrDescription: only(scored && tenPoint),
		toeflSpeakingLevel: only(scored && spoken),
		ieltsSpeakingLevel: only(scored && spoken),
		toeicSpeakingLevel: only(scored && spoken),
		diagnosticInfo: expect.any(Array) as string[],
		openResponses: finished && spoken ? [audio, audio, audio] : [],
		writingOpenResponses: finished && tenPoint && !spoken ? [text, text] : [],
		surveyItems: finished ? expect.arrayContaining([{ question, answer: '' }]) : [],
		subScores: scored && thousandPoint ? { reading: count, grammar: count, listening: count, vocabulary: count } : null,
		assessmentVersion: only(begun),
		certificateUrl: only(scored && tenPoint, /^2020q3\/certificate\/[0-9a-f-]{36}$/),
	};
}

it('a report has every field, in every status and of every kind', async () => {
	const reports = reportsOf(await list({ includeIncompleteAssessments: true }));
	for (const report of reports) expect(report).toEqual(expected(report));
	expect(countsOf(reports.map(({ assessmentType, status }) => `${status} ${assessmentType}`))).toEqual({
		'NotStarted TenPoint': 2,
		'InProgress ThousandPoint': 1,
		'ScorePending TenPoint': 2,
		'NeedsReview TenPoint': 1,
		'NeedsReview ThousandPoint': 1,
		'Completed TenPoint': 4,
		'Completed ThousandPoint': 3,
	});
});

describe('POST /score', () => {
	const report = async (uniqueIdentifier: string): Promise<ScoreReport | undefined> => {
		const { status, json } = await service().call('POST', '/score', { body: { uniqueIdentifier } });
		expect(status).toBe(200);
		return (json as User).scoreReports.at(-1);
	};

	it('shows each step, and how long it took to the last digit', async () => {
		const { control } = service().simulator;
		const { userId } = await control.user({ uniqueIdentifier: 'EMP-012' });
		const assessmentId = await service().assessmentId(0);
		const { userAssessmentId } = await control.assign({ userId, assessmentId, assignedAt: NOON - 2 * DAY });
		const step = { userAssessmentId };
		const seen = [await report('EMP-012')];
		for (const next of [
			async () => await control.start({ ...step, at: NOON - 90_061_001 }),
			async () => await control.finish(step),
			async () => await control.needsReview(step),
			async () => await control.score({ ...step, score: 7.4 }),
		]) {
			await next();
			seen.push(await report('EMP-012'));
		}
		for (const shown of seen) expect(shown).toEqual(shown && expected(shown));
		const statuses = ['NotStarted', 'InProgress', 'ScorePending', 'NeedsReview', 'Completed'];
		expect(seen.map((shown) => shown?.status)).toEqual(statuses);
		expect(seen.at(-1)).toMatchObject({ score: 7.4, duration: '25:01:01.0007281' });
	});

	it('has exactly the fields of a user, empty strings included', async () => {
		const { json } = await service().call('POST', '/score', { body: { emailAddress: 'candidate003@example.com' } });
		expect(json).toEqual({
			userId: like(UUID),
			givenName: 'Nguyễn Thị',
			surname: 'Ánh',
			username: 'candidate003@example.com',
			email: 'candidate003@example.com',
			studentId: '',
			uniqueIdentifier: '',
			scoreReports: [expect.objectContaining({ score: 10 })],
		});
	});

	it('a re-score changes the values; overrides show any field as wanted', async () => {
		const { control } = service().simulator;
		const first = await report('EMP-002');
		const step = { userAssessmentId: first?.userAssessmentId ?? '' };
		await control.score({ ...step, score: 9.9 });
		const again = await report('EMP-002');
		expect(again).toEqual({ ...(again && expected(again)), score: 9.9, completed: first?.completed });
		const overrides = { score: '9.8', extra: [] };
		await control.score({ ...step, score: 9.8, completed: Date.UTC(2026, 2, 9, 3, 4, 5), overrides });
		expect(await report('EMP-002')).toMatchObject({ ...overrides, completed: '2026-03-09T03:04:05.0000000+00:00' });
	});
});

describe('POST /scores', () => {
	it('without filters: every completed report, in the format of /score', async () => {
		const scores = await list({});
		expect(Object.keys(scores)).toEqual(['appliedFilters', 'userScores']);
		expect(scores.appliedFilters).toEqual({
			includeIncompleteAssessments: false,
			groupIds: null,
			startedOnOrAfter: null,
			startedOnOrBefore: null,
			completedOnOrAfter: null,
			completedOnOrBefore: null,
		});
		expect(statusesOf(scores)).toEqual({ Completed: 7 });
		const { json } = await service().call('POST', '/score', { body: { uniqueIdentifier: 'EMP-001' } });
		expect(scores.userScores[0]).toEqual(json);
	});

	it.each([
		[{ startedOnOrAfter: '2000-01-01' }, { InProgress: 1, ScorePending: 2, NeedsReview: 2, Completed: 7 }],
		[{ completedOnOrAfter: '2000-01-01' }, { Completed: 7 }],
		[{ completedOnOrBefore: '2100-01-01' }, { Completed: 7 }],
	])('incomplete ones with %j: a completed* filter makes the wish void, whatever it says', async (filter, expected) => {
		const filtered = await list({ includeIncompleteAssessments: true, ...filter });
		expect(statusesOf(filtered)).toEqual(expected);
		expect(filtered.appliedFilters.includeIncompleteAssessments).toBe(true);
	});

	it.each(['started', 'completed'] as const)('%sOnOrAfter and …OnOrBefore hold their ends', async (field) => {
		const moments = (scores: Scores) => reportsOf(scores).map((report) => report[field] ?? '');
		const all = moments(await list({})).sort();
		const range = { [`${field}OnOrAfter`]: all[2], [`${field}OnOrBefore`]: all[4] };
		const scores = await list(range);
		expect(moments(scores).sort()).toEqual(all.slice(2, 5));
		expect(scores.appliedFilters).toMatchObject(range);
	});

	it.each([
		[[0], 3],
		[[1], 2],
		[[0, 1], 4],
		[[], 5],
	])('groups %j: users in one of them; none means all, and is echoed', async (places, users) => {
		const groupIds = await Promise.all(places.map(async (place) => await service().groupId(place)));
		const { appliedFilters, userScores } = await list({ groupIds });
		expect([userScores.length, appliedFilters.groupIds]).toEqual([users, groupIds]);
	});

	/** As the service writes NOON - 5. */
	const LAST = '2026-03-10T11:59:59.9959029+00:00';
	it.each([
		['at the end of both ranges', { completedOnOrAfter: LAST, completedOnOrBefore: LAST }, 1],
		['too early', { completedOnOrAfter: LAST.replace('9029', '9030') }, 0],
		['too late', { completedOnOrAfter: '2026-03-10', completedOnOrBefore: LAST.replace('9029', '9028') }, 0],
		['started too early', { completedOnOrAfter: '2026-03-10', startedOnOrAfter: '2026-03-10' }, 0],
	])('a moment is compared to its last digit, and all filters count: %s', async (_where, filters, users) => {
		const { control } = service().simulator;
		const { scoreReports } = await control.user({ uniqueIdentifier: 'EMP-002' });
		await control.score({ userAssessmentId: scoreReports[0]?.userAssessmentId ?? '', completed: NOON - 5 });
		expect((await list(filters)).userScores).toHaveLength(users);
	});
});
