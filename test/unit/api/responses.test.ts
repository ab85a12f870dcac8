import { expect, it } from 'vitest';

import { ENDPOINTS } from '../../../nodes/api/specification/endpoints.ts';
import {
	anythingCheck,
	assessmentsCheck,
	assignedCheck,
	assignmentsCheck,
	groupCheck,
	groupsCheck,
	type ResponseCheck,
	signingKeyCheck,
	signInLinkCheck,
	userCheck,
	userObjectCheck,
	userScoresCheck,
	webhookCheck,
} from '../../../nodes/api/specification/responses.ts';
import { idKey, isId } from '../../../nodes/api/specification/values.ts';

const ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';
const TIME = '2026-11-21T04:14:00.1234567+00:00';

/** Each of these has every field that this package reads. */
const REPORT = {
	userAssessmentId: ID,
	assessmentType: 'TenPoint',
	assessmentName: 'Speaking',
	status: 'Completed',
	started: TIME,
	completed: TIME,
	score: 7.5,
	placement: 'B2',
	openResponses: [{ question: 'Who?', responseAudioUrl: '2020q3/audio/1' }],
	writingOpenResponses: [{ question: 'Why?', responseTextUrl: '2020q3/text/1' }],
	certificateUrl: '2020q3/certificate/1',
};

const USER = { userId: ID, email: 'a@b.c', scoreReports: [REPORT], uniqueIdentifier: '', studentId: '' };

const ASSIGNMENT = {
	...{ userId: ID, uniqueIdentifier: null, email: '', givenName: 'N', surName: 'S', assessmentName: null },
	...{ userAssessmentId: ID, userAssessmentStatus: 'NotStarted', assignedAt: TIME, expiresAt: TIME },
	completedAt: null,
};

const ASSIGNED = { userId: ID, userAssessmentId: ID, signInUrl: 'https://h/s', signInUrlExpiresAt: TIME };

const ASSESSMENT = { name: '', assessmentId: ID };
const GROUP = { name: '', groupId: ID };
const LINK = { signInUrl: 'https://h/s', expiresAt: TIME };
const WEBHOOK = { url: 'https://h/w', createdAt: TIME };

const WRONG: Array<[body: unknown, problem: string]> = [
	['\n <html><body>Sign in</body></html>', 'web page (HTML)'],
	['1 < 2', "it's text"],
	['{"assessments": [', 'not JSON'],
	['', 'empty'],
	[null, 'empty'],
	[[], 'an array'],
	[5, 'a number'],
	[true, 'a boolean'],
	[{}, ' is missing'],
];
const MAY_BE_EMPTY = /^(?:createSignInToken|getScore|(?:get|delete)Webhook|sendExampleEvent|download.+)$/;

it.each(Object.entries(ENDPOINTS))(
	'%s rejects a wrong structure, and nothing unless specified',
	(name, { response }) => {
		const wrong = response === anythingCheck ? [] : WRONG;
		for (const [body, problem] of wrong) expect(response(body)).toEqual({ problem: expect.stringContaining(problem) });
		expect(response(undefined)).toEqual(MAY_BE_EMPTY.test(name) ? { value: null } : { problem: "it's empty" });
	},
);

const without = (source: object, field: string) =>
	Object.fromEntries(Object.entries(source).filter(([name]) => name !== field));

it.each<[check: ResponseCheck<unknown>, part: object, required: string[], bodyOf?: (part: object) => object]>([
	[assessmentsCheck, ASSESSMENT, ['name', 'assessmentId'], (assessment) => ({ assessments: [assessment] })],
	[groupCheck, GROUP, ['name', 'groupId']],
	[assignedCheck, ASSIGNED, Object.keys(ASSIGNED)],
	[signInLinkCheck, LINK, Object.keys(LINK)],
	[webhookCheck, WEBHOOK, Object.keys(WEBHOOK)],
	[signingKeyCheck, { signingKey: 'k' }, ['signingKey']],
	[assignmentsCheck, ASSIGNMENT, ['userId', 'userAssessmentId'], (assignment) => ({ assignments: [assignment] })],
	[userCheck, { userId: ID, email: '', uniqueIdentifier: '' }, ['userId'], (user) => ({ ...user, scoreReports: [] })],
	[userCheck, REPORT, ['userAssessmentId'], (report) => ({ ...USER, scoreReports: [report] })],
])('a response is rejected if a field has the wrong type or a required one is missing: %o %o', (...row) => {
	const [check, part, required, bodyOf = (whole) => whole] = row;
	const problemWith = (changed: object) => {
		const checked = check(bodyOf(changed));
		return 'problem' in checked ? checked.problem.replace(/^in '.+', entry 1: /, '') : undefined;
	};
	for (const field of Object.keys(part)) {
		const isRequired = required.includes(field);
		const wrong = `'${field}' has the wrong type`;
		expect(problemWith(without(part, field))).toBe(isRequired ? `'${field}' is missing` : undefined);
		expect(problemWith({ ...part, [field]: null })).toBe(isRequired ? wrong : undefined);
		for (const value of [true, {}]) expect(problemWith({ ...part, [field]: value })).toBe(wrong);
	}
});

const ofUser = (report: unknown) => ({ ...USER, scoreReports: [REPORT, report] });
const inReport = "in 'scoreReports', entry 2: ";

it.each<[ResponseCheck<unknown>, unknown, string]>([
	[signingKeyCheck, { signingKey: '' }, "'signingKey' has the wrong type"],
	[groupsCheck, { groups: [null] }, "in 'groups', entry 1: it's empty"],
	[userObjectCheck, undefined, "it's empty"],
	[userCheck, without(USER, 'scoreReports'), "the array 'scoreReports' is missing"],
	[userCheck, ofUser({ ...REPORT, score: '7' }), `${inReport}'score'`],
	[userCheck, ofUser({ ...REPORT, score: JSON.parse('9'.repeat(400)) }), `${inReport}'score'`],
	[userCheck, ofUser({ ...REPORT, openResponses: [null] }), `${inReport}'openResponses'`],
	[userCheck, ofUser({ ...REPORT, openResponses: [{ responseAudioUrl: 5 }] }), `${inReport}'openResponses'`],
	[userCheck, ofUser({ ...REPORT, writingOpenResponses: [{ responseTextUrl: {} }] }), "'writingOpenResponses'"],
	[userScoresCheck, { userScores: [USER, {}] }, "in 'userScores', entry 2: 'userId' is missing"],
	[userScoresCheck, { userScores: [ofUser({})] }, "in 'userScores', entry 1: in 'scoreReports', entry 2: "],
])('the message about a rejected response says where the problem is (%o %o: %s)', (check, body, problem) => {
	expect(check(body)).toEqual({ problem: expect.stringContaining(problem) });
});

it("the body of a response is ignored if the endpoint doesn't specify one", () => {
	for (const body of ['', undefined, '<html>', { a: 1 }]) {
		expect(anythingCheck(body)).toEqual({ value: null });
		// The deprecated versions don't send a signing key.
		expect(signingKeyCheck(body, true)).toEqual({ value: null });
	}
});

it('an ID is a UUID in upper or lower case, and IDs are compared without case or surrounding spaces', () => {
	const texts = [ID, ID.toUpperCase(), `${ID}0`, `x${ID}`, ID.replace('-', ''), 'a name', ''];
	expect(texts.filter(isId)).toEqual([ID, ID.toUpperCase()]);
	expect(idKey(` ${ID.toUpperCase()}\n`)).toBe(idKey(ID));
});
