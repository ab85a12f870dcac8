import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/caller';
import { CREDENTIALS_NAME } from '../api/request/caller';
import { idKey } from '../api/specification/formats';
import type { ParameterProblem } from '../shared/parameters';
import { admits, fieldsOf, flagOf, isEmpty, readListFilter, readReportFilter } from '../shared/parameters';
import type { PollOptions } from './step';

export const DEFAULT_LOOKBACK_DAYS = 7;
export const MAX_LOOKBACK_DAYS = 3650;

export interface PollParameters extends PollOptions {
	simplify: boolean;
	/** In the filter on assessments. */
	assessmentNames: readonly string[];
}

/** @throws NodeOperationError where one can't be read: scores that a wrong filter leaves out never come again */
export function readParameters(context: IPollFunctions, { baseHost }: Account): PollParameters {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const refuse = ({ problem }: { problem: ParameterProblem }) =>
		new NodeOperationError(context.getNode(), problem.message, problem);
	const filter = readReportFilter(filters);
	if ('problem' in filter) throw refuse(filter);
	const groups = readListFilter(filters, 'groupIds');
	if ('problem' in groups) throw refuse(groups);
	const lookbackDays = isEmpty(options.lookbackDays) ? DEFAULT_LOOKBACK_DAYS : Number(options.lookbackDays);
	if (!(lookbackDays >= 1 && lookbackDays <= MAX_LOOKBACK_DAYS)) {
		const problem = `The option 'Lookback Days' must be a number from 1 to ${MAX_LOOKBACK_DAYS}`;
		throw new NodeOperationError(context.getNode(), problem);
	}
	return {
		account: `${baseHost} ${context.getNode().credentials?.[CREDENTIALS_NAME]?.id}`,
		groupIds: groups.entries.map(idKey),
		assessmentNames: filter.assessmentNames,
		lookbackDays,
		emitRescored: flagOf(options.emitRescored),
		simplify: flagOf(context.getNodeParameter('simplify', true)),
		wants: (report) => admits(filter, report),
	};
}
