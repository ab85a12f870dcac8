import type { IDataObject } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/request/account';
import { isRecord } from '../../../api/specification/responses';
import type { ScoreReport } from '../../../api/specification/types';
import { parseIsoTimestamp } from '../../../api/specification/values';
import { admitsValue } from '../../../shared/filters';
import { choice, collection, flagFilter } from '../../../shared/parameters/kinds';
import { unlessEmpty } from '../../../shared/parameters/parameter';
import {
	assessmentNames,
	assessmentTypes,
	groupIds,
	scoreStatuses as statuses,
	simplifyScores as simplify,
} from '../../../shared/parameters/scores';
import { filledIn } from '../../../shared/parameters/values';
import { completedMs } from '../../../shared/scoreReports';
import { assessmentFilter } from '../../assessment';
import { onOr } from '../../dates';
import { limit, readListItems } from '../../lists';
import { type InputItem, operation } from '../../operation';
import { itemsOfUser, output } from './output';

const FILTERS = collection('filters', {
	assessmentNames,
	assessmentTypes,
	completedOnOrAfter: onOr('Completed', 'After'),
	completedOnOrBefore: onOr('Completed', 'Before'),
	groupIds,
	includeIncompleteAssessments: flagFilter(
		'Include Incomplete Assessments',
		"Whether to also return assessments that aren't completed. The service ignores this if you also set a 'Completed' filter.",
	),
	startedOnOrAfter: onOr('Started', 'After'),
	startedOnOrBefore: onOr('Started', 'Before'),
	statuses,
});

const OPTIONS = {
	sort: unlessEmpty(
		choice(
			'Sort',
			'newestFirst',
			[
				['Most Recently Completed First', 'newestFirst'],
				["Service's Default Order", 'serviceOrder'],
			],
			{ description: "The order of the output items. 'Limit' applies after sorting." },
		),
		'newestFirst',
	),
};

/** POST /scores */
export const scoreGetAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Get score reports that match the filters, most recently completed first',
	},
	parameters: { limit, output, simplify, filters: FILTERS },
	options: OPTIONS,
	async execute(item, { filters, limit: most, ...shape }, { sort }) {
		const { body, wants, byAssessment } = await applied(item, filters);
		const items = await readListItems(
			item,
			{ endpoint: 'listScores', body },
			{
				itemsOf: (user) => itemsOfUser(user, shape, wants),
				limit: most,
				rank: sort === 'newestFirst' ? lastCompleted : undefined,
				listOf: shape.output === 'users' ? 'users' : 'scores',
			},
		);
		await byAssessment.noteUnknown();
		return items;
	},
});

/** Returns when an item's report, or the user's last one, was completed. Returns 0 if none was. */
function lastCompleted({ completed, scoreReports }: IDataObject): number {
	if (!Array.isArray(scoreReports)) return completedMs(completed);
	const reports: unknown[] = scoreReports;
	return Math.max(0, ...reports.filter(isRecord).map((report) => completedMs(report.completed)));
}

/** Returns the filters for the service (`body`), and for this node (`wants`, undefined if the service applies all of them). */
async function applied(item: InputItem, filters: ReturnType<ReturnType<typeof FILTERS>['read']>) {
	const {
		assessmentNames: names,
		assessmentTypes: types,
		statuses: chosen,
		completedOnOrAfter,
		completedOnOrBefore,
	} = filters;
	const isDeprecated = isDeprecatedVersion(item.account.apiVersion);
	const body = filledIn({
		groupIds: filters.groupIds,
		startedOnOrAfter: filters.startedOnOrAfter,
		startedOnOrBefore: filters.startedOnOrBefore,
		// The deprecated versions don't have this filter (specification: Versions).
		...(isDeprecated ? {} : { completedOnOrAfter, completedOnOrBefore }),
		includeIncompleteAssessments: filters.includeIncompleteAssessments ?? wantsIncomplete(chosen),
	});
	const byAssessment = await assessmentFilter(item, names);
	const between = isDeprecated ? completedBetween(completedOnOrAfter, completedOnOrBefore) : undefined;
	const wantsAll = between === undefined && byAssessment.admitsAll && types.length + chosen.length === 0;
	const wants = (report: ScoreReport) =>
		// This comes first, because it also notes the name.
		byAssessment.wants(report.assessmentName) &&
		admitsValue(types, report.assessmentType) &&
		admitsValue(chosen, report.status) &&
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
