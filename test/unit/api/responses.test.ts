import { describe, expect, it } from 'vitest';

import type { ResponseCheck } from '../../../nodes/api/specification/responses.ts';
import {
	assessments,
	assigned,
	assignments,
	group,
	groups,
	nothing,
	signingKey,
	signInLink,
	user,
	userObject,
	userScores,
	webhookRegistration,
} from '../../../nodes/api/specification/responses.ts';

const ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';
const TIME = '2026-11-21T04:14:00.1234567+00:00';

/** Specification: ScoreReport, every field. */
const REPORT = {
	userAssessmentId: ID,
	assessmentType: 'TenPoint',
	assessmentName: 'Speaking',
	status: 'Completed',
	started: TIME,
	completed: TIME,
	duration: '00:12:01.1234567',
	score: 7.5,
	placement: null,
	proficiencyLevelDescription: 'Good',
	actflSpeakingLevel: 'x',
	actflDescription: 'x',
	cefrSpeakingLevel: 'B2',
	cefrDescription: 'x',
	toeflSpeakingLevel: null,
	ieltsSpeakingLevel: null,
	toeicSpeakingLevel: null,
	diagnosticInfo: [],
	openResponses: [{ question: 'Who?', responseAudioUrl: '2020q3/audio/1' }],
	writingOpenResponses: [{ question: 'Why?', responseTextUrl: '2020q3/text/1' }],
	surveyItems: [{ question: 'Age', answer: '' }],
	subScores: null,
	assessmentVersion: '1',
	certificateUrl: '2020q3/certificate/1',
};

const NOT_STARTED = {
	...{ userAssessmentId: ID, assessmentType: 'ThousandPoint', assessmentName: '', status: 'NotStarted' },
	...{ started: null, completed: null, duration: null, score: 0, placement: null, openResponses: [] },
	...{ writingOpenResponses: [], certificateUrl: null },
};

const USER = {
	...{ userId: ID, givenName: 'Nathan', surname: 'Smith', username: 'nathan', email: 'nathan@example.com' },
	...{ studentId: '', scoreReports: [REPORT, NOT_STARTED], uniqueIdentifier: '' },
};

/** Specification: Versions. */
const DEPRECATED_USER = {
	userId: ID,
	uniqueIdentifier: '',
	scoreReports: [
		{ userAssessmentId: ID, assessmentName: 'Speaking', status: 'Completed', score: 7, openResponses: [] },
	],
};

const ASSIGNMENT = {
	...{ userId: ID, uniqueIdentifier: null, email: '', username: '', givenName: 'N', surName: 'S', assessmentName: 'A' },
	...{ userAssessmentId: ID, userAssessmentStatus: 'NotStarted', assignedAt: TIME, expiresAt: TIME },
	...{ startedAt: null, completedAt: null },
};

const ASSIGNED = { userId: ID, userAssessmentId: ID, signInUrl: 'https://h/s', signInUrlExpiresAt: TIME };

const CHECKS: Array<[name: string, check: ResponseCheck<unknown>, body: object, value?: unknown]> = [
	['assessments', assessments, { assessments: [{ name: '', assessmentId: ID }] }, [{ name: '', assessmentId: ID }]],
	['no assessments', assessments, { assessments: [] }, []],
	['groups', groups, { groups: [{ name: '', groupId: ID }] }, [{ name: '', groupId: ID }]],
	['a group', group, { name: 'G', groupId: ID }],
	['an assignment made', assigned, { ...ASSIGNED, singleAssessmentSignInUrl: 'https://h/t' }],
	['an assignment made in a deprecated version', assigned, ASSIGNED],
	['a sign-in link', signInLink, { signInUrl: 'https://h/s', expiresAt: TIME }],
	['assignments', assignments, { assignments: [ASSIGNMENT] }, [ASSIGNMENT]],
	['a user', user, USER],
	['a user of a deprecated version', user, DEPRECATED_USER],
	['a user without reports', user, { ...USER, scoreReports: [] }],
	[
		'scores',
		userScores,
		{ appliedFilters: { groupIds: null }, userScores: [USER, DEPRECATED_USER] },
		[USER, DEPRECATED_USER],
	],
	['a webhook', webhookRegistration, { url: 'https://h/w', createdAt: TIME }],
	['a signing key', signingKey, { signingKey: 'k' }, 'k'],
];

it.each(CHECKS)('%s: what the specification shows is accepted, with its other fields in their places', (...of) => {
	const [, check, body, value = body] = of;
	expect(JSON.stringify(check(body))).toBe(JSON.stringify({ value }));
});

describe('each check refuses what has not the form of its answer', () => {
	const bodies: Array<[body: unknown, problem: string]> = [
		['<html><body>Sign in</body></html>', 'web page (HTML)'],
		['{"assessments": [', 'not JSON'],
		['', 'empty'],
		[null, 'empty'],
		[[], 'an array'],
		[5, 'a number'],
		[true, 'a boolean'],
		[{}, 'it has no '],
	];
	it.each(CHECKS)('%s', (_name, check) => {
		for (const [body, problem] of bodies) expect(check(body)).toEqual({ problem: expect.stringContaining(problem) });
	});

	it('an answer without content means none where the specification says so, and is refused elsewhere', () => {
		const mayBeNone = new Set<ResponseCheck<unknown>>([user, signInLink, webhookRegistration]);
		for (const [, check] of CHECKS) {
			const expected = mayBeNone.has(check) ? { value: null } : { problem: 'it is empty' };
			expect(check(undefined)).toEqual(expected);
		}
		expect(userObject(undefined)).toEqual({ problem: 'it is empty' });
	});
});

describe('a missing or wrong part is named', () => {
	const without = (source: object, field: string) =>
		Object.fromEntries(Object.entries(source).filter(([name]) => name !== field));
	const ofUser = (report: unknown) => ({ ...USER, scoreReports: [REPORT, report] });
	const inReport = "in 'scoreReports', entry 2: ";

	const required: Array<[ResponseCheck<unknown>, object, string[]]> = [
		[group, { name: 'G', groupId: ID }, ['name', 'groupId']],
		[assigned, ASSIGNED, ['userId', 'userAssessmentId', 'signInUrl', 'signInUrlExpiresAt']],
		[signInLink, { signInUrl: 'https://h/s', expiresAt: TIME }, ['signInUrl', 'expiresAt']],
		[webhookRegistration, { url: 'https://h/w', createdAt: TIME }, ['url', 'createdAt']],
		[signingKey, { signingKey: 'k' }, ['signingKey']],
		[user, USER, ['userId']],
	];
	it.each(required)('%o %o: %j', (check, body, fields) => {
		for (const field of fields) {
			expect(check(without(body, field))).toEqual({ problem: `it has no '${field}'` });
			for (const wrong of [null, 5, {}, []]) {
				expect(check({ ...body, [field]: wrong })).toEqual({ problem: `its '${field}' is not of the kind specified` });
			}
		}
	});

	it.each<[ResponseCheck<unknown>, unknown, string]>([
		[assessments, { assessments: {} }, "it has no array 'assessments'"],
		[
			assessments,
			{ assessments: [{ name: 'A', assessmentId: ID }, { name: 'B' }] },
			"entry 2: it has no 'assessmentId'",
		],
		[signingKey, { signingKey: '' }, "its 'signingKey' is not of the kind specified"],
		[groups, { groups: [null] }, "in 'groups', entry 1: it is empty"],
		[assignments, { assignments: [without(ASSIGNMENT, 'userAssessmentId')] }, "no 'userAssessmentId'"],
		[assignments, { assignments: [{ ...ASSIGNMENT, expiresAt: 5 }] }, "its 'expiresAt'"],
		[user, without(USER, 'scoreReports'), "it has no array 'scoreReports'"],
		[user, { ...USER, email: 5 }, "its 'email'"],
		[user, ofUser(without(REPORT, 'userAssessmentId')), `${inReport}it has no 'userAssessmentId'`],
		...['assessmentType', 'assessmentName', 'status', 'completed', 'placement', 'certificateUrl'].map(
			(field): [ResponseCheck<unknown>, unknown, string] => [user, ofUser({ ...REPORT, [field]: 5 }), `its '${field}'`],
		),
		[user, ofUser({ ...REPORT, score: '7' }), `${inReport}its 'score'`],
		[user, ofUser({ ...REPORT, score: JSON.parse('9'.repeat(400)) }), `${inReport}its 'score'`],
		[user, ofUser({ ...REPORT, openResponses: [null] }), `${inReport}its 'openResponses'`],
		[user, ofUser({ ...REPORT, openResponses: [{ responseAudioUrl: 5 }] }), `${inReport}its 'openResponses'`],
		[user, ofUser({ ...REPORT, writingOpenResponses: [{ responseTextUrl: {} }] }), "its 'writingOpenResponses'"],
		[userScores, { userScores: [USER, {}] }, "in 'userScores', entry 2: it has no 'userId'"],
		[
			userScores,
			{ userScores: [{ ...USER, scoreReports: [{}] }] },
			"in 'userScores', entry 1: in 'scoreReports', entry 1",
		],
	])('%o %o: %s', (check, body, problem) => {
		expect(check(body)).toEqual({ problem: expect.stringContaining(problem) });
	});
});

it('where no content is specified, whatever comes is ignored', () => {
	for (const body of ['', undefined, '<html>', { a: 1 }]) expect(nothing(body)).toEqual({ value: null });
});
