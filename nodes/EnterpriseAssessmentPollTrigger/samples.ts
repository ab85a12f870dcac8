import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/request/account';
import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { User } from '../api/specification/types';
import { checkAssessmentNames } from '../shared/assessmentsInFilter';
import { DAY_MS } from './cursor';
import type { PollOptions, UserReport } from './newScores';
import type { PollParameters } from './parameters';
import type { readReports } from './readReports';

/** What "Fetch Test Event" gives at most. */
const SAMPLE_COUNT = 5;

/** How far back samples are looked for at least, further only where nothing is found: the workflow is built with what there is. */
const SAMPLE_DAYS = [30, 365];

/** Picks the reports that show most of what a workflow may use, the newest first. */
export class Samples {
	readonly #options: PollOptions;
	#picked: UserReport[] = [];

	constructor(options: PollOptions) {
		this.#options = options;
	}

	take(user: User): void {
		const wanted = user.scoreReports.filter((report) => report.status === 'Completed' && this.#options.wants(report));
		this.#picked = [...this.#picked, ...wanted.map((report) => ({ user, report }))]
			.sort((left, right) => fullness(right) - fullness(left) || completed(right) - completed(left))
			.slice(0, SAMPLE_COUNT);
	}

	result(): UserReport[] {
		return this.#picked;
	}
}

/**
 * For building a workflow beside live ones: leaves the cursor alone.
 *
 * @throws NodeOperationError when there is nothing to show
 */
export async function readSamples(
	context: IPollFunctions,
	account: Account,
	{ options, assessmentNames }: PollParameters,
	around: { now(): number; readReports: typeof readReports },
): Promise<UserReport[]> {
	await checkAssessmentNames(context, account, assessmentNames);
	const lookbacks = SAMPLE_DAYS.map((days) => Math.max(options.lookbackDays, days));
	for (const days of new Set(lookbacks)) {
		const from = around.now() - days * DAY_MS;
		const request = { account, from, groupIds: options.groupIds, patience: 'other' } as const;
		const samples = await around.readReports(context, request, () => new Samples(options));
		if (samples.length > 0) return samples;
	}
	const days = Math.max(...lookbacks);
	throw new NodeOperationError(context.getNode(), `There is no score of the last ${days} days to show`, {
		description:
			'The node is set up correctly: once the workflow is published, new scores start it. To have data to build with, take filters away, or let one assessment be finished and scored',
	});
}

function fullness({ report }: UserReport): number {
	return [report.cefrSpeakingLevel, report.certificateUrl].filter(Boolean).length;
}

function completed({ report }: UserReport): number {
	return parseIsoTimestamp(report.completed ?? '') ?? 0;
}
