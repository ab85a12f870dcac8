import type { IDataObject } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/request/account';
import { isRecord } from '../../../api/specification/responses';
import type { ScoreReport, User } from '../../../api/specification/types';
import { parseIsoTimestamp } from '../../../api/specification/values';
import { admitsValue } from '../../../shared/filters';
import { groupIdsFor, readGroups } from '../../../shared/groups';
import { choice, collection, flag, unlessEmpty } from '../../../shared/parameters/kinds';
import {
	assessmentNames,
	assessmentTypes,
	groupsFilter as groupIds,
	scoreStatuses as statuses,
	statusLabel,
	simplifyScores as simplify,
} from '../../../shared/parameters/scores';
import { filledIn } from '../../../shared/parameters/values';
import { completedMs } from '../../../shared/scoreReports';
import { assessmentFilter } from '../../assessment';
import { onOr } from '../../dates';
import { limited, readListItems } from '../../lists';
import { type InputItem, operation } from '../../operation';
import { itemsOfUser, output } from './output';

const FILTERS = collection('filters', {
	assessmentNames,
	assessmentTypes,
	completedOnOrAfter: onOr('Completed', 'After'),
	completedOnOrBefore: onOr('Completed', 'Before'),
	groupIds,
	includeIncompleteAssessments: flag(
		'Include Incomplete Assessments',
		false,
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
				['Oldest Completed First', 'oldestFirst'],
				["Service's Default Order", 'serviceOrder'],
			],
			{ description: "The order of the output items. 'Limit' applies after sorting." },
		),
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
	parameters: { ...limited, output, simplify, filters: FILTERS },
	options: OPTIONS,
	async prepare(item, { filters, limit: most, ...shape }, { sort }) {
		const { body, selected, byAssessment } = await applied(item, filters);
		return async () => {
			const met = new Set<string | null | undefined>();
			const items = await readListItems(
				item,
				{ endpoint: 'listScores', body },
				{
					itemsOf(user) {
						for (const { assessmentName, status } of user.scoreReports) {
							byAssessment.note(assessmentName);
							met.add(status);
						}
						return selected(user).flatMap((one) => itemsOfUser(one, shape));
					},
					limit: most,
					rank: RANKS[sort],
					listOf: shape.output === 'users' ? 'users' : 'scores',
				},
			);
			await byAssessment.noteUnknown();
			if ('completedOnOrAfter' in body || 'completedOnOrBefore' in body) {
				const missing = filters.statuses.filter((status) => status !== 'Completed' && !met.has(status));
				const names = missing.map((status) => `'${statusLabel(status)}'`).join(' or ');
				const leftOut = `There are no scores with the status ${names}. The service can leave them out if a 'Completed' filter is set, so remove that filter to get them.`;
				if (missing.length > 0) item.notes.said.add(leftOut);
			}
			return items;
		};
	},
});

const RANKS = {
	newestFirst: lastCompleted,
	oldestFirst: (item: IDataObject) => -(lastCompleted(item) || Number.MAX_SAFE_INTEGER),
	serviceOrder: undefined,
};

/** Returns when an item's report, or the user's last one, was completed. Returns 0 if none was. */
function lastCompleted({ completed, scoreReports }: IDataObject): number {
	if (!Array.isArray(scoreReports)) return completedMs(completed);
	const reports: unknown[] = scoreReports;
	return Math.max(0, ...reports.filter(isRecord).map((report) => completedMs(report.completed)));
}

/** Returns the service's filters (`body`) and ours, which select users' reports. Without ours, a user who has no reports stays. */
async function applied(item: InputItem, filters: ReturnType<typeof FILTERS.read>) {
	const { assessmentTypes: types, statuses: chosen, completedOnOrAfter, completedOnOrBefore } = filters;
	const isDeprecated = isDeprecatedVersion(item.account.apiVersion);
	// The service only returns incomplete assessments on request.
	const wantsIncomplete = filters.includeIncompleteAssessments || chosen.some((status) => status !== 'Completed');
	const body = filledIn({
		groupIds: await groupIdsFor(filters.groupIds, async () => await readGroups(item)),
		startedOnOrAfter: filters.startedOnOrAfter,
		startedOnOrBefore: filters.startedOnOrBefore,
		// The deprecated versions don't have this filter (specification: Versions).
		...(isDeprecated ? {} : { completedOnOrAfter, completedOnOrBefore }),
		...(wantsIncomplete ? { includeIncompleteAssessments: true } : {}),
	});
	// With a 'Completed' filter, the service can add reports that aren't scored (specification: POST /scores).
	const statuses = chosen.length === 0 && !wantsIncomplete ? ['Completed'] : chosen;
	const byAssessment = await assessmentFilter(item, filters.assessmentNames);
	const between = isDeprecated ? completedBetween(completedOnOrAfter, completedOnOrBefore) : undefined;
	const wants = (report: ScoreReport) =>
		admitsValue(statuses, report.status) &&
		byAssessment.wants(report.assessmentName) &&
		admitsValue(types, report.assessmentType) &&
		(between === undefined || between(report));
	const isFiltered = types.length + chosen.length > 0 || !byAssessment.admitsAll || between !== undefined;
	const selected = (user: User) => {
		const scoreReports = user.scoreReports.filter(wants);
		const hasNone = scoreReports.length === 0 && (isFiltered || user.scoreReports.length > 0);
		return hasNone ? [] : [{ ...user, scoreReports }];
	};
	return { body, byAssessment, selected };
}

function completedBetween(after?: string, before?: string): ((report: ScoreReport) => boolean) | undefined {
	if (after === undefined && before === undefined) return undefined;
	return ({ completed }) => {
		const at = parseIsoTimestamp(completed);
		if (at === undefined) return false;
		return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
	};
}
