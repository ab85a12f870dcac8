import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { monotonicClock } from '../api/pacing/clock';
import { type Budget, type Caller, callerOf, CREDENTIALS_NAME, within } from '../api/request/caller';
import { readList, type Selection } from '../api/request/readList';
import { callEndpoint, valueOrThrow } from '../api/request/request';
import { DAY_MS, idKey, type ScoreReport, type User } from '../api/specification/values';
import { admitsReport } from '../shared/filters';
import { groupIdsFor } from '../shared/groups';
import { UserError, readAll } from '../shared/parameters/parameter';
import { checkAssessments, occasionOf } from '../shared/publishing';
import { completedMs, reportItem, SCORED_EVENT } from '../shared/scoreReports';
import { LONG_BUDGET, pollForN8n, type Situation } from './n8nPolls';
import { beginPoll, type UserReport } from './newScores';
import { PARAMETERS } from './parameters';

/** How many days to look back for samples. The longer period is for accounts without scores in the shorter one. */
const SAMPLE_DAYS = [30, 365];
const SAMPLES: Selection<UserReport> = { limit: 5, rank: ({ report }) => completedMs(report.completed) };

/** @throws NodeApiError or NodeOperationError, without changing the stored cursor */
export async function poll(context: IPollFunctions, read = readReports): Promise<INodeExecutionData[][] | null> {
	if (occasionOf(context) === 'test') return await fetchTestEvent(context, read);
	return await pollForN8n(context, async (situation) => {
		const { occasion, now, latest, looksFar } = situation;
		const { totalMs = Number.POSITIVE_INFINITY } = situation.budget;
		const began = monotonicClock.now();
		const unattended = occasion === 'publication' ? undefined : situation;
		const { caller, ...parameters } = await prepare(context, totalMs, unattended);
		const { requestFrom, see, finish } = beginPoll(latest, now, { ...parameters, looksFar });
		const budget = { ...situation.budget, totalMs: began + totalMs - monotonicClock.now() };
		const seen = await read(caller, { from: requestFrom, groupIds: parameters.groupIds, budget }, see);
		const { found, cursor } = finish(seen);
		const since = new Date(requestFrom).toISOString();
		context.logger.debug(`Read ${seen.length} score reports since ${since}, new scores: ${found.length}`);
		return { items: itemsOf(found, parameters), cursor };
	});
}

/** Reads samples for building the workflow. Leaves the cursor as it is, because the workflow can also be published. */
async function fetchTestEvent(context: IPollFunctions, read: typeof readReports) {
	const { caller, ...parameters } = await prepare(context, Number.POSITIVE_INFINITY);
	const isSample = (report: ScoreReport) => report.status === 'Completed' && parameters.wants(report);
	const scoresOf = (user: User) => user.scoreReports.filter(isSample).map((report) => ({ user, report }));
	for (const days of SAMPLE_DAYS) {
		const request = { from: Date.now() - days * DAY_MS, groupIds: parameters.groupIds, budget: LONG_BUDGET };
		const samples = await read(caller, request, scoresOf, SAMPLES);
		if (samples.length > 0) return [itemsOf(samples, parameters)];
	}
	throw new NodeOperationError(context.getNode(), 'There are no matching scores from the last 365 days', {
		description:
			'The node is set up correctly, and new scores will start the workflow once you publish it. To get data to build with, remove filters, or wait until an assessment is scored',
	});
}

function itemsOf(results: readonly UserReport[], { simplify }: { simplify: boolean }): INodeExecutionData[] {
	return results.map(({ user, report }) => ({ json: reportItem(SCORED_EVENT, user, report, simplify) }));
}

/**
 * Reads the parameters, and looks up the names in them. Without `unattended` (test, publication), someone can correct names, so it
 * checks all of them. Throws NodeOperationError for an invalid parameter, because ignoring it could lose scores permanently.
 */
async function prepare(context: IPollFunctions, totalMs: number, unattended?: Situation) {
	const caller = await callerOf(context);
	const account = `${caller.account.baseHost} ${context.getNode().credentials?.[CREDENTIALS_NAME]?.id}`;
	const parametersOf = async () => {
		const { filters, options, simplify } = readAll(PARAMETERS, context);
		const brief = within(caller, { totalMs: 3_000 });
		const checked = unattended === undefined ? checkAssessments(brief, filters.assessmentNames) : undefined;
		const found = findGroups(within(caller, { totalMs }), filters.groupIds, unattended);
		const [groupIds] = await Promise.all([found, checked]);
		const wants = (report: ScoreReport) => admitsReport(filters, report);
		return { caller, account, groups: filters.groupIds, groupIds, ...options, simplify, wants };
	};
	return await parametersOf().catch((error: Error) => {
		if (!(error instanceof UserError)) throw error;
		throw new NodeOperationError(context.getNode(), error.message, { description: error.description });
	});
}

/** Finds the groups in the filter. Those that an earlier poll found stay, even if one was renamed since someone published. */
async function findGroups(caller: Caller, groups: readonly string[], unattended?: Situation) {
	const isSame = JSON.stringify(unattended?.latest?.groups) === JSON.stringify(groups);
	const known = isSame ? unattended?.latest?.groupIds : undefined;
	if (known !== undefined && unattended?.looksFar !== true) return known;
	// A poll that can go on without the list keeps half of its time for the scores.
	const totalMs = caller.budget.totalMs / (known === undefined ? 1 : 2);
	const list = async () => await callEndpoint(within(caller, { totalMs }), 'listGroups');
	const found = groupIdsFor(groups, list).then((ids) => ids.map(idKey));
	return await found.catch((error: Error) => {
		if (known === undefined) throw error;
		caller.context.logger.warn(
			`${caller.context.getNode().name} goes on with the groups it found before. ${error.message}`,
		);
		return known;
	});
}

/**
 * Reads the score reports completed since `from` (ms since the epoch) with one request, as they arrive.
 *
 * The API doesn't say whether `completedOnOrAfter` also returns unscored reports (specification: POST /scores). If it does, polls
 * see an unscored report and look for it until it's scored. If not, they find the score within `lookbackDays` of the report's
 * completion. A filter on the start time would miss long assessments. There's no end, because the service's clock may be ahead.
 */
export async function readReports<R>(
	caller: Caller,
	{ from, groupIds, budget }: { from: number; groupIds: readonly string[]; budget: Partial<Budget> },
	keep: (user: User) => R[],
	selection?: Selection<R>,
): Promise<R[]> {
	// The deprecated versions can't filter by completion (specification: Versions), so everything is read.
	const body = {
		...(caller.account.isDeprecated ? {} : { completedOnOrAfter: new Date(from).toISOString() }),
		...(groupIds.length > 0 ? { groupIds } : {}),
	};
	const request = { endpoint: 'listScores', body, selection } as const;
	return valueOrThrow(caller, await readList(within(caller, budget), request, keep)).values;
}
