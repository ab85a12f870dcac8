import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isRecord } from '../api/specification/isRecord';
import type { UserIdentity } from '../api/specification/types';
import { text } from '../shared/values';
import { uuidValidation } from './fields';
import type { OperationRun } from './operation';
import type { ParameterRun } from './parameters';
import { choiceParameter, locatedValue, parameterError } from './parameters';

/** 'User', which names one person in any of the service's three ways. */
export function userField(): INodeProperties {
	return {
		displayName: 'User',
		name: 'user',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'emailAddress', value: '' },
		description: 'Whom this is about',
		modes: [
			{
				displayName: 'By Email',
				name: 'emailAddress',
				type: 'string',
				placeholder: 'e.g. nathan@example.com',
				validation: [
					{
						type: 'regex',
						properties: {
							regex: '\\s*\\S+@\\S+\\s*',
							errorMessage: 'Not an email address: choose how the user is named',
						},
					},
				],
			},
			{
				displayName: 'By Unique Identifier',
				name: 'uniqueIdentifier',
				type: 'string',
				placeholder: 'e.g. applicant-4711',
				hint: 'The identifier that you gave when you assigned an assessment',
			},
			{
				displayName: 'By ID',
				name: 'userId',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
				hint: 'The userId from a score, an assignment or a trigger',
				validation: [uuidValidation('a user ID')],
			},
		],
	};
}

/** 'User' of an operation that follows a score, an assignment or a trigger: it takes the user of the incoming item. */
export function userOfItemField(): INodeProperties {
	return { ...userField(), default: { mode: 'userId', value: '={{ $json.userId }}' } };
}

export function ifUserNotFoundField(): INodeProperties {
	return {
		displayName: 'If User Not Found',
		name: 'ifUserNotFound',
		type: 'options',
		options: [
			{ name: 'Return an Error', value: 'error', description: "Stop, or do what 'On Error' in the settings says" },
			{ name: 'Skip the Item', value: 'skip', description: 'Give no output for this item' },
		],
		default: 'error',
		description: 'What to do when the account has no such user',
	};
}

/**
 * Who is meant by 'User': exactly one of the service's three ways of naming a user. Undefined when it is empty.
 *
 * @param locator as n8n gives a resource locator. A bare text is an email address.
 */
export function identityOf(locator: unknown): UserIdentity | undefined {
	const { mode, value } = isRecord(locator) && 'mode' in locator ? locator : { mode: 'emailAddress', value: locator };
	const name = text(value);
	if (name === '') return undefined;
	if (mode === 'uniqueIdentifier') return { uniqueIdentifier: name };
	return mode === 'userId' ? { userId: name } : { emailAddress: name };
}

/** @throws NodeOperationError when 'User' names nobody */
export function userIdentity(run: ParameterRun): UserIdentity {
	const locator = run.context.getNodeParameter('user', run.itemIndex);
	locatedValue(run, locator, 'User');
	const identity = identityOf(locator);
	if (identity !== undefined) return identity;
	throw parameterError(
		run,
		"The parameter 'User' is empty",
		'Enter an email address, a unique identifier or a user ID, or check the expression',
	);
}

/**
 * No output or an error, as 'If User Not Found' says: the service answers 204 for a user that it does not have.
 *
 * @param userAssessmentId where one was named too: the service may answer so for one that is not the user's
 */
export function noSuchUser(run: OperationRun, user: UserIdentity, userAssessmentId?: unknown): INodeExecutionData[] {
	if (choiceParameter(run, 'ifUserNotFound', 'If User Not Found', ['error', 'skip']) === 'skip') return [];
	throw noSuchUserError(
		run,
		user,
		userAssessmentId === undefined ? '' : `, or the user has no assessment ${userAssessmentId}`,
	);
}

export function noSuchUserError(run: OperationRun, user: UserIdentity, orElse = '') {
	return parameterError(
		run,
		`The account has no such user (${named(user)})${orElse}`,
		"Check the parameter 'User': its value, and whether it is an email address, a unique identifier or a user ID. Where the operation has 'If User Not Found', 'Skip the Item' leaves such items out",
	);
}

function named(user: UserIdentity): string {
	if ('userId' in user) return `user ID ${user.userId}`;
	if ('uniqueIdentifier' in user) return `unique identifier ${user.uniqueIdentifier}`;
	return `email address ${user.emailAddress}`;
}
