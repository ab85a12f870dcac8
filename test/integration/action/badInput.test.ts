import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { byPath } from '../../unit/structure/properties.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { trigger } from '../webhookTrigger/support/trigger.ts';
import { assessmentId, byIdentifier, byUserId, failureOf } from './support.ts';
import { FILLED, type OperationName, run, useAction } from './support.ts';

const action = useAction();

const IDENTIFIER = 'nan😀'.repeat(49).concat('none');

type Refused = [operation: OperationName, parameters: INodeParameters, message: RegExp, label?: string];

/** What expressions and lists have in place of an identifier. */
const NO_IDENTIFIERS = 'null Undefined NaN NONE n/a 1.23457E+14 1,2e+16 1E+15'.split(' ').concat('[object Object]');
const NO_NAMES = ['undefined', 'NaN', 'Ada undefined', '[object Object] Fox'];
const CELL_ERRORS = ['#N/A', '#NV', '#N/D', '#REF!', '#WERT!', '#NAME?', '#DIV/0!', '#¿NOMBRE?', '#Н/Д', '#ЗНАЧ!'];
const STORED = ['givenName', 'surName', 'uniqueIdentifier', 'studentId'];

const withText = (name: string, value: string): INodeParameters =>
	name === 'studentId' ? { additionalFields: { studentId: value } } : { [name]: value };

const REFUSED: Refused[] = [
	...NO_IDENTIFIERS.flatMap((value): Refused[] => [
		['assignment.create', { uniqueIdentifier: value, emailAddress: 'a@x.de' }, /isn't an identifier: '/, value],
		['score.get', { user: byIdentifier(value) }, /'User' isn't an identifier: '/, value],
		['signInLink.create', { user: byUserId(value) }, /'User' isn't an identifier: '/, value],
	]),
	...NO_NAMES.flatMap((value): Refused[] => [
		['assignment.create', { givenName: value }, /'Given Name' isn't a name: '/, value],
		['assignment.create', { surName: `={{ "${value}" }}` }, /'Surname' isn't a name: '/, value],
	]),
	['assignment.create', { surName: 'Nguy?n' }, /'Surname' is damaged: 'Nguy\?n/],
	['assignment.create', { surName: '???? ?' }, /'Surname' is damaged: '\?/],
	...CELL_ERRORS.flatMap((value) => {
		const isError = /has the error of a .+ formula: '/;
		return STORED.map((name): Refused => ['assignment.create', withText(name, value), isError, value]);
	}),
	['assignment.create', { uniqueIdentifier: '', emailAddress: ' ' }, /'Email Address' and 'Unique .+ are both empty/],
	['assignment.create', { uniqueIdentifier: `${IDENTIFIER}x` }, /'Unique Identifier' is longer than 200/],
	['score.sendExample', {}, /^The resource 'score' doesn't have the operation 'sendExample'$/],
];

type Unusable = [values: Array<string | number | boolean>, message: RegExp];

const NO_URL: Unusable = [['/hook'], /isn't a full http or https URL: '\/hook'$/];

/**
 * Some values that a parameter refuses, and the message about them, by the parameter's type or name.
 * test/unit/shared/parameters.test.ts has all values.
 */
const UNUSABLE: Readonly<Record<string, Unusable>> = {
	string: [['={{ ["nora"] }}', '={{ 1.5 }}'], /must be text, but got (a list|the number 1\.5)/],
	resourceLocator: [['={{ ["nora"] }}', '={{ 2 ** 53 }}'], /must be text, but got (a list|the number 900719925\d+)$/],
	options: [['other'], /^'other' isn't a valid option for/],
	multiOptions: [['={{ [[]] }}', '={{ {} }}'], /must be a list of strings, but got (a list with a list in it|an obj)/],
	fixedOptions: [["={{ ['tenpoints'] }}"], /^'tenpoints' isn't a valid option for /],
	dateTime: [['={{ 5 }}', '2026-11-30\u200B'], /must be a date, but got (the number 5|'2026-11-30\[U\+200B\]')$/],
	boolean: [['={{ 5 }}', 'yes'], /must be true or false, but got (the number 5|'yes')/],
	limit: [[0, '={{ null }}'], /must be a number of at least 1, but got (the number 0|null)$/],
	timeout: [[0, 86_401], /must be a number from 1 to 86400, but got /],
	maxRateLimitWait: [[-1], /must be a number from 0 to 86400, but got the number -1$/],
	finishedCountsForDays: [[-1, 3_651, '', '={{ undefined }}'], /must be a number from 0 to 3650, but got /],
	maxEventAge: [[-1, 86_401], /must be a number from 0 to 86400, but got /],
	lookbackDays: [[0, 3_651], /must be a number from 1 to 3650, but got /],
	...{ url: NO_URL, returnUrl: NO_URL },
};
const EMPTY: Unusable = [['', ' '], / is empty(?:$|, so there's no )/];
const NO_CHOICE: Unusable = [['', '={{ undefined }}'], /^'' isn't a valid option for /];
const DAMAGED: Unusable = [['J\uFFFDrgen', 'J\u009Argen@example.com'], / is damaged: 'J(\uFFFD|\[U\+009A\])rgen/];
const NO_VALUE: Unusable = [['={{ null }}', '={{ undefined }}'], /didn't return a value/];

/** The operations that store texts in the service for good. */
const STORING = ['assignment.create', 'group.create'];
const TEXTS = ['string', 'resourceLocator', 'multiOptions'];

/** Every parameter in the editor, with each value that it refuses. */
function unusedIn({ name: node, properties }: INodeTypeDescription): Refused[] {
	return properties.flatMap(({ displayOptions, ...shown }) =>
		byPath([shown]).flatMap(({ name: path, property: { type, displayName, options, required } }) => {
			const { resource: [resource] = [], operation: [operation] = [] } = displayOptions?.show ?? {};
			const [name = '', field] = path.split('.');
			const isOfAction = typeof resource === 'string' && typeof operation === 'string';
			const of: OperationName = isOfAction ? `${resource}.${operation}` : `${node}.publish`;
			const isList = type === 'multiOptions';
			const unusable = [
				isList || name === 'filters' ? NO_VALUE : undefined,
				UNUSABLE[type],
				UNUSABLE[field ?? name],
				isList && options !== undefined ? UNUSABLE.fixedOptions : undefined,
				type === 'options' && field === undefined ? NO_CHOICE : undefined,
				required === true && isOfAction ? EMPTY : undefined,
				STORING.includes(of) && TEXTS.includes(type) ? DAMAGED : undefined,
			].filter((one) => one !== undefined);
			return unusable.flatMap(([values, message]) =>
				values.map((value): Refused => {
					const given = type === 'resourceLocator' ? assessmentId(String(value)) : value;
					return [of, { [name]: field === undefined ? given : { [field]: given } }, message, `'${displayName}'`];
				}),
			);
		}),
	);
}

const UNUSED = unusedIn(new EnterpriseAssessment().description).filter(
	([operation]) => !operation.endsWith('.publish'),
);

it.each([...UNUSED, ...REFUSED])('%s refuses %j before any request', async (operation, given, message, label = '') => {
	const failure = await action.failure(operation, { ...FILLED, ...given });
	expect(failure.message).toMatch(message);
	expect(failure.message).toContain(label);
	expect(failure.description).toMatch(/^\d.*e\+/i.test(label) ? /lost digits/ : /\w/);
	expect(failure).toMatchObject({ context: { itemIndex: 0 } });
	expect(await action.requests()).toEqual([]);
});

const [WEBHOOK, POLL] = ['enterpriseAssessmentTrigger.publish', 'enterpriseAssessmentPollTrigger.publish'] as const;
const WITH_ID = { filters: { assessmentNames: ['English Speaking', '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'] } };
const HAS_ID = /contains the ID 9b1deb4d.+ don't contain assessment IDs.+ Choose the assessment/;

it.each<Refused>([
	...unusedIn(new EnterpriseAssessmentTrigger().description),
	...unusedIn(new EnterpriseAssessmentPollTrigger().description),
	[WEBHOOK, WITH_ID, HAS_ID, "'Assessment Names or IDs'"],
	[POLL, WITH_ID, HAS_ID, "'Assessment Names or IDs'"],
	[WEBHOOK, { events: ['webhook-example'] }, /^'Assessment Scored' isn't selected/],
])('%s is refused with %j before any request', async (publishing, parameters, message, label = '') => {
	const credentials = action.credentials();
	const polling = new ActiveWorkflow({ credentials, parameters });
	const published = publishing === POLL ? polling.poll() : (await trigger(credentials, parameters)).create();
	const said = await published.catch((error: Error) => error.message);
	expect(said).toMatch(message);
	expect(said).toContain(label);
	expect(await action.requests()).toEqual([]);
});

it.each('Null None Nan Undefined #1 #NAME #nv C#A! #A!B N/A Fox?'.split(' '))('a name can be %s', async (name) => {
	const parameters = { ...FILLED, uniqueIdentifier: IDENTIFIER, givenName: name, surName: name };
	const output = await action.runJson('assignment.create', parameters);
	expect(output).toMatchObject([{ givenName: name, surname: name }]);
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
		[{ apiKey: 'Bearer s3cret' }, "The 'API Key' in the credentials begins with the word Bearer"],
		[{ apiKey: 's3cret\nX-Other: 1' }, "The 'API Key' in the credentials contains"],
		[{ apiKey: 's3cret', apiVersion: '../x' }, "The 'API Version' in the credentials must be one word"],
		[{ baseHost: 'https://user:s3cret@h.example' }, "The 'Service Address' in the credentials must start with"],
	])("are refused with %j before any request, and the error doesn't contain a secret", async (change, message) => {
		const failure = await failureOf(run({ ...action.credentials(), ...change }, 'group.getAll'));
		expect(failure.message).toContain(message);
		expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toContain('s3cret');
		expect(await action.requests()).toEqual([]);
	});
});
