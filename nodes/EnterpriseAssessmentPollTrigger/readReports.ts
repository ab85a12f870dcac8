import { NodeOperationError } from 'n8n-workflow';

import type { Caller, Budget } from '../api/request/caller';
import { explain } from '../api/request/messages';
import type { Selection } from '../api/request/readList';
import { readList } from '../api/request/readList';
import { callEndpoint } from '../api/request/request';
import { isDeprecatedVersion } from '../api/specification/address';
import { assessments, userScores } from '../api/specification/responses';
import type { User } from '../api/specification/types';
import { unknownNames } from '../shared/parameters';
import type { PollParameters } from './parameters';
import type { PollOptions, UserReport } from './step';
import { completedAt, DAY_MS } from './step';

/** Months of scores may come at once after an outage, but a silent connection holds up all polls until then. */
export const PATIENT: Partial<Budget> = { timeoutMs: 120_000 };

/** How far back samples are looked for at least, further only where nothing is found: the workflow is built with what there is. */
const SAMPLE_DAYS = [30, 365];

export const SAMPLES: Selection<UserReport> = { limit: 5, rank: completedAt };

/** What polls need of the world outside n8n. */
export interface Outside {
	/** The wall clock, ms since the epoch. (The clock that paces never goes back, and so may stray from it in months.) */
	now(): number;
	readReports: typeof readReports;
}

/** For what was completed since `from`, ms since the epoch, by the users of these groups; of all groups where none is named. */
type ReportsRequest = { from: number; groupIds: readonly string[]; budget: Partial<Budget> };

/**
 * Reads score reports with one request, as they arrive: nothing stays of a user but what `keep` makes of it.
 *
 * `completedOnOrAfter` alone is right either way (specification: POST /scores leaves open whether it returns unscored
 * reports): if it does, a report is seen waiting and looked for until it has its score; if not,
 * the score is noticed when it appears within `lookbackDays` of its completion. A filter on the start would miss long
 * assessments, and `includeIncompleteAssessments` is ignored beside this one. There is no end, because the service's clock
 * may be ahead.
 *
 * @throws NodeApiError
 */
export async function readReports<R>(
	caller: Caller,
	{ from, groupIds, budget }: ReportsRequest,
	keep: (user: User) => R[],
	selection?: Selection<R>,
): Promise<R[]> {
	// The deprecated versions know no filters on completion (specification: Versions): there, everything is read.
	const body = {
		...(isDeprecatedVersion(caller.account.apiVersion) ? {} : { completedOnOrAfter: new Date(from).toISOString() }),
		...(groupIds.length > 0 ? { groupIds } : {}),
	};
	const request = { endpoint: 'listScores', body } as const;
	return (await readList({ ...caller, budget }, request, userScores, keep, selection)).values;
}

/**
 * Reads scores to build a workflow with beside live ones: leaves the cursor alone.
 *
 * @throws NodeOperationError when there is nothing to show
 */
export async function readSamples(caller: Caller, parameters: PollParameters, outside: Outside): Promise<UserReport[]> {
	await checkAssessmentNames(caller, parameters.assessmentNames);
	const { groupIds, lookbackDays } = parameters;
	for (const days of SAMPLE_DAYS) {
		const from = outside.now() - Math.max(days, lookbackDays) * DAY_MS;
		const request = { from, groupIds, budget: PATIENT };
		const samples = await outside.readReports(caller, request, (user) => scoresOf(user, parameters), SAMPLES);
		if (samples.length > 0) return samples;
	}
	throw new NodeOperationError(caller.context.getNode(), 'There are no scores from the last 365 days', {
		description:
			'To get data to build with, remove filters, or have an assessment finished and scored. The node is set up correctly: once the workflow is published, new scores start it',
	});
}

export function scoresOf(user: User, { wants }: PollOptions): UserReport[] {
	const scored = user.scoreReports.filter((report) => report.status === 'Completed' && wants(report));
	return scored.map((report) => ({ user, report }));
}

/**
 * Checks whether the account has the assessments in the filter.
 *
 * @throws NodeOperationError if it has none of them; one of several may be the former name of an assessment
 */
export async function checkAssessmentNames(caller: Caller, listed: readonly string[]): Promise<void> {
	if (listed.length === 0) return;
	const { context } = caller;
	const briefly = { ...caller, budget: { totalMs: 5_000 } };
	const unknown = unknownNames(listed, await callEndpoint(briefly, { endpoint: 'listAssessments' }, assessments));
	if (unknown === undefined) return;
	if (unknown.isAll) throw new NodeOperationError(context.getNode(), unknown.message, unknown);
	context.logger.warn(`${context.getNode().name}: ${explain(unknown)}`);
}
