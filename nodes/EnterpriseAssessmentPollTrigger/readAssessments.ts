import type { IPollFunctions } from 'n8n-workflow';

import { apiError } from '../api/outcome/apiError';
import { readAccount } from '../api/request/account';
import { requestEndpoint } from '../api/request/request';
import { assessments } from '../api/specification/responses';
import type { Assessment } from '../api/specification/types';
import { idsNotLookedUp } from '../shared/reportFilter';
import type { Patience } from './readReports';

/** Leaves the poll of a publication its time. */
const PUBLICATION_LIMITS = { totalMs: 5_000 };

/**
 * The account's assessments, for the IDs in the filter on them.
 *
 * @throws NodeApiError that names the filter
 */
export async function readAssessments(context: IPollFunctions, patience: Patience): Promise<Assessment[]> {
	const limits = patience === 'publication' ? PUBLICATION_LIMITS : {};
	const request = { endpoint: 'listAssessments', limits } as const;
	const read = await requestEndpoint(context, await readAccount(context), request, assessments);
	if ('value' in read) return read.value;
	throw apiError(context.getNode(), idsNotLookedUp(read.failure));
}
