import type { IDataObject } from 'n8n-workflow';

import type { Failed } from '../../../api/outcome/result';
import { systemClock } from '../../../api/pacing/clock';
import type { ApiRequest } from '../../../api/request/request';
import { requestEndpoint } from '../../../api/request/request';
import { assigned } from '../../../api/specification/responses';
import type { AssignResponse } from '../../../api/specification/types';
import type { OperationRun } from '../../operation';
import { requestLimits } from '../../parameters';
import type { AccountLedger } from './accountLedger';
import type { Attempt } from './ledger/attempts';
import type { Person } from './ledger/ledger';

/** The body of POST /assign, with what was filled in. */
export interface AssignBody extends IDataObject {
	assessmentId: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
}

/** A request that made nothing or, where it is in doubt, of which nobody knows what it made. */
export interface FailedAttempt extends Failed {
	attempt: Attempt;
}

/**
 * POST /assign, once. The account's ledger remembers what came of it.
 *
 * @param waiting how it may wait for its turn; by the options of the item unless given
 */
export async function assign(
	run: OperationRun,
	{ ledger }: AccountLedger,
	person: Person,
	body: AssignBody,
	waiting: Pick<ApiRequest, 'limits' | 'staleAfterMs' | 'sequence'> = { limits: requestLimits(run) },
): Promise<{ value: AssignResponse } | FailedAttempt> {
	const { context, account, itemIndex } = run;
	const attempt = ledger.begin(person, body.assessmentId);
	const result = await requestEndpoint(context, account, { endpoint: 'assign', body, itemIndex, ...waiting }, assigned);
	if ('value' in result) {
		ledger.succeeded(attempt, result.value, systemClock.now());
		return result;
	}
	if (result.inDoubt) ledger.doubt(attempt, systemClock.now());
	else ledger.failed(attempt);
	return { ...result, attempt };
}
