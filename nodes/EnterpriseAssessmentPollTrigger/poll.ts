import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { CREDENTIALS_NAME, isDeprecatedVersion } from '../api/request/account';
import { type Budget, type Caller, callerOf } from '../api/request/caller';
import type { Words } from '../api/request/messages';
import { readList, type Selection } from '../api/request/readList';
import { callEndpoint, valueOrThrow } from '../api/request/request';
import type { ScoreReport, User } from '../api/specification/types';
import { DAY_MS, idKey } from '../api/specification/values';
import { admitsReport } from '../shared/filters';
import { groupIdsFor } from '../shared/groups';
import { ParameterError, sourceOf, tryReadAll } from '../shared/parameters/parameter';
import { isTest, unknownAssessments } from '../shared/publishing';
import { completedMs, scoredEventItem } from '../shared/scoreReports';
import { LONG_BUDGET, pollForN8n } from './n8nPolls';
import { PARAMETERS } from './parameters';
import { beginPoll, type Cursor, isFarLook, type UserReport } from './step';

/** How many days to look back for samples. The longer period is for accounts without scores in the shorter one. */
const SAMPLE_DAYS = [30, 365];
const SAMPLES: Selection<UserReport> = { limit: 5, rank: ({ report }) => completedMs(report.completed) };

/** Replaced in tests. */
export interface Dependencies {
	/** The system's clock, in ms since the epoch. */
	now: () => number;
	readReports: typeof readReports;
}

/** The last poll, whose groups the next one goes on using. Undefined in a test or publication, when someone can correct names. */
type Before = { latest: Cursor | undefined; now: number } | undefined;

/** @throws NodeApiError or NodeOperationError, without changing the stored cursor */
export async function poll(context: IPollFunctions, dependencies: Dependencies = { now: Date.now, readReports }) {
	if (isTest(context)) return await fetchTestEvent(context, dependencies);
	const { now } = dependencies;
	return await pollForN8n({
		context,
		now,
		async read({ occasion, latest, budget, looksFar }) {
			const before = occasion === 'publication' ? undefined : { latest, now: now() };
			const { caller, ...parameters } = await prepare(context, before);
			const { requestFrom, see, finish } = beginPoll(latest, now(), { ...parameters, looksFar });
			const request = { from: requestFrom, groupIds: parameters.groupIds, budget };
			const seen = await dependencies.readReports(caller, request, see);
			const { found, cursor } = finish(seen);
			const since = new Date(requestFrom).toISOString();
			context.logger.debug(`Read ${seen.length} score reports since ${since}, new scores: ${found.length}`);
			return { items: found.length === 0 ? null : itemsOf(found, parameters), cursor };
		},
	});
}

/** Reads samples for building the workflow. Leaves the cursor as it is, because the workflow can also be published. */
async function fetchTestEvent(context: IPollFunctions, dependencies: Dependencies) {
	const { caller, ...parameters } = await prepare(context);
	const isSample = (report: ScoreReport) => report.status === 'Completed' && parameters.wants(report);
	const scoresOf = (user: User) => user.scoreReports.filter(isSample).map((report) => ({ user, report }));
	for (const days of SAMPLE_DAYS) {
		const from = dependencies.now() - days * DAY_MS;
		const request = { from, groupIds: parameters.groupIds, budget: LONG_BUDGET };
		const samples = await dependencies.readReports(caller, request, scoresOf, SAMPLES);
		if (samples.length > 0) return [itemsOf(samples, parameters)];
	}
	throw refusal(caller, {
		message: 'There are no scores from the last 365 days',
		description:
			'The node is set up correctly, and new scores will start the workflow once you publish it. To get data to build with, remove filters, or wait until an assessment is scored',
	});
}

function itemsOf(results: readonly UserReport[], { simplify }: { simplify: boolean }): INodeExecutionData[] {
	return results.map(({ user, report }) => ({ json: scoredEventItem(user, report, simplify) }));
}

/**
 * Reads the parameters, and looks up the names in them.
 *
 * @throws NodeOperationError for an invalid parameter, because ignoring it could lose scores permanently
 */
async function prepare(context: IPollFunctions, before?: Before) {
	const caller = await callerOf(context, { place: 'ahead' });
	const read = await tryReadAll(PARAMETERS, sourceOf(context));
	if (read instanceof ParameterError) throw refusal(caller, read);
	const { filters, options, simplify } = read;
	const brief = { ...caller, budget: { totalMs: 3_000 } };
	const checked = before === undefined ? unknownAssessments(brief, filters.assessmentNames) : undefined;
	const [groupIds, unknown] = await Promise.all([findGroups(brief, filters.groupIds, before), checked]);
	if (unknown !== undefined) throw refusal(caller, unknown);
	const account = `${caller.account.baseHost} ${context.getNode().credentials?.[CREDENTIALS_NAME]?.id}`;
	const wants = (report: ScoreReport) => admitsReport(filters, report);
	return { caller, account, groups: filters.groupIds, groupIds, ...options, simplify, wants };
}

/** Finds the groups in the filter. Those that an earlier poll found stay, even if one was renamed since someone published. */
async function findGroups(caller: Caller, groups: readonly string[], before?: Before): Promise<readonly string[]> {
	const last = JSON.stringify(before?.latest?.groups) === JSON.stringify(groups) ? before?.latest : undefined;
	if (before !== undefined && last !== undefined && !isFarLook(last, before.now)) return last.groupIds;
	const read = async () => await callEndpoint(caller, 'listGroups');
	const found = groupIdsFor(groups, read).then((ids) => ids.map(idKey));
	return await found.catch((error: Error) => {
		if (last === undefined) throw error instanceof ParameterError ? refusal(caller, error) : error;
		caller.context.logger.warn(
			`${caller.context.getNode().name} goes on with the groups it found before. ${error.message}`,
		);
		return last.groupIds;
	});
}

function refusal({ context }: Pick<Caller, 'context'>, { message, description }: Words): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { description });
}

/**
 * Reads the score reports completed since `from` (ms since the epoch) with one request, as they arrive.
 *
 * The API doesn't say whether `completedOnOrAfter` also returns unscored reports (specification: POST /scores). If it does, polls
 * see an unscored report and look for it until it's scored. If not, they find the score within `lookbackDays` of the report's
 * completion. A filter on the start time would miss long assessments. With `completedOnOrAfter`, the service ignores
 * `includeIncompleteAssessments`. The request doesn't have an end date, because the service's clock may be ahead.
 */
export async function readReports<R>(
	caller: Caller,
	{ from, groupIds, budget }: { from: number; groupIds: readonly string[]; budget: Partial<Budget> },
	keep: (user: User) => R[],
	selection?: Selection<R>,
): Promise<R[]> {
	// The deprecated versions can't filter by completion (specification: Versions), so everything is read.
	const body = {
		...(isDeprecatedVersion(caller.account.apiVersion) ? {} : { completedOnOrAfter: new Date(from).toISOString() }),
		...(groupIds.length > 0 ? { groupIds } : {}),
	};
	const request = { endpoint: 'listScores', body, selection } as const;
	return valueOrThrow(caller, await readList({ ...caller, budget }, request, keep)).values;
}
