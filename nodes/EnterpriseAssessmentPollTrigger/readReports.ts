import type { Caller } from '../api/request/caller';
import type { ListFold } from '../api/request/listReader';
import { listBody } from '../api/request/listReader';
import { readAnswer } from '../api/request/request';
import { isDeprecatedVersion } from '../api/specification/address';
import { userScores } from '../api/specification/responses';
import type { User } from '../api/specification/types';

const LIMITS = {
	// n8n waits for it when it publishes and when it starts, and tries again itself.
	publication: { totalMs: 25_000, maxTries: 1 },
	// Months of scores may come at once after an outage, but a silent connection holds up all polls until then.
	other: { timeoutMs: 120_000 },
};

/** What polls need of the world outside n8n. */
export interface Outside {
	/** The wall clock, ms since the epoch. (The clock that paces never goes back, and so may stray from it in months.) */
	now(): number;
	readReports: typeof readReports;
}

/** How long a poll may take. */
export type Patience = keyof typeof LIMITS;

export interface ReportsRequest {
	/** Only what was completed since then, ms since the epoch. */
	from: number;
	/** Empty: all users. */
	groupIds: readonly string[];
	patience: Patience;
}

/**
 * Reads score reports with one request, as they arrive: nothing stays of a report but what the reader keeps.
 *
 * `completedOnOrAfter` alone is right whichever way the specification is meant ("Endpoints", POST /scores, doesn't say
 * whether it returns unscored reports): if it does, a report is seen waiting and looked for until it has its score; if not,
 * the score is noticed when it appears within `lookbackDays` of its completion. A filter on the start would miss long
 * assessments, and `includeIncompleteAssessments` is ignored beside this one. There is no end, because the service's clock
 * may be ahead.
 *
 * @param begin makes a new reader for each answer that begins to arrive
 * @throws NodeApiError
 */
export async function readReports<T>(
	caller: Caller,
	{ from, groupIds, patience }: ReportsRequest,
	begin: () => ListFold<User, T>,
): Promise<T> {
	// The deprecated versions know no filters on completion (specification, Versioning 4): there, everything is read.
	const body = {
		...(isDeprecatedVersion(caller.account.apiVersion) ? {} : { completedOnOrAfter: new Date(from).toISOString() }),
		...(groupIds.length > 0 ? { groupIds } : {}),
	};
	const patient = { ...caller, limits: LIMITS[patience] };
	return await readAnswer(patient, { endpoint: 'listScores', body }, listBody(userScores, begin));
}
