import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/account';
import { readIdList } from '../shared/idList';
import { admits } from '../shared/reportFilter';
import { fieldsOf, flagOf, isEmpty, namesOf, valuesOf } from '../shared/collections';
import type { PollOptions } from './cursor';
import { DEFAULT_LOOKBACK_DAYS } from './description';

export interface PollParameters {
	options: PollOptions;
	simplify: boolean;
}

/** @throws NodeOperationError when 'Lookback Days' or 'Group Names or IDs' is none */
export function readParameters(context: IPollFunctions): PollParameters {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const filter = {
		assessmentTypes: valuesOf(filters.assessmentTypes),
		assessmentNames: namesOf(filters.assessmentNames),
		statuses: [],
	};
	return {
		simplify: flagOf(context.getNodeParameter('simplify', true)),
		options: {
			lookbackDays: lookbackDays(context, isEmpty(options.lookbackDays) ? DEFAULT_LOOKBACK_DAYS : options.lookbackDays),
			emitRescored: flagOf(options.emitRescored),
			credentialsId: context.getNode().credentials?.[CREDENTIALS_NAME]?.id ?? '',
			groupIds: groupIds(context, filters.groupIds),
			wants: (report) => admits(filter, report),
		},
	};
}

function lookbackDays(context: IPollFunctions, value: unknown): number {
	const days = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof days === 'number' && days >= 1 && days <= 3_650) return days;
	throw new NodeOperationError(context.getNode(), "The option 'Lookback Days' must be a number from 1 to 3650");
}

function groupIds(context: IPollFunctions, value: unknown): string[] {
	const ids = readIdList(value);
	if (ids !== undefined) return ids;
	throw new NodeOperationError(context.getNode(), "The filter 'Group Names or IDs' is not a list of texts");
}
