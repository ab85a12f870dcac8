import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/specification/address';
import { parseIsoTimestamp } from '../../../api/specification/formats';
import type { ScoreReport } from '../../../api/specification/types';
import { ASSESSMENT_TYPES, SCORE_STATUSES } from '../../../api/specification/types';
import {
	assessmentNamesField,
	assessmentTypesField,
	collectionField,
	groupsField,
	scoreStatusesField,
} from '../../../shared/fields';
import { filledIn, isAmong } from '../../../shared/parameters';
import type { AssessmentFilter } from '../../assessmentFilter';
import { assessmentFilter } from '../../assessmentFilter';
import { periodFields } from '../../fields';
import type { InputItem } from '../../operation';
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
		...periodFields('Completed'),
		groupsField(),
		{
			displayName: 'Include Incomplete Assessments',
			name: 'includeIncompleteAssessments',
			type: 'boolean',
			default: false,
			description:
				"Whether to also return assessments that aren't completed. The 'Completed' filters leave them out anyway.",
		},
		...periodFields('Started'),
		scoreStatusesField(),
	]);
}

/** Reads 'Filters'. An assessment's ID is looked up; everything else is judged before any request. */
export async function readFilters(item: InputItem): Promise<ScoreFilters> {
	const filters = filtersOf(item);
	const statuses = filters.chosen('statuses', 'Statuses', SCORE_STATUSES);
	const assessmentTypes = filters.chosen('assessmentTypes', 'Assessment Types', ASSESSMENT_TYPES);
	const listed = filters.list('assessmentNames');
	const completed = {
		completedOnOrAfter: filters.date('Completed', 'After'),
		completedOnOrBefore: filters.date('Completed', 'Before'),
	};
	const isDeprecated = isDeprecatedVersion(item.account.apiVersion);
	const body = filledIn({
		groupIds: filters.list('groupIds'),
		startedOnOrAfter: filters.date('Started', 'After'),
		startedOnOrBefore: filters.date('Started', 'Before'),
		// The deprecated versions don't know it (specification: Versions).
		...(isDeprecated ? {} : completed),
		includeIncompleteAssessments:
			filters.flag('includeIncompleteAssessments', 'Include Incomplete Assessments') ?? wantsIncomplete(statuses),
	});
	const assessments = await assessmentFilter(item, listed);
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
