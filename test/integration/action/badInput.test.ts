import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { byPath } from '../../unit/structure/properties.ts';
import type { CredentialsData } from '../support/credentials.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, byIdentifier, failureOf, run, useAction } from './support.ts';

const action = useAction();

const IDENTIFIER = '0123456789'.repeat(20);

/** Parameters that suffice for every operation. */
const FILLED = {
	...{ assessmentId: assessmentId('a'), uniqueIdentifier: 'x', link: '2020q3/response-text/1', name: 'x' },
	...{ user: byIdentifier('x'), userAssessmentId: assessmentId('y'), assignedOnOrAfter: '2026-01-01' },
	url: 'https://example.com/',
};

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
		/'Return URL' isn't a full http or https URL/,
	],
	['webhook.create', { url: '/hook' }, /'URL' isn't a full http or https URL/],
	['assignment.getAll', { assignedOnOrAfter: 'soon' }, /'Assigned On or After' isn't a date: soon/],
	['file.downloadAll', { ...FILLED, options: { include: ['video'] } }, /'video' isn't a valid option for 'Include'/],
	[
		'assignment.getAll',
		{ ...FILLED, filters: { statuses: ['NeedsReview'] } },
		/'NeedsReview' isn't a valid option for/,
	],
	['score.getAll', { filters: { assessmentTypes: ['tenpoint'] } }, /'tenpoint' isn't a valid option for/],
	...['', '={{ undefined }}'].map((ifAlreadyAssigned): Refused => [
		'assignment.create',
		{ ...FILLED, ifAlreadyAssigned },
		/^'' isn't a valid option for 'If Already Assigned'/,
	]),
	['score.getEverything', {}, /^The node has no operation 'getEverything' for 'score'$/],
	['score.sendExample', {}, /^The node has no operation 'sendExample' for 'score'$/],
	...['file.downloadAudio', 'file.downloadText', 'file.downloadCertificate'].map(
		// test/unit/api/links.test.ts covers all disguised links.
		(operation): Refused => [
			operation as OperationName,
			{ link: '/\\evil.example/x' },
			/^'Link' isn't a link to one of the service's files: it .+$/,
		],
	),
];

/** Values that a parameter can't use, by its type or, for a number, by its name, and the message about them. */
const UNUSABLE: Readonly<Record<string, [values: Array<string | number>, message: RegExp]>> = {
	string: [
		['={{ ["nora"] }}', '={{ ({ email: "nora" }) }}', '={{ true }}'],
		/must be text, but the expression returned /,
	],
	resourceLocator: [['={{ ["nora"] }}'], /must be text, but the expression returned a list$/],
	options: [['other'], /^'other' isn't a valid option for/],
	multiOptions: [['={{ [{ name: "a" }] }}'], /(, but got a list with an object in it|isn't a list of strings)$/],
	dateTime: [['={{ 1700000000000 }}'], /isn't a date: 1700000000000$/],
	boolean: [['={{ 5 }}'], /must be true or false, but the expression returned the number 5$/],
	limit: [[0, -1, 1.5, '={{ "many" }}', '={{ null }}'], /must be a whole number of at least 1$/],
	timeout: [[0, 9_999_999, '', '={{ "a minute" }}'], /needs a number from 1 to 86400 \(one day\), but got /],
	maxRateLimitWait: [[-1], /needs a number from 0 to 86400 \(one day\), but got the number -1$/],
	finishedCountsForDays: [
		[-1, 3_651, 'x', '', '={{ undefined }}', '={{ [1, 2] }}'],
		/needs a number from 0 to 3650, but got /,
	],
};
const NO_VALUE: (typeof UNUSABLE)[string] = [['={{ null }}', '={{ $json.nothing }}'], /returned no value$/];

/** Every parameter that the editor shows, with each value that it can't use. Outside of filters, a switch accepts any value. */
const UNUSED = new EnterpriseAssessment().description.properties.flatMap(({ displayOptions, ...shown }) =>
	byPath([shown]).flatMap(({ name: path, property: { type, displayName } }) => {
		const { resource: [resource] = [], operation: [operation] = [] } = displayOptions?.show ?? {};
		const [name = '', field] = path.split('.');
		const unusable = UNUSABLE[type === 'number' ? (field ?? name) : type];
		const isFilter = name === 'filters';
		if (typeof resource !== 'string' || typeof operation !== 'string' || (type === 'boolean' && !isFilter)) return [];
		return [...(isFilter ? [NO_VALUE] : []), ...(unusable ? [unusable] : [])].flatMap(([values, message]) =>
			values.map((value) => {
				const given = type === 'resourceLocator' ? assessmentId(String(value)) : value;
				const parameters = { ...FILLED, [name]: field === undefined ? given : { [field]: given } };
				return [`${resource}.${operation}`, displayName, value, parameters, message] as const;
			}),
		);
	}),
);

it.each(UNUSED)("%s, in '%s', refuses the value %s", async (operation, label, _value, parameters, message) => {
	const failure = await action.failure(operation, parameters);
	expect(failure.message).toMatch(message);
	expect(failure.message).toContain(`'${label}'`);
	expect(failure).toMatchObject({ context: { itemIndex: 0 }, description: expect.stringMatching(/\w/) });
	expect(await action.requests()).toEqual([]);
});

it.each([...EMPTY, ...WRONG])(
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
	it('can be pasted with surrounding spaces and a version', async () => {
		const { apiKey, baseHost } = action.credentials();
		const pasted = { apiKey: ` ${apiKey}\n`, baseHost: ` ${baseHost}/beta/ `, apiVersion: ' 2020q1 ' };
		expect(await run(pasted, 'group.getAll')).toHaveLength(3);
		await run({ ...pasted, apiVersion: '' }, 'group.getAll');
		expect((await action.requests()).map(({ path }) => path)).toEqual(['/2020q1/groups', '/2020q3/groups']);
	});

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
