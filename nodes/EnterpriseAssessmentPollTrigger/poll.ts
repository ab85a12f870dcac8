import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { systemNow } from '../api/pacing/clock';
import { type Account, CREDENTIALS_NAME, isDeprecatedVersion } from '../api/request/account';
import { type Budget, type Caller, callerOf } from '../api/request/caller';
import { readList, type Selection } from '../api/request/readList';
import { valueOrThrow } from '../api/request/request';
import type { ScoreReport, User } from '../api/specification/types';
import { DAY_MS, idKey } from '../api/specification/values';
import { admitsReport, idProblem } from '../shared/filters';
import { partsOf } from '../shared/groups';
import { ParameterError, sourceOf, tryReadAll } from '../shared/parameters/parameter';
import { isTest, unknownAssessments } from '../shared/publishing';
import { completedMs, scoredEventItem } from '../shared/scoreReports';
import { LONG_BUDGET, pollForN8n } from './n8nPolls';
import { PARAMETERS } from './parameters';
import { type PollOptions, PollStep, type UserReport } from './step';

/** How many days to look back for samples. The longer period is for accounts without scores in the shorter one. */
const SAMPLE_DAYS = [30, 365];
const SAMPLES: Selection<UserReport> = { limit: 5, rank: ({ report }) => completedMs(report.completed) };

/** Replaced in tests. */
export interface Dependencies {
	/** The system's clock, in ms since the epoch. */
	now: () => number;
	readReports: typeof readReports;
}

const DEPENDENCIES: Dependencies = { now: systemNow, readReports };

/** The output of a poll. Null if there's nothing new. */
type Output = INodeExecutionData[][] | null;

/** @throws NodeApiError or NodeOperationError, without changing the stored cursor */
export async function poll(context: IPollFunctions, dependencies = DEPENDENCIES): Promise<Output> {
	if (isTest(context)) return await fetchTestEvent(context, dependencies);
	const { now } = dependencies;
	return await pollForN8n({
		context,
		now,
		async read({ occasion, latest, budget, looksFar }) {
			const caller = await callerOf(context, { place: 'ahead' });
			const parameters = await readParameters(context, caller.account);
			if (occasion === 'publication') await checkAssessmentNames(caller, parameters.assessmentNames);
			const step = new PollStep(latest, now(), { ...parameters, looksFar });
			const request = { from: step.requestFrom, groupIds: parameters.groupIds, budget };
			const seen = await dependencies.readReports(caller, request, (user) => step.see(user));
			const { found, cursor } = step.finish(seen);
			const since = new Date(step.requestFrom).toISOString();
			context.logger.debug(`Read ${seen.length} score reports since ${since}, new scores: ${found.length}`);
			return { items: found.length === 0 ? null : itemsOf(found, parameters), cursor };
		},
	});
}

/** Reads samples for building the workflow. Leaves the cursor as it is, because the workflow can also be published. */
async function fetchTestEvent(context: IPollFunctions, dependencies: Dependencies): Promise<Output> {
	const caller = await callerOf(context, { place: 'ahead' });
	const parameters = await readParameters(context, caller.account);
	await checkAssessmentNames(caller, parameters.assessmentNames);
	for (const days of SAMPLE_DAYS) {
		const from = dependencies.now() - days * DAY_MS;
		const request = { from, groupIds: parameters.groupIds, budget: LONG_BUDGET };
		const samples = await dependencies.readReports(caller, request, (user) => scoresOf(user, parameters), SAMPLES);
		if (samples.length > 0) return [itemsOf(samples, parameters)];
	}
	throw new NodeOperationError(context.getNode(), 'There are no scores from the last 365 days', {
		description:
			'The node is set up correctly, and new scores will start the workflow once you publish it. To get data to build with, remove filters, or wait until an assessment is scored',
	});
}

function scoresOf(user: User, { wants }: Pick<PollOptions, 'wants'>): UserReport[] {
	const scored = user.scoreReports.filter((report) => report.status === 'Completed' && wants(report));
	return scored.map((report) => ({ user, report }));
}

function itemsOf(results: readonly UserReport[], { simplify }: { simplify: boolean }): INodeExecutionData[] {
	return results.map(({ user, report }) => ({ json: scoredEventItem(user, report, simplify) }));
}

/** @throws NodeOperationError for an invalid parameter, because ignoring it could lose scores permanently */
async function readParameters(context: IPollFunctions, { baseHost }: Account) {
	const read = await tryReadAll(PARAMETERS, sourceOf(context));
	const problem = read instanceof ParameterError ? read : idProblem(read.filters);
	if (read instanceof ParameterError || problem !== undefined) {
		throw new NodeOperationError(context.getNode(), problem?.message ?? '', { description: problem?.description });
	}
	const { filters, options, simplify } = read;
	return {
		account: `${baseHost} ${context.getNode().credentials?.[CREDENTIALS_NAME]?.id}`,
		groupIds: filters.groupIds.flatMap(partsOf).map(idKey),
		assessmentNames: filters.assessmentNames,
		...options,
		simplify,
		wants: (report: ScoreReport) => admitsReport(filters, report),
	};
}

/** @throws NodeOperationError if the account has none of the assessments */
async function checkAssessmentNames(caller: Caller, listed: readonly string[]): Promise<void> {
	const unknown = await unknownAssessments({ ...caller, budget: { totalMs: 5_000 } }, listed);
	if (unknown !== undefined) throw new NodeOperationError(caller.context.getNode(), unknown.message, unknown);
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
