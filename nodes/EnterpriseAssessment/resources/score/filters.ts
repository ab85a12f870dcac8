import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/specification/address';
import { parseIsoTimestamp } from '../../../api/specification/isoTimestamp';
import type { ScoreReport } from '../../../api/specification/types';
import { ASSESSMENT_TYPES, SCORE_STATUSES } from '../../../api/specification/types';
import {
	assessmentNamesField,
	assessmentTypesField,
	collectionField,
	groupsField,
	scoreStatusesField,
} from '../../../shared/fields';
import { isAmong } from '../../../shared/filters';
import { filledIn } from '../../../shared/values';
import type { AssessmentFilter } from '../../assessmentFilter';
import { assessmentFilter } from '../../assessmentFilter';
import { dateFilter } from '../../fields';
import type { OperationRun } from '../../operation';
import { filtersOf } from '../../parameters';

/** Which scores are wanted: what the service is asked for, and what is sorted out here. */
export interface ScoreFilters {
	/** Sent with POST /scores. */
	body: IDataObject;
	/** These two are absent where the service filters alone. */
	assessments?: AssessmentFilter;
	wants?: (report: ScoreReport) => boolean;
}

export function filtersField(): INodeProperties {
	return collectionField('filters', [
		assessmentNamesField(),
		assessmentTypesField(),
		dateFilter('Completed On or After', 'completedOnOrAfter', 'Only assessments completed at or after this time'),
		dateFilter('Completed On or Before', 'completedOnOrBefore', 'Only assessments completed at or before this time'),
		groupsField(),
		{
			displayName: 'Include Incomplete Assessments',
			name: 'includeIncompleteAssessments',
			type: 'boolean',
			default: false,
			description:
				'Whether to also return assessments that are not completed. A filter on completion leaves them out anyway.',
		},
		dateFilter('Started On or After', 'startedOnOrAfter', 'Only assessments started at or after this time'),
		dateFilter('Started On or Before', 'startedOnOrBefore', 'Only assessments started at or before this time'),
		scoreStatusesField(),
	]);
}

/** Reads 'Filters'. An assessment's ID is looked up; everything else is judged before any request. */
export async function readFilters(run: OperationRun): Promise<ScoreFilters> {
	const filters = filtersOf(run);
	const statuses = filters.chosen('statuses', 'Statuses', SCORE_STATUSES);
	const assessmentTypes = filters.chosen('assessmentTypes', 'Assessment Types', ASSESSMENT_TYPES);
	const listed = filters.list('assessmentNames');
	const completed = {
		completedOnOrAfter: filters.date('completedOnOrAfter', 'Completed On or After'),
		completedOnOrBefore: filters.date('completedOnOrBefore', 'Completed On or Before'),
	};
	const isDeprecated = isDeprecatedVersion(run.account.apiVersion);
	const body = filledIn({
		groupIds: filters.list('groupIds'),
		startedOnOrAfter: filters.date('startedOnOrAfter', 'Started On or After'),
		startedOnOrBefore: filters.date('startedOnOrBefore', 'Started On or Before'),
		// The deprecated versions don't know it: specification, Versioning 4.
		...(isDeprecated ? {} : completed),
		includeIncompleteAssessments:
			filters.flag('includeIncompleteAssessments', 'Include Incomplete Assessments') ?? wantsIncomplete(statuses),
	});
	const assessments = await assessmentFilter(run, listed);
	const between = isDeprecated
		? completedBetween(completed.completedOnOrAfter, completed.completedOnOrBefore)
		: undefined;
	if (between === undefined && assessments.isEmpty && assessmentTypes.length + statuses.length === 0) return { body };
	return {
		body,
		assessments,
		wants: (report) =>
			assessments.wants(report.assessmentName) &&
			isAmong(assessmentTypes, report.assessmentType) &&
			isAmong(statuses, report.status) &&
			(between === undefined || between(report)),
	};
}

/** Without being asked to, the service leaves out what is not completed. */
function wantsIncomplete(statuses: readonly string[]): true | undefined {
	return statuses.some((status) => status !== 'Completed') || undefined;
}

/** Undefined where neither is given. */
function completedBetween(after?: string, before?: string): ((report: ScoreReport) => boolean) | undefined {
	if (after === undefined && before === undefined) return undefined;
	return ({ completed }) => {
		const at = parseIsoTimestamp(completed);
		if (at === undefined) return false;
		return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
	};
}
