import type { INodeExecutionData } from 'n8n-workflow';

import type { OperationRun } from './operation';
import type { UserIdentity } from '../api/specification/types';
import { parameterError, textParameter, userIdentity } from './parameters';

/**
 * No output or an error, as 'If User Not Found' says: the service answers 204 for a user that it does not have.
 *
 * @param userAssessmentId where one was named too: the service may answer so for one that is not the user's
 */
export function noSuchUser(run: OperationRun, userAssessmentId?: unknown): INodeExecutionData[] {
	if (textParameter(run, 'ifUserNotFound', 'If User Not Found') === 'skip') return [];
	throw userNotFoundError(
		run,
		userAssessmentId === undefined ? '' : `, or the user has no assessment ${userAssessmentId}`,
	);
}

function named(identity: UserIdentity): string {
	if ('userId' in identity) return `user ID ${identity.userId}`;
	if ('uniqueIdentifier' in identity) return `unique identifier ${identity.uniqueIdentifier}`;
	return `email address ${identity.emailAddress}`;
}

export function userNotFoundError(run: OperationRun, orElse = '') {
	return parameterError(
		run,
		`The account has no such user (${named(userIdentity(run))})${orElse}`,
		"Check the parameter 'User': its value, and whether it names the user by email address, unique identifier or user ID. Where the operation has 'If User Not Found', 'Skip the Item' leaves such items out",
	);
}
