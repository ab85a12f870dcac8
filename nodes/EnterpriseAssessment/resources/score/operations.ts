import type { IDataObject } from 'n8n-workflow';

import { callEndpoint } from '../../../api/request/request';
import { isRecord } from '../../../api/specification/responses';
import type { ScoreReport, User } from '../../../api/specification/values';
import { admitsReport } from '../../../shared/filters';
import { groupIdsFor, readGroups } from '../../../shared/groups';
import { choice, collection, flag } from '../../../shared/parameters/kinds';
import { filledIn, isEmpty, type Kind } from '../../../shared/parameters/parameter';
import { assessmentNames, assessmentTypes, groups, simplify, statuses } from '../../../shared/parameters/scores';
import { completedMs, simplified } from '../../../shared/scoreReports';
import { namesOfAssessments } from '../../assessment';
import { onOr } from '../../dates';
import { limited, readListItems } from '../../lists';
import { type InputItem, operation } from '../../operation';
import { ifUserNotFound, user, withoutUser } from '../../user';

const output = choice(
	'Output',
	'scoreReports',
	[
		['Score Reports', 'scoreReports', "One item per score report, including its user's fields"],
		['Users', 'users', 'One item per user, with a list of score reports'],
	],
	{ description: 'What each output item represents' },
);

type Output = ReturnType<typeof output.read>;

/** POST /score */
export const scoreGet = operation({
	option: {
		name: 'Get Many for User',
		value: 'get',
		action: 'Get many scores for user',
		description: "Get all score reports of one user. Use 'score' only if 'status' is Completed.",
	},
	parameters: {
		user: user('The user to get scores for', { mode: 'emailAddress', value: '' }),
		ifUserNotFound,
		output,
		simplify: simplify('scores'),
	},
	prepare: (item, given) => async () => {
		const found = await callEndpoint(item, 'getScore', given.user);
		if (found === null) return withoutUser(item, given);
		const items = itemsOfUser(found, given);
		if (items.length === 0) item.notes.people.push({ fate: 'withoutReports' });
		return items.map((json) => ({ json }));
	},
});

const incomplete = flag(
	'Include Incomplete Assessments',
	false,
	"Whether to also return assessments that aren't completed. The service ignores this if you also set a 'Completed' filter.",
);

const FILTERS = collection('filters', {
	assessmentNames: assessmentNames('operation'),
	assessmentTypes,
	completedOnOrAfter: onOr('Completed', 'After'),
	completedOnOrBefore: onOr('Completed', 'Before'),
	groupIds: groups(),
	includeIncompleteAssessments: {
		field: incomplete.field,
		/** Undefined if it wasn't added, because a status can then turn it on. */
		read: (value, ...source) => (isEmpty(value) ? undefined : incomplete.read(value, ...source)),
	} satisfies Kind<boolean | undefined>,
	startedOnOrAfter: onOr('Started', 'After'),
	startedOnOrBefore: onOr('Started', 'Before'),
	statuses: statuses(),
});

/** POST /scores */
export const scoreGetAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Get score reports that match the filters, most recently completed first',
	},
	parameters: { ...limited, output, simplify: simplify('scores'), filters: FILTERS },
	options: {
		sort: choice(
			'Sort',
			'newestFirst',
			[
				['Most Recently Completed First', 'newestFirst'],
				['Oldest Completed First', 'oldestFirst'],
				["Service's Default Order", 'serviceOrder'],
			],
			{ description: "The order of the output items. 'Limit' applies after sorting." },
		),
	},
	async prepare(item, { filters, limit, ...shape }, { sort }) {
		const { body, assessmentNames, wants, isFiltered } = await applied(item, filters);
		return async () => {
			let hasIncomplete = false;
			const items = await readListItems(item, {
				endpoint: 'listScores',
				body,
				itemsOf(user) {
					const scoreReports = user.scoreReports.filter(wants);
					hasIncomplete ||= scoreReports.some(({ status }) => status !== 'Completed');
					const isLeftOut = scoreReports.length === 0 && (isFiltered || user.scoreReports.length > 0);
					return isLeftOut ? [] : itemsOfUser({ ...user, scoreReports }, shape);
				},
				assessmentNames,
				limit,
				rank: RANKS[sort],
				listOf: ({ scoreReports: 'scores', users: 'users' } as const)[shape.output],
			});
			const isByCompletion = 'completedOnOrAfter' in body || 'completedOnOrBefore' in body;
			if (body.includeIncompleteAssessments === true && isByCompletion && !hasIncomplete) item.notes.said.add(LEFT_OUT);
			return items;
		};
	},
});

const LEFT_OUT = "A 'Completed' filter can hide scores with other statuses. To get those, remove that filter.";

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

/** Returns the service's filters (`body`) and ours (`wants`). Unless one of ours is set (`isFiltered`), people without reports stay. */
async function applied(item: InputItem, filters: ReturnType<typeof FILTERS.read>) {
	const { assessmentTypes, statuses: chosen, completedOnOrAfter, completedOnOrBefore } = filters;
	const { isDeprecated } = item.account;
	// The service only returns incomplete assessments on request.
	const wantsIncomplete = filters.includeIncompleteAssessments ?? chosen.some((status) => status !== 'Completed');
	const body = filledIn({
		groupIds: await groupIdsFor(filters.groupIds, async () => await readGroups(item)),
		startedOnOrAfter: filters.startedOnOrAfter,
		startedOnOrBefore: filters.startedOnOrBefore,
		// The deprecated versions don't have this filter (specification: Versions).
		...(isDeprecated ? {} : { completedOnOrAfter, completedOnOrBefore }),
		// False is only sent if the user chose it.
		includeIncompleteAssessments: wantsIncomplete || filters.includeIncompleteAssessments,
	});
	const assessmentNames = await namesOfAssessments(item, filters.assessmentNames);
	// With a 'Completed' filter, the service can add reports that aren't scored (specification: POST /scores).
	const statuses = chosen.length === 0 && !wantsIncomplete ? ['Completed'] : chosen;
	const filter = { assessmentNames, assessmentTypes, statuses };
	const wants = (report: ScoreReport) =>
		admitsReport(filter, report) &&
		(!isDeprecated || isCompletedBetween(report, completedOnOrAfter, completedOnOrBefore));
	const hasOwnDates = isDeprecated && (completedOnOrAfter ?? completedOnOrBefore) !== undefined;
	const isFiltered = hasOwnDates || [assessmentNames, assessmentTypes, chosen].some(({ length }) => length > 0);
	return { body, assessmentNames, wants, isFiltered };
}

function isCompletedBetween({ completed }: ScoreReport, after?: string, before?: string): boolean {
	if (after === undefined && before === undefined) return true;
	const at = completedMs(completed, Number.NaN);
	return (after === undefined || at >= Date.parse(after)) && (before === undefined || at <= Date.parse(before));
}

function itemsOfUser(
	{ scoreReports, ...user }: User,
	{ output, simplify }: { output: Output; simplify: boolean },
): IDataObject[] {
	const shaped = (fields: IDataObject) => (simplify ? simplified(fields) : fields);
	const items: Record<Output, () => IDataObject[]> = {
		scoreReports: () => scoreReports.map((report) => shaped({ ...user, ...report })),
		users: () => [{ ...shaped(user), scoreReports: scoreReports.map((report) => shaped({ ...report })) }],
	};
	return items[output]();
}
