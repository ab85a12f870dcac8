import type { IHookFunctions } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { requestEndpoint } from '../../api/request/request';
import { idKey } from '../../api/specification/ids';
import { assessments } from '../../api/specification/responses';
import { assessmentNames, idsNotLookedUp, isAssessmentId } from '../../shared/reportFilter';
import { readListedAssessments } from '../parameters';
import { ActivationRefusedError, hookError } from './activationErrors';

/** Leaves the registration its time: a hook is to end within 15 s. */
const LIMITS = { totalMs: 3_000 };

/** Whether the filter on assessments lists an ID, whose name has to be looked up. */
export function listsId(context: IHookFunctions): boolean {
	return readListedAssessments(context).some(isAssessmentId);
}

/**
 * The names of the assessments whose IDs the filter lists, by `idKey`. Events carry names alone, and whoever receives them
 * makes no request.
 */
export async function lookUpNames(context: IHookFunctions, account: Account): Promise<Record<string, string>> {
	const ids = readListedAssessments(context).filter(isAssessmentId);
	const found = await assessmentNames(ids, async () => {
		const request = { endpoint: 'listAssessments', limits: LIMITS } as const;
		const read = await requestEndpoint(context, account, request, assessments);
		if ('value' in read) return read.value;
		throw hookError(context, idsNotLookedUp(read.failure));
	});
	if ('problem' in found) throw new ActivationRefusedError(context, found.problem);
	return Object.fromEntries(ids.map((id, index) => [idKey(id), found.names[index] ?? id]));
}
