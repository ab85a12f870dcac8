import type { INodeProperties } from 'n8n-workflow';

import type { Caller } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { isRecord } from '../api/specification/responses';
import type { User } from '../api/specification/types';
import { textOrEmpty } from '../shared/parameters';
import { choiceField, FAIL_ITEM, idMode, listMode, validation } from './fields';
import { type ItemContext, itemError } from './operation';
import { choiceParameter, requiredText } from './parameters';

/** Identifies a user in a request. */
export type UserIdentity = { userId: string } | { emailAddress: string } | { uniqueIdentifier: string };

export function userField(description: string): INodeProperties {
	return {
		displayName: 'User',
		name: 'user',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'emailAddress', value: '' },
		description,
		modes: [
			{
				displayName: 'By Email',
				name: 'emailAddress',
				type: 'string',
				placeholder: 'e.g. nathan@example.com',
				validation: validation(
					'\\s*\\S+@\\S+\\s*',
					"Enter a valid email address, or switch to 'By Unique Identifier' or 'By ID'",
				),
			},
			{
				displayName: 'By Unique Identifier',
				name: 'uniqueIdentifier',
				type: 'string',
				placeholder: 'e.g. applicant-4711',
				hint: 'Your own ID for the person, as you entered it when you invited them',
			},
			idMode('userId', 'a user ID', "The 'userId' from a score, an assignment or a trigger"),
		],
	};
}

/** A 'User' field for operations that come after a score, an assignment or a trigger. */
export function userOfItemField(description: string): INodeProperties {
	return { ...userField(description), default: { mode: 'userId', value: '={{ $json.userId }}' } };
}

/** Doesn't have `loadOptionsDependsOn`, because n8n would clear the field when the first execution resolves 'User'. */
export function userAssessmentField(description: string): INodeProperties {
	return {
		displayName: 'User Assessment',
		name: 'userAssessmentId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.userAssessmentId }}' },
		description,
		modes: [
			listMode('Select an assessment of the user…', 'searchScoreReports'),
			idMode('id', 'a user assessment ID', "The 'userAssessmentId' from a score, an assignment or a trigger"),
		],
	};
}

const IF_NOT_FOUND = 'If User Not Found';

export function ifUserNotFoundField(): INodeProperties {
	return choiceField(IF_NOT_FOUND, 'ifUserNotFound', "What to do if the user isn't found in your account", 'error', [
		['Return an Error', 'error', FAIL_ITEM],
		['Skip the Item', 'skip', 'Leave this item out of the output'],
	]);
}

/** @param locator n8n's resource locator, as the editor stores it */
export function identityOf(locator: unknown): UserIdentity | undefined {
	const name = textOrEmpty(isRecord(locator) ? locator.value : locator);
	return name === '' ? undefined : identityInMode(locator, name);
}

/** Treats text without a mode, which an expression can return, as an email address. */
function identityInMode(locator: unknown, name: string): UserIdentity {
	const mode = isRecord(locator) ? locator.mode : undefined;
	if (mode === 'uniqueIdentifier') return { uniqueIdentifier: name };
	return mode === 'userId' ? { userId: name } : { emailAddress: name };
}

/** @returns null if the user isn't in the account */
export async function readUser(caller: Caller, identity: UserIdentity): Promise<User | null> {
	return await callEndpoint(caller, 'getScore', { ...identity });
}

export function userIdentity(item: ItemContext): UserIdentity {
	const advice = 'Enter an email address, a unique identifier or a user ID, or check the expression';
	const name = requiredText(item, 'user', 'User', advice);
	return identityInMode(item.context.getNodeParameter('user', item.itemIndex), name);
}

/** Read this before the request, so an unknown value is rejected whether or not the user is found. */
export function skipsUnknownUser(item: ItemContext): boolean {
	return choiceParameter(item, 'ifUserNotFound', IF_NOT_FOUND, ['error', 'skip']) === 'skip';
}

export function noSuchUserError(item: ItemContext, user: UserIdentity, orElse = '') {
	const canSkip = item.context.getNodeParameter('ifUserNotFound', item.itemIndex, '') !== '';
	const skip = canSkip ? `. To leave such items out, set '${IF_NOT_FOUND}' to 'Skip the Item'` : '';
	return itemError(
		item,
		`Your account has no user with the ${named(user)}${orElse}`,
		`Check the value in 'User' and its mode ('By Email', 'By Unique Identifier' or 'By ID')${skip}`,
	);
}

function named(user: UserIdentity): string {
	if ('userId' in user) return `user ID ${user.userId}`;
	if ('uniqueIdentifier' in user) return `unique identifier ${user.uniqueIdentifier}`;
	return `email address ${user.emailAddress}`;
}
