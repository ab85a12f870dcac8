import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { CredentialsData } from '../support/credentials.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, byIdentifier, failureOf, run, useAction } from './support.ts';

const action = useAction();

const IDENTIFIER = '0123456789'.repeat(20);

/** Enough for every operation that takes one of them. */
const FILLED = { assessmentId: assessmentId('a'), uniqueIdentifier: 'x', link: '2020q3/response-text/1' };
const REPORT = { user: byIdentifier('x'), userAssessmentId: 'y' };
const SINCE = { assignedOnOrAfter: '2026-01-01' };

type Refused = [operation: OperationName, parameters: INodeParameters, message: RegExp];

const EMPTY: Refused[] = [
	['assignment.create', { uniqueIdentifier: 'x' }, /'Assessment' is empty/],
	[
		'assignment.create',
		{ assessmentId: assessmentId('a'), emailAddress: ' ' },
		/'Email Address' and 'Unique Identifier' are both empty/,
	],
	['assignment.getAll', {}, /'Assigned On or After' is empty/],
	['file.downloadAll', { user: byIdentifier('x') }, /'User Assessment' is empty/],
	['file.downloadAudio', { link: '' }, /'Link' is empty/],
	['file.downloadText', { link: 'x', binaryPropertyName: '' }, /'Put Output File in Field' is empty/],
	['group.create', { name: ' ' }, /'Name' is empty/],
	['score.get', { user: byEmail('  ') }, /'User' is empty/],
];

const WRONG: Refused[] = [
	['assignment.create', { ...FILLED, uniqueIdentifier: `${IDENTIFIER}x` }, /'Unique Identifier' is longer than 200/],
	[
		'assignment.create',
		{ ...FILLED, additionalFields: { returnUrl: '/thanks' } },
		/'Return URL' is not a full http or https URL/,
	],
	['webhook.create', { url: '/hook' }, /'URL' is not a full http or https URL/],
	['assignment.getAll', { assignedOnOrAfter: 'soon' }, /'Assigned On or After' is not a date: soon/],
	['file.downloadAll', { ...REPORT, options: { include: '={{ 5 }}' } }, /'Include' is not a list of texts/],
	['file.downloadAll', { ...REPORT, options: { include: ['video'] } }, /'video' is not a valid option for 'Include'/],
	[
		'assignment.getAll',
		{ ...SINCE, filters: { statuses: ['NeedsReview'] } },
		/'NeedsReview' is not a valid option for/,
	],
	['score.getAll', { filters: { assessmentTypes: ['tenpoint'] } }, /'tenpoint' is not a valid option for/],
	['score.getAll', { options: { sort: 'oldest' } }, /'oldest' is not a valid option for 'Sort'/],
	['score.getEverything', {}, /^The node has no operation 'getEverything' for 'score'$/],
	['score.sendExample', {}, /^The node has no operation 'sendExample' for 'score'$/],
	...['file.downloadAudio', 'file.downloadText', 'file.downloadCertificate'].map(
		// test/unit/api/links.test.ts has all the disguises.
		(operation): Refused => [
			operation as OperationName,
			{ link: '/\\evil.example/x' },
			/^The link was refused because .* \('Link'\)$/,
		],
	),
	...['returnexisting', '', '={{ undefined }}'].flatMap((value): Refused[] => [
		['assignment.create', { ...FILLED, ifAlreadyAssigned: value }, /is not a valid option for/],
		['score.getAll', { output: value }, /is not a valid option for/],
		['webhook.create', { url: 'https://example.com/', ifAlreadyRegistered: value }, /is not a valid option for/],
	]),
];

const NUMBERS: Refused[] = [
	...[0, -1, 1.5, '={{ "many" }}', '={{ null }}'].map((limit): Refused => [
		'group.getAll',
		{ limit },
		/^The parameter 'Limit' must be a whole number of at least 1$/,
	]),
	...[0, 9_999_999, '', '={{ "a minute" }}'].map((timeout): Refused => [
		'group.getAll',
		{ options: { timeout } },
		/^The option 'Timeout \(Seconds\)' needs a number from 1 to 86400 \(one day\), but got /,
	]),
	[
		'group.getAll',
		{ options: { maxRateLimitWait: -1 } },
		/'Max Rate Limit Wait \(Seconds\)' needs a number from 0 to 86400 \(one day\), but got the number -1$/,
	],
	...[-1, 3_651, 'x', '', '={{ undefined }}', '={{ [1, 2] }}'].map((finishedCountsForDays): Refused => [
		'assignment.create',
		{ ...FILLED, finishedCountsForDays },
		/^The parameter 'Finished Counts as Assigned For \(Days\)' needs a number from 0 to 3650, but got /,
	]),
];

/** What an expression can return that no filter of a kind can use, and what the message says about it. */
const UNUSABLE = {
	date: ['={{ 1700000000000 }}', 'is not a date: 1700000000000'],
	flag: ['={{ 5 }}', 'must be true or false, but the expression returned the number 5'],
	list: ['={{ [{ name: "a" }] }}', String.raw`needs a list of \w+, but got a list with an object in it`],
} as const;

const FILTERS: Refused[] = (
	[
		['assignment.getAll', 'assignedOnOrBefore', 'Assigned On or Before', 'date'],
		['assignment.getAll', 'assessmentNames', 'Assessment Names or IDs', 'list'],
		['assignment.getAll', 'statuses', 'Statuses', 'list'],
		['score.getAll', 'assessmentNames', 'Assessment Names or IDs', 'list'],
		['score.getAll', 'assessmentTypes', 'Assessment Types', 'list'],
		['score.getAll', 'completedOnOrAfter', 'Completed On or After', 'date'],
		['score.getAll', 'completedOnOrBefore', 'Completed On or Before', 'date'],
		['score.getAll', 'groupIds', 'Group Names or IDs', 'list'],
		['score.getAll', 'includeIncompleteAssessments', 'Include Incomplete Assessments', 'flag'],
		['score.getAll', 'startedOnOrAfter', 'Started On or After', 'date'],
		['score.getAll', 'startedOnOrBefore', 'Started On or Before', 'date'],
		['score.getAll', 'statuses', 'Statuses', 'list'],
	] as const
).flatMap(([operation, filter, label, kind]) =>
	[['={{ null }}', 'returned no value'], ['={{ $json.nothing }}', 'returned no value'], UNUSABLE[kind]].map(
		([value = '', message]): Refused => [
			operation,
			{ ...SINCE, filters: { [filter]: value } },
			new RegExp(`^The .*'${label}' ${message}$`),
		],
	),
);

/** The parameters that take a text, each with a list from an expression, and one of them with other values. */
const TEXTS: Refused[] = (
	[
		['assignment.create', 'Email Address', (value) => ({ emailAddress: value })],
		['assignment.create', 'Unique Identifier', (value) => ({ uniqueIdentifier: value })],
		['assignment.create', 'Return URL', (value) => ({ additionalFields: { returnUrl: value } })],
		['file.downloadText', 'Link', (value) => ({ link: value })],
		['file.downloadText', 'File Name', (value) => ({ options: { fileName: value } })],
		['group.create', 'Name', (value) => ({ name: value })],
		['score.get', 'User', (value) => ({ user: byIdentifier(value) })],
		['signInLink.create', 'User Assessment', (value) => ({ additionalFields: { userAssessmentId: value } })],
	] as Array<[OperationName, string, (value: string) => INodeParameters]>
).flatMap(([operation, label, parametersWith]) =>
	Object.entries({ 'a list': '["nora"]', 'an object': '({ email: "nora" })', true: 'true' }).map(
		([kind, value]): Refused => [
			operation,
			{ ...FILLED, user: byIdentifier('x'), ...parametersWith(`={{ ${value} }}`) },
			new RegExp(`^The parameter '${label}' must be text, but the expression returned ${kind}$`),
		],
	),
);

it.each([...EMPTY, ...WRONG, ...NUMBERS, ...FILTERS, ...TEXTS])(
	'%s refuses %j for the item before any request',
	async (operation, parameters, message) => {
		const failure = await action.failure(operation, parameters);
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(/\w/);
		expect(failure).toMatchObject({ context: { itemIndex: 0 } });
		expect(await action.requests()).toEqual([]);
	},
);

it('assignment.create accepts an identifier of 200 characters', async () => {
	const parameters = { assessmentId: assessmentId(await action.assessmentId()), uniqueIdentifier: IDENTIFIER };
	expect(await action.run('assignment.create', parameters)).toHaveLength(1);
});

describe('credentials', () => {
	it.each<[change: Partial<CredentialsData>, message: string]>([
		[{ apiKey: ' ' }, "The 'API Key' in the credentials is empty"],
		[{ apiKey: 's3cret\u2019s' }, "The 'API Key' in the credentials contains"],
		[{ apiKey: 's3cret s3cret' }, "The 'API Key' in the credentials contains"],
		[{ apiKey: 's3cret\nX-Other: 1' }, "The 'API Key' in the credentials contains"],
		[{ apiKey: 's3cret', apiVersion: '../x' }, "The 'API Version' in the credentials isn't valid"],
		[{ apiKey: 's3cret', baseHost: 'http://h.example' }, "The 'Service Address' in the credentials must start with"],
		[{ baseHost: 'https://user:s3cret@h.example' }, "The 'Service Address' in the credentials must start with"],
	])('with %j are refused before any request, without showing the key', async (change, message) => {
		const failure = await failureOf(run({ ...action.credentials(), ...change }, 'group.getAll'));
		expect(failure.message).toContain(message);
		expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain('s3cret');
		expect(await action.requests()).toEqual([]);
	});
});
