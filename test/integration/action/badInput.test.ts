import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { byPath } from '../../unit/structure/properties.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { trigger } from '../webhookTrigger/support/trigger.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, byIdentifier, failureOf, run, useAction } from './support.ts';

const action = useAction();

const IDENTIFIER = '0123456789'.repeat(20);

/** Valid values for the required parameters of every operation. */
const FILLED = {
	...{ assessmentId: assessmentId('a'), uniqueIdentifier: 'x', link: '2020q3/response-text/1', name: 'x' },
	...{ user: byIdentifier('x'), userAssessmentId: assessmentId('y'), assignedOnOrAfter: '2026-01-01' },
	url: 'https://example.com/',
};

type Refused = [operation: OperationName, parameters: INodeParameters, message: RegExp];

const REFUSED: Refused[] = [
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
	['group.create', { name: 'Anf\uFFFDnger' }, /'Name' is damaged/],
	['score.get', { user: byEmail('  ') }, /'User' is empty/],
	['assignment.create', { ...FILLED, uniqueIdentifier: `${IDENTIFIER}x` }, /'Unique Identifier' is longer than 200/],
	[
		'assignment.create',
		{ ...FILLED, additionalFields: { returnUrl: '/thanks' } },
		/'Return URL' isn't a full http or https URL/,
	],
	['webhook.create', { url: '/hook' }, /'URL' isn't a full http or https URL: '\/hook'$/],
	['assignment.getAll', { assignedOnOrAfter: 'soon' }, /'Assigned On or After' isn't a date: soon/],
	['assignment.getAll', { assignedOnOrAfter: '2026-11-30\u200B' }, /isn't a date: 2026-11-30<U\+200B>$/],
	...['', '={{ undefined }}'].map((ifAlreadyAssigned): Refused => [
		'assignment.create',
		{ ...FILLED, ifAlreadyAssigned },
		/^'' isn't a valid option for 'If Already Assigned'/,
	]),
	['score.getEverything', {}, /^The resource 'score' doesn't have the operation 'getEverything'$/],
	['score.sendExample', {}, /^The resource 'score' doesn't have the operation 'sendExample'$/],
	// test/unit/api/links.test.ts covers all disguised links.
	['file.downloadAudio', { link: '/\\evil.example/x' }, /^'Link' isn't a link to one of the service's files: it .+$/],
];

type Unusable = [values: Array<string | number | boolean>, message: RegExp];

/**
 * Some values that a parameter refuses, and the message about them, by the parameter's type (for numbers, by its name).
 * test/unit/shared/parameters.test.ts has all values.
 */
const UNUSABLE: Readonly<Record<string, Unusable>> = {
	string: [['={{ ["nora"] }}'], /must be text, but the expression returned a list$/],
	resourceLocator: [['={{ ["nora"] }}'], /must be text, but the expression returned a list$/],
	options: [['other'], /^'other' isn't a valid option for/],
	multiOptions: [['={{ [[]] }}'], /(, but got a list with a list in it|isn't a list of strings)/],
	fixedOptions: [["={{ ['tenpoints'] }}"], /^'tenpoints' isn't a valid option for /],
	dateTime: [['={{ 1700000000000 }}'], /isn't a date: 1700000000000$/],
	boolean: [['={{ 5 }}'], /must be true or false, but the expression returned the number 5$/],
	limit: [[0, 1.5, '={{ null }}'], /must be a whole number of at least 1, but got (the number (0|1\.5)|null)$/],
	timeout: [[0, 86_401, ''], /needs a number from 1 to 86400 \(one day\), but got /],
	maxRateLimitWait: [[-1], /needs a number from 0 to 86400 \(one day\), but got the number -1$/],
	finishedCountsForDays: [[-1, 3_651, '', '={{ undefined }}'], /needs a number from 0 to 3650, but got /],
	maxEventAge: [[-1, 86_401], /needs a number from 0 to 86400 \(one day\), but got /],
	lookbackDays: [[0, 3_651], /must be/],
};
const NO_VALUE: Unusable = [['={{ null }}', '={{ undefined }}'], /didn't return a value/];

/** Every parameter in the editor, with each value that it refuses. A switch outside of filters accepts any value. */
function unusedIn(properties: INodeProperties[]) {
	return properties.flatMap(({ displayOptions, ...shown }) =>
		byPath([shown]).flatMap(({ name: path, property: { type, displayName, options } }) => {
			const { resource: [resource] = [], operation: [operation] = [] } = displayOptions?.show ?? {};
			const [name = '', field] = path.split('.');
			const isOfAction = typeof resource === 'string' && typeof operation === 'string';
			const of: OperationName = isOfAction ? `${resource}.${operation}` : 'trigger.publish';
			const isFilter = name === 'filters';
			if (type === 'boolean' && !isFilter) return [];
			const unusable = [
				isFilter ? NO_VALUE : undefined,
				UNUSABLE[type === 'number' ? (field ?? name) : type],
				type === 'multiOptions' && options !== undefined ? UNUSABLE.fixedOptions : undefined,
				name === 'assignedGroups' ? NO_VALUE : undefined,
			].filter((one) => one !== undefined);
			return unusable.flatMap(([values, message]) =>
				values.map((value) => {
					const given = type === 'resourceLocator' ? assessmentId(String(value)) : value;
					const parameters = { [name]: field === undefined ? given : { [field]: given } };
					return { operation: of, label: displayName, type, value, parameters, message };
				}),
			);
		}),
	);
}

const SHOWN = new EnterpriseAssessment().description.properties.filter(({ displayOptions }) => displayOptions?.show);

const UNUSED = unusedIn(SHOWN).filter(({ operation }) => operation !== 'trigger.publish');

it.each(UNUSED)("$operation refuses $value in '$label'", async ({ operation, label, parameters, message }) => {
	const failure = await action.failure(operation, { ...FILLED, ...parameters });
	expect(failure.message).toMatch(message);
	expect(failure.message).toContain(`'${label}'`);
	expect(failure).toMatchObject({ context: { itemIndex: 0 }, description: expect.stringMatching(/\w/) });
	expect(await action.requests()).toEqual([]);
});

const ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
const NAMES = 'Assessment Names or IDs';
const EVENTS: Array<[label: string, events: string[] | string, message: RegExp]> = [
	['Assessment Scored', '={{ undefined }}', /isn't selected/],
	['Assessment Scored', ['webhook-example'], /isn't selected/],
	['Trigger On', ['user-assessment-scored', 'user-deleted'], /^'user-deleted' isn't a valid option/],
];

const REFUSED_BY_TRIGGERS = [new EnterpriseAssessmentTrigger(), new EnterpriseAssessmentPollTrigger()].flatMap(
	({ description: { name: node, properties } }) => {
		const unused = unusedIn(properties.filter(({ name }) => name !== 'events'));
		const withId = { filters: { assessmentNames: ['English Speaking', ID] } };
		return [
			...unused.map(({ label, parameters, message }) => [node, label, parameters, message] as const),
			[node, NAMES, withId, /contains the ID 9b1deb4d.+ don't contain assessment IDs.+ Choose the assessment/] as const,
		];
	},
);

it.each([
	...REFUSED_BY_TRIGGERS,
	...EVENTS.map(([label, events, message]) => ['enterpriseAssessmentTrigger', label, { events }, message] as const),
])("publishing %s is refused before any request, because of '%s' in %j", async (node, label, parameters, message) => {
	const credentials = action.credentials();
	const isPoll = node === 'enterpriseAssessmentPollTrigger';
	const workflow = isPoll ? new ActiveWorkflow({ credentials, parameters }) : await trigger(credentials, parameters);
	const publishing = 'poll' in workflow ? workflow.poll() : workflow.create();
	const failure: unknown = await publishing.catch((error: unknown) => error);
	expect(failure).toHaveProperty('message', expect.stringMatching(message));
	expect(failure).toHaveProperty('message', expect.stringContaining(`'${label}'`));
	expect(await action.requests()).toEqual([]);
});

it.each(REFUSED)('%s refuses %j before any request', async (operation, parameters, message) => {
	const failure = await action.failure(operation, parameters);
	expect(failure.message).toMatch(message);
	expect(failure.description).toMatch(/\w/);
	expect(failure).toMatchObject({ context: { itemIndex: 0 } });
	expect(await action.requests()).toEqual([]);
});

it('assignment.create accepts an identifier of 200 characters', async () => {
	const parameters = { assessmentId: assessmentId(await action.assessmentId()), uniqueIdentifier: IDENTIFIER };
	expect(await action.run('assignment.create', parameters)).toHaveLength(1);
});

describe('the credentials', () => {
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
	])("are refused with %j before any request, and the error doesn't contain a secret", async (change, message) => {
		const failure = await failureOf(run({ ...action.credentials(), ...change }, 'group.getAll'));
		expect(failure.message).toContain(message);
		expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain('s3cret');
		expect(await action.requests()).toEqual([]);
	});
});
