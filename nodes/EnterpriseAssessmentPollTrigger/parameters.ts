import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/account';
import type { Assessment } from '../api/specification/types';
import { readIdList, readNameList } from '../shared/idList';
import { admits, assessmentNames } from '../shared/reportFilter';
import { fieldsOf, flagOf, isEmpty } from '../shared/collections';
import type { ListFilter } from '../shared/unreadableFilter';
import { unreadableFilter } from '../shared/unreadableFilter';
import type { PollOptions } from './cursor';
import { DEFAULT_LOOKBACK_DAYS } from './description';

export interface PollParameters {
	options: PollOptions;
	simplify: boolean;
	/** Whether any filter is set. */
	isFiltered: boolean;
}

/**
 * @param readAssessments gives the account's assessments; called only where the filter on assessments lists an ID
 * @throws NodeOperationError when 'Lookback Days' is none, or a filter can't be read: what is filtered out by mistake never
 * comes again
 */
export async function readParameters(
	context: IPollFunctions,
	readAssessments: () => Promise<readonly Assessment[]>,
): Promise<PollParameters> {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const simplify = flagOf(context.getNodeParameter('simplify', true));
	const read = {
		lookbackDays: lookbackDays(context, isEmpty(options.lookbackDays) ? DEFAULT_LOOKBACK_DAYS : options.lookbackDays),
		emitRescored: flagOf(options.emitRescored),
		credentialsId: context.getNode().credentials?.[CREDENTIALS_NAME]?.id ?? '',
		groupIds: listOf(context, 'Group Names or IDs', readIdList(filters.groupIds)),
	};
	const assessmentTypes = listOf(context, 'Assessment Types', readIdList(filters.assessmentTypes));
	const listed = listOf(context, 'Assessment Names or IDs', readNameList(filters.assessmentNames));
	const found = await assessmentNames(listed, readAssessments);
	if ('problem' in found) {
		throw new NodeOperationError(context.getNode(), found.problem, {
			description: 'Choose the assessment from the list, or check the expression',
		});
	}
	const isFiltered = [read.groupIds, assessmentTypes, listed].some((entries) => entries.length > 0);
	const filter = { assessmentTypes, assessmentNames: found.names, statuses: [] };
	return { simplify, isFiltered, options: { ...read, wants: (report) => admits(filter, report) } };
}

function lookbackDays(context: IPollFunctions, value: unknown): number {
	const days = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof days === 'number' && days >= 1 && days <= 3_650) return days;
	throw new NodeOperationError(context.getNode(), "The option 'Lookback Days' must be a number from 1 to 3650");
}

function listOf(context: IPollFunctions, filter: ListFilter, entries: string[] | undefined): string[] {
	if (entries !== undefined) return entries;
	const { message, description } = unreadableFilter(filter);
	throw new NodeOperationError(context.getNode(), message, { description });
}
