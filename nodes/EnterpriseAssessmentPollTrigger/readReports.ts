import type { IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { readList } from '../api/request/readList';
import { isDeprecatedVersion } from '../api/specification/address';
import { userScores } from '../api/specification/responses';
import type { ScoreReport, User } from '../api/specification/types';
import type { ScoresFilter } from './window';

/** How long a poll may take. */
export type Patience = 'publication' | 'brief' | 'long' | 'editor';

const LIMITS = {
	// n8n waits for this poll when it publishes and when it starts: half a minute in all, looking up IDs of assessments
	// (5 s) included, and it tries again itself.
	publication: {
		limits: { timeoutMs: 15_000, maxRateLimitWaitMs: 10_000, totalMs: 25_000 },
		maxTries: 1,
		timeoutAdvice: "Try again later. If the account is large, lower the option 'Lookback Days'",
	},
	// For each of up to four tries.
	brief: { limits: { timeoutMs: 60_000 } },
	// Months of scores may come at once after an outage.
	long: { limits: { timeoutMs: 300_000 }, maxTries: 1 },
	// Somebody waits for samples, and can stop waiting.
	editor: { limits: { timeoutMs: 300_000 } },
};

/** Takes in the reports of an answer, one after the other. */
export interface ReportReader<T> {
	take(user: User, report: ScoreReport): void;
	result(): T;
}

/**
 * Reads score reports with one request, as they arrive: nothing stays of a report but what the reader keeps.
 *
 * @param begin makes a new reader for each answer that begins to arrive
 * @throws NodeApiError or NodeOperationError
 */
export async function readReports<T>(
	context: IPollFunctions,
	filter: ScoresFilter,
	patience: Patience,
	begin: () => ReportReader<T>,
): Promise<T> {
	const account = await readAccount(context);
	// The deprecated versions know no filters on completion (specification, Versioning 4): there, everything is read.
	const { completedOnOrAfter, ...other } = filter;
	const body = isDeprecatedVersion(account.apiVersion) ? other : { ...other, completedOnOrAfter };
	const request = { endpoint: 'listScores', body, ...LIMITS[patience] } as const;
	return await readList(context, account, request, userScores, () => {
		const reader = begin();
		return {
			take: (user) => {
				for (const report of user.scoreReports) reader.take(user, report);
			},
			result: () => reader.result(),
		};
	});
}
