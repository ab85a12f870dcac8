import type { IDataObject } from 'n8n-workflow';

import { apiError } from '../../../api/outcome/apiError';
import type { Failed } from '../../../api/outcome/result';
import { systemClock } from '../../../api/pacing/clock';
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

/** A request of which nobody knows whether it was processed. */
export interface DoubtfulAttempt extends Failed {
	attempt: Attempt;
}

/**
 * POST /assign, once. The account's ledger remembers what came of it.
 *
 * @throws NodeApiError when the request was certainly not processed
 */
export async function assign(
	{ context, account, itemIndex }: OperationRun,
	{ ledger }: AccountLedger,
	person: Person,
	body: AssignBody,
): Promise<{ value: AssignResponse } | DoubtfulAttempt> {
	const limits = requestLimits({ context, itemIndex });
	const attempt = ledger.begin(person, body.assessmentId);
	const result = await requestEndpoint(context, account, { endpoint: 'assign', body, limits, itemIndex }, assigned);
	if ('value' in result) {
		ledger.succeeded(attempt, result.value, systemClock.now());
		return result;
	}
	if (!result.inDoubt) {
		ledger.failed(attempt);
		throw apiError(context.getNode(), result.failure, itemIndex);
	}
	ledger.doubt(attempt, systemClock.now());
	return { ...result, attempt };
}
