import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/account';
import { CREDENTIALS_NAME } from '../api/request/account';
import { idKey } from '../api/specification/ids';
import { idInFilter } from '../shared/assessmentsInFilter';
import type { ListFilter } from '../shared/filters';
import { readListFilter } from '../shared/filters';
import { admits } from '../shared/reportFilter';
import { fieldsOf, flagOf, isEmpty } from '../shared/values';
import type { PollOptions } from './newScores';

export const DEFAULT_LOOKBACK_DAYS = 7;
export const MAX_LOOKBACK_DAYS = 3650;

export interface PollParameters extends PollOptions {
	simplify: boolean;
	/** In the filter on assessments. */
	assessmentNames: string[];
}

/**
 * @throws NodeOperationError when 'Lookback Days' is none, or a filter can't be read: what is filtered out in error never
 * comes again
 */
export function readParameters(context: IPollFunctions, { baseHost }: Account): PollParameters {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const listOf = (name: ListFilter) => {
		const read = readListFilter(filters, name);
		if ('problem' in read) throw new NodeOperationError(context.getNode(), read.problem.message, read.problem);
		return read.entries;
	};
	const groupIds = listOf('groupIds').map(idKey);
	const assessmentNames = listOf('assessmentNames');
	const problem = idInFilter(assessmentNames);
	if (problem !== undefined) throw new NodeOperationError(context.getNode(), problem.message, problem);
	const lookbackDays = isEmpty(options.lookbackDays) ? DEFAULT_LOOKBACK_DAYS : Number(options.lookbackDays);
	if (!(lookbackDays >= 1 && lookbackDays <= MAX_LOOKBACK_DAYS)) {
		const range = `from 1 to ${MAX_LOOKBACK_DAYS}`;
		throw new NodeOperationError(context.getNode(), `The option 'Lookback Days' must be a number ${range}`);
	}
	const filter = { assessmentTypes: listOf('assessmentTypes'), assessmentNames, statuses: [] };
	return {
		account: `${baseHost} ${context.getNode().credentials?.[CREDENTIALS_NAME]?.id}`,
		groupIds,
		assessmentNames,
		lookbackDays,
		emitRescored: flagOf(options.emitRescored),
		simplify: flagOf(context.getNodeParameter('simplify', true)),
		wants: (report) => admits(filter, report),
	};
}
