import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { CredentialsData } from '../support/credentials.ts';
import { useSimulator } from '../support/simulator.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, byIdentifier, failureOf, run, seedAssessmentId } from './support.ts';

const service = useSimulator();

const IDENTIFIER = '0123456789'.repeat(20);

/** Enough for any operation that takes one of them. */
const FILLED = { assessmentId: assessmentId('a'), uniqueIdentifier: 'x', link: '2020q3/response-text/1' };

/** With one more, that of a collection behind a dot. */
function withParameter(parameters: INodeParameters, path: string, value: string): INodeParameters {
	const [name = '', field] = path.split('.');
	if (field !== undefined) return { ...parameters, [name]: { [field]: value } };
	return { ...parameters, [name]: name === 'user' ? byIdentifier(value) : value };
}

const FILTERS = [
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
] as const;

/** What an expression may give instead, and what the message says of it after the filter's name. */
const UNREADABLE = {
	date: [
		['={{ 1700000000000 }}', /is not a date: 1700000000000$/],
		['={{ ({ a: 1 }) }}', /is not a date: object$/],
	],
	flag: [['={{ 5 }}', /must be true or false, but the expression returned the number 5$/]],
	list: [
		['={{ 5 }}', /needs a list of \w+, but got the number 5$/],
		['={{ ({ a: 1 }) }}', /needs a list of \w+, but got an object$/],
		['={{ [{ name: "a" }] }}', /needs a list of \w+, but got a list with an object in it$/],
	],
} satisfies Record<string, ReadonlyArray<readonly [value: string, message: RegExp]>>;

const CASES: Array<[title: string, OperationName, INodeParameters, message: RegExp]> = [
	['no assessment', 'assignment.create', { uniqueIdentifier: 'x' }, /'Assessment' is empty/],
	[
		'neither email nor identifier',
		'assignment.create',
		{ assessmentId: assessmentId('a'), emailAddress: ' ' },
		/'Email Address' and 'Unique Identifier' are both empty/,
	],
	[
		'an identifier of 201 characters',
		'assignment.create',
		{ ...FILLED, uniqueIdentifier: `${IDENTIFIER}x` },
		/'Unique Identifier' is longer than 200 characters/,
	],
	[
		'a return URL without a host',
		'assignment.create',
		{ ...FILLED, additionalFields: { returnUrl: '/thanks' } },
		/'Return URL' is not a full http or https address/,
	],
	['an empty user', 'score.get', { user: byEmail('  ') }, /'User' is empty/],
	['no report', 'file.downloadAll', { user: byIdentifier('x') }, /'User Assessment' is empty/],
	[
		'no list of kinds',
		'file.downloadAll',
		{ user: byIdentifier('x'), userAssessmentId: 'y', options: { include: '={{ 5 }}' } },
		/'Include' is not a list of texts/,
	],
	[
		'an unknown kind of file',
		'file.downloadAll',
		{ user: byIdentifier('x'), userAssessmentId: 'y', options: { include: ['video'] } },
		/'video' is not a valid option for 'Include'/,
	],
	...(
		[
			['assignment.create', 'ifAlreadyAssigned', FILLED],
			['score.getAll', 'output', {}],
			['webhook.create', 'ifAlreadyRegistered', { url: 'https://example.com/' }],
		] as const
	).flatMap(([operation, name, parameters]) =>
		['returnexisting', '', '={{ undefined }}'].map((value): (typeof CASES)[number] => [
			`${name} ${JSON.stringify(value)}`,
			operation,
			{ ...parameters, [name]: value },
			/is not a valid option for/,
		]),
	),
	['no group name', 'group.create', { name: ' ' }, /'Name' is empty/],
	['no start date', 'assignment.getAll', {}, /'Assigned On or After' is empty/],
	['no date', 'assignment.getAll', { assignedOnOrAfter: 'soon' }, /'Assigned On or After' is not a date: soon/],
	[
		'no date',
		'assignment.getAll',
		{ assignedOnOrAfter: '2026-01-01', filters: { assignedOnOrBefore: '2026-13-45' } },
		/'Assigned On or Before' is not a date: 2026-13-45/,
	],
	[
		'an unknown status',
		'assignment.getAll',
		{ assignedOnOrAfter: '2026-01-01', filters: { statuses: ['NeedsReview'] } },
		/'NeedsReview' is not a valid option for 'Statuses'/,
	],
	[
		'an unknown type',
		'score.getAll',
		{ filters: { assessmentTypes: ['tenpoint'] } },
		/'tenpoint' is not a valid option for 'Assessment Types'/,
	],
	...FILTERS.flatMap(([operation, filter, label, kind]) =>
		[
			...['={{ undefined }}', '={{ null }}', '={{ $json.nothing }}'].map(
				(value) => [value, /returned no value$/] as const,
			),
			...UNREADABLE[kind],
		].map(([value, message]): (typeof CASES)[number] => [
			`${value} for ${filter}`,
			operation,
			{ assignedOnOrAfter: '2026-01-01', filters: { [filter]: value } },
			new RegExp(`^The .*'${label}' ${message.source}`),
		]),
	),
	...(
		[
			['assignment.create', 'emailAddress', 'Email Address'],
			['assignment.create', 'uniqueIdentifier', 'Unique Identifier'],
			['assignment.create', 'additionalFields.returnUrl', 'Return URL'],
			['file.downloadText', 'link', 'Link'],
			['file.downloadText', 'options.fileName', 'File Name'],
			['group.create', 'name', 'Name'],
			['score.get', 'user', 'User'],
			['signInLink.create', 'additionalFields.userAssessmentId', 'User Assessment'],
		] as const
	).flatMap(([operation, path, label]) =>
		(
			[
				['={{ ["nora@example.com"] }}', 'a list'],
				['={{ ({ email: "nora@example.com" }) }}', 'an object'],
				['={{ true }}', 'true'],
			] as const
		).map(([value, kind]): (typeof CASES)[number] => [
			`${kind} for ${path}`,
			operation,
			withParameter({ ...FILLED, user: byIdentifier('x') }, path, value),
			new RegExp(`^The parameter '${label}' must be text, but the expression returned ${kind}$`),
		]),
	),
	['no link', 'file.downloadAudio', { link: '' }, /'Link' is empty/],
	...(['file.downloadAudio', 'file.downloadText', 'file.downloadCertificate'] as const).map(
		// test/unit/api/links.test.ts has all the disguises.
		(operation): (typeof CASES)[number] => [
			'a link to elsewhere',
			operation,
			{ link: '/\\evil.example/x' },
			/^The link was refused because .* \('Link'\)$/,
		],
	),
	[
		'no output field',
		'file.downloadText',
		{ link: 'x', binaryPropertyName: '' },
		/'Put Output File in Field' is empty/,
	],
	['a URL without a host', 'webhook.create', { url: '/hook' }, /'URL' is not a full http or https address/],
	['no such operation', 'score.getEverything', {}, /^The node has no operation 'getEverything' for 'score'$/],
	['that of another resource', 'score.sendExample', {}, /^The node has no operation 'sendExample' for 'score'$/],
];

describe('bad input is an error that names the parameter, and its item beside it, before any request', () => {
	it.each(CASES)('%s in %s', async (_title, operation, parameters, message) => {
		const { credentials, requests } = service();
		const failure = await failureOf(run(credentials, operation, parameters));
		expect(failure.message).toMatch(message);
		expect(failure).toMatchObject({ context: { itemIndex: 0 } });
		expect(await requests()).toEqual([]);
	});

	it('an identifier of 200 characters is not too long', async () => {
		const { simulator, credentials } = service();
		const parameters = { assessmentId: assessmentId(await seedAssessmentId(simulator)), uniqueIdentifier: IDENTIFIER };
		expect(await run(credentials, 'assignment.create', parameters)).toHaveLength(1);
	});
});

describe('credentials that can not work are an error before any request, which does not give the key away', () => {
	it.each<[change: Partial<CredentialsData>, message: string]>([
		[{ apiKey: ' ' }, "The 'API Key' of the credentials is empty"],
		[{ apiKey: 's3cret\u2019s' }, "The 'API Key' of the credentials contains"],
		[{ apiKey: 's3cret s3cret' }, "The 'API Key' of the credentials contains"],
		[{ apiKey: 's3cret\nX-Other: 1' }, "The 'API Key' of the credentials contains"],
		[{ apiKey: 's3cret', apiVersion: '../x' }, "The 'API Version' of the credentials is not valid"],
		[{ apiKey: 's3cret', baseHost: 'http://h.example' }, "The 'Service Address' of the credentials must start with"],
		[{ baseHost: 'https://user:s3cret@h.example' }, "The 'Service Address' of the credentials must start with"],
	])('%j', async (change, message) => {
		const { credentials, requests } = service();
		const failure = await failureOf(run({ ...credentials, ...change }, 'group.getAll'));
		expect(failure.message).toContain(message);
		expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain('s3cret');
		expect(await requests()).toEqual([]);
	});
});
