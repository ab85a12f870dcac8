import { describe, expect, it } from 'vitest';
import type { ScoreReport, User } from '../../../simulator/index.ts';
import { countsOf, NOON, useSimulator } from './harness.ts';

/** Score reports in every status and of every kind (specification, ScoreReport), and the filters of /scores. */

const service = useSimulator();
const DAY = 24 * 60 * 60_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d$/;
const DURATION = /^\d\d:\d\d:\d\d\.\d{7}$/;

const like = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
const SPOKEN = ['toeflSpeakingLevel', 'ieltsSpeakingLevel', 'toeicSpeakingLevel'];
const LEVELS = [
	'proficiencyLevelDescription',
	'actflSpeakingLevel',
	'actflDescription',
	'cefrSpeakingLevel',
	'cefrDescription',
	...SPOKEN,
];
const all = (fields: readonly string[], value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
const NOT_STARTED = {
	userAssessmentId: like(UUID),
	status: 'NotStarted',
	started: null,
	completed: null,
	duration: null,
	score: 0,
	placement: null,
	...all(LEVELS, null),
	diagnosticInfo: [],
	openResponses: [],
	writingOpenResponses: [],
	surveyItems: [],
	subScores: null,
	assessmentVersion: null,
	certificateUrl: null,
};
const STARTED = { ...NOT_STARTED, status: 'InProgress', started: like(TIMESTAMP), assessmentVersion: '4.2' };
const question = like(/./);
const spoken = { question, responseAudioUrl: like(/^2020q3\/response-audio\/[0-9a-f-]{36}$/) };
const written = { question, responseTextUrl: like(/^2020q3\/response-text\/[0-9a-f-]{36}$/) };
const ANSWERS = {
	'English Speaking': { openResponses: [spoken, spoken, spoken] },
	'English Writing': { writingOpenResponses: [written, written] },
	'English Placement': {},
};
const FINISHED = {
	...STARTED,
	completed: like(TIMESTAMP),
	duration: like(DURATION),
	surveyItems: expect.arrayContaining([{ question, answer: '' }]) as unknown[],
};
const TEN_POINT = {
	score: 7.4,
	...all(LEVELS, like(/./)),
	certificateUrl: like(/^2020q3\/certificate\/[0-9a-f-]{36}$/),
};
const count = expect.any(Number) as number;
const SCORES = {
	'English Speaking': TEN_POINT,
	'English Writing': { ...TEN_POINT, ...all(SPOKEN, null) },
	'English Placement': {
		score: 740,
		placement: like(/./),
		subScores: all(['reading', 'grammar', 'listening', 'vocabulary'], { correct: count, total: count }),
	},
};
type Name = keyof typeof SCORES;
const NAMES: Array<[Name, ScoreReport['assessmentType'], place: number, score: number]> = [
	['English Speaking', 'TenPoint', 0, 7.4],
	['English Writing', 'TenPoint', 2, 7.4],
	['English Placement', 'ThousandPoint', 4, 740],
];

describe('POST /score', () => {
	const report = async (uniqueIdentifier: string): Promise<ScoreReport | undefined> => {
		const { status, json } = await service().call('POST', '/score', { body: { uniqueIdentifier } });
		expect(status).toBe(200);
		return (json as User).scoreReports.at(-1);
	};

	it.each(NAMES)('%s on its way through every status', async (assessmentName, assessmentType, place, score) => {
		const { control } = service().simulator;
		const { userId } = await control.user({ uniqueIdentifier: 'EMP-012' });
		const kind = { assessmentName, assessmentType };
		const assessmentId = await service().assessmentId(place);
		const { userAssessmentId } = await control.assign({ userId, assessmentId, assignedAt: NOON - 2 * DAY });
		const step = { userAssessmentId };
		expect(await report('EMP-012')).toEqual({ ...NOT_STARTED, ...kind });
		await control.start({ ...step, at: NOON - 90_061_001 });
		expect(await report('EMP-012')).toEqual({ ...STARTED, ...kind });
		await control.finish(step);
		const finished = { ...FINISHED, ...kind, ...ANSWERS[assessmentName] };
		expect(await report('EMP-012')).toEqual({ ...finished, status: 'ScorePending' });
		expect(await report('EMP-012')).toMatchObject({ duration: '25:01:01.0007281' });
		await control.needsReview(step);
		expect(await report('EMP-012')).toEqual({ ...finished, status: 'NeedsReview' });
		await control.score({ ...step, score });
		const scored = { ...finished, status: 'Completed', ...SCORES[assessmentName] };
		expect(await report('EMP-012')).toEqual(scored);
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
		expect(await report('EMP-002')).toEqual({
			...first,
			...all(LEVELS, like(/./)),
			score: 9.9,
			diagnosticInfo: [],
		});
		await control.score({
			...step,
			score: 9.8,
			completed: Date.UTC(2026, 2, 9, 3, 4, 5),
			overrides: { score: '9.8', extra: [] },
		});
		expect(await report('EMP-002')).toMatchObject({
			score: '9.8',
			extra: [],
			completed: '2026-03-09T03:04:05.0000000+00:00',
		});
	});
});

describe('POST /scores', () => {
	/** As the service writes NOON - 5. */
	const LAST = '2026-03-10T11:59:59.9959029+00:00';
	interface Scores {
		appliedFilters: Record<string, unknown>;
		userScores: User[];
	}
	const list = async (body: object): Promise<Scores> => {
		const { status, json } = await service().call('POST', '/scores', { body });
		expect(status).toBe(200);
		return json as Scores;
	};
	const statuses = ({ userScores }: Scores): Record<string, number> =>
		countsOf(userScores.flatMap(({ scoreReports }) => scoreReports.map(({ status }) => status)));

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
		expect(statuses(scores)).toEqual({ Completed: 7 });
		const { json } = await service().call('POST', '/score', { body: { uniqueIdentifier: 'EMP-001' } });
		expect(scores.userScores[0]).toEqual(json);
	});

	it('includes incomplete ones when asked; a completed* filter makes that void, whatever it says', async () => {
		const all = await list({ includeIncompleteAssessments: true });
		expect(statuses(all)).toEqual({ NotStarted: 2, InProgress: 1, ScorePending: 2, NeedsReview: 2, Completed: 7 });
		const begun = await list({ includeIncompleteAssessments: true, startedOnOrAfter: '2000-01-01' });
		expect(statuses(begun)).toEqual({ InProgress: 1, ScorePending: 2, NeedsReview: 2, Completed: 7 });
		for (const filter of [{ completedOnOrAfter: '2000-01-01' }, { completedOnOrBefore: '2100-01-01' }]) {
			const filtered = await list({ includeIncompleteAssessments: true, ...filter });
			expect(statuses(filtered)).toEqual({ Completed: 7 });
			expect(filtered.appliedFilters.includeIncompleteAssessments).toBe(true);
		}
	});

	it.each(['started', 'completed'] as const)('%sOnOrAfter and …OnOrBefore hold their ends', async (field) => {
		const momentsOf = ({ userScores }: Scores): string[] =>
			userScores.flatMap(({ scoreReports }) => scoreReports.map((report) => report[field] ?? '')).sort();
		const moments = momentsOf(await list({}));
		const range = { [`${field}OnOrAfter`]: moments[2], [`${field}OnOrBefore`]: moments[4] };
		const scores = await list(range);
		expect(momentsOf(scores)).toEqual(moments.slice(2, 5));
		expect(scores.appliedFilters).toMatchObject(range);
	});

	it('groupIds: users in one of them; empty means all, and is echoed', async () => {
		const users = await service().simulator.control.users();
		const [first, second] = [await service().groupId(0), await service().groupId(1)];
		const found = [];
		for (const groupIds of [[first], [second], [first, second], []]) {
			const { appliedFilters, userScores } = await list({ groupIds });
			const members = users.filter(
				(user) =>
					user.scoreReports.some(({ status }) => status === 'Completed') &&
					(groupIds.length === 0 || user.groupIds.some((groupId) => groupIds.includes(groupId))),
			);
			expect(userScores.map(({ userId }) => userId)).toEqual(members.map(({ userId }) => userId));
			expect(appliedFilters.groupIds).toEqual(groupIds);
			found.push(members.length);
		}
		expect([new Set(found.slice(0, 3)).size, found[3]]).toEqual([3, 5]);
	});

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
