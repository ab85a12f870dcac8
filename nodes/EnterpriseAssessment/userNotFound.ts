import type { INodeExecutionData } from 'n8n-workflow';

import type { OperationRun } from './operation';
import { parameterError, textParameter } from './parameters';

/** No output or an error, as 'If User Not Found' says: the service answers 204 for a user that it does not have. */
export function noSuchUser(run: OperationRun): INodeExecutionData[] {
	if (textParameter(run, 'ifUserNotFound') === 'skip') return [];
	throw userNotFoundError(run);
}

export function userNotFoundError(run: OperationRun) {
	return parameterError(
		run,
		"The account has no such user (parameter 'User')",
		"Check the value and how the user is named (email address, unique identifier or user ID), or set 'If User Not Found' to 'Skip the Item' where the operation has it",
	);
}
