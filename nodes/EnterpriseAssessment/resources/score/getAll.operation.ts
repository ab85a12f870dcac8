import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/request/account';
import { isRecord } from '../../../api/specification/responses';
import { ASSESSMENT_TYPES, SCORE_STATUSES, type ScoreReport } from '../../../api/specification/types';
import { parseIsoTimestamp } from '../../../api/specification/values';
import {
	assessmentNamesField,
	assessmentTypesField,
	collectionField,
	groupsField,
	scoreStatusesField,
	simplifyScoresField,
} from '../../../shared/fields';
import { admitsValue } from '../../../shared/filters';
import { filledIn } from '../../../shared/parameters';
import { completedMs } from '../../../shared/scoreReports';
import { assessmentFilter } from '../../assessment';
import { periodFields } from '../../dates';
import { outputLimit, readListItems, returnAllFields } from '../../lists';
import type { InputItem, Operation } from '../../operation';
import { collection, filtersOf, oneOf, textValue } from '../../parameters';
import { itemsOfUser, outputField, scoreOutput } from './get.operation';

/** POST /scores */
export const scoreGetAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Get score reports that match the filters, most recently completed first',
	},
	fields: [...returnAllFields(), outputField(), simplifyScoresField(), filtersField()],
	options: [
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'options',
			options: [
				{ name: 'Most Recently Completed First', value: 'newestFirst' },
				{ name: "Service's Default Order", value: 'serviceOrder' },
			],
			default: 'newestFirst',
			description: "The order of the output items. 'Limit' applies after sorting.",
		},
	],
	async execute(item) {
		const limit = outputLimit(item);
		const output = scoreOutput(item);
		const { body, wants, byAssessment } = await readFilters(item);
		const items = await readListItems(
			item,
			{ endpoint: 'listScores', body },
			{
				itemsOf: (user) => itemsOfUser(user, output, wants),
				limit,
				rank: isNewestFirst(item) ? lastCompleted : undefined,
				listOf: output.output === 'users' ? 'users' : 'scores',
			},
		);
		await byAssessment.noteUnknown();
		return items;
	},
};

function isNewestFirst(item: InputItem): boolean {
	const { sort = 'newestFirst' } = collection(item, 'options');
	return oneOf(item, textValue(item, sort, 'Sort'), 'Sort', ['serviceOrder', 'newestFirst']) === 'newestFirst';
}

/** Returns when an item's report, or the user's last one, was completed. Returns 0 if none was. */
function lastCompleted({ completed, scoreReports }: IDataObject): number {
	if (!Array.isArray(scoreReports)) return completedMs(completed);
	const reports: unknown[] = scoreReports;
	return Math.max(0, ...reports.filter(isRecord).map((report) => completedMs(report.completed)));
}

function filtersField(): INodeProperties {
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
				"Whether to also return assessments that aren't completed. The service ignores this if you also set a 'Completed' filter.",
		},
		...periodFields('Started'),
		scoreStatusesField(),
	]);
}

/** Returns the filters for the service (`body`), and for this node (`wants`, undefined if the service applies all of them). */
async function readFilters(item: InputItem) {
	const filters = filtersOf(item);
	const statuses = filters.chosen('statuses', SCORE_STATUSES);
	const assessmentTypes = filters.chosen('assessmentTypes', ASSESSMENT_TYPES);
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
		// The deprecated versions don't have this filter (specification: Versions).
		...(isDeprecated ? {} : completed),
		includeIncompleteAssessments:
			filters.flag('includeIncompleteAssessments', 'Include Incomplete Assessments') ?? wantsIncomplete(statuses),
	});
	const byAssessment = await assessmentFilter(item, listed);
	const between = isDeprecated
		? completedBetween(completed.completedOnOrAfter, completed.completedOnOrBefore)
		: undefined;
	const wantsAll = between === undefined && byAssessment.admitsAll && assessmentTypes.length + statuses.length === 0;
	const wants = (report: ScoreReport) =>
		// This comes first, because it also notes the name.
		byAssessment.wants(report.assessmentName) &&
		admitsValue(assessmentTypes, report.assessmentType) &&
		admitsValue(statuses, report.status) &&
		(between === undefined || between(report));
	return { body, byAssessment, wants: wantsAll ? undefined : wants };
}

/** The service only returns incomplete assessments on request. */
function wantsIncomplete(statuses: readonly string[]): true | undefined {
	return statuses.some((status) => status !== 'Completed') || undefined;
}

function completedBetween(after?: string, before?: string): ((report: ScoreReport) => boolean) | undefined {
	if (after === undefined && before === undefined) return undefined;
	return ({ completed }) => {
		const at = parseIsoTimestamp(completed);
		if (at === undefined) return false;
		return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
	};
}
