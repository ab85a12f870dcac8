import { NodeOperationError } from 'n8n-workflow';

import type { Caller } from '../api/request/caller';
import type { ListFold } from '../api/request/listReader';
import type { User } from '../api/specification/types';
import { checkAssessmentNames } from '../shared/assessmentsInFilter';
import type { PollOptions, UserReport } from './cursor';
import { completedAt, DAY_MS } from './cursor';
import type { PollParameters } from './parameters';
import type { Outside } from './readReports';

/** What "Fetch Test Event" gives at most. */
const SAMPLE_COUNT = 5;

/** How far back samples are looked for at least, further only where nothing is found: the workflow is built with what there is. */
const SAMPLE_DAYS = [30, 365];

/** Picks the reports that show most of what a workflow may use, the newest first. */
export function sampleReader({ wants }: PollOptions): ListFold<User, UserReport[]> {
	let picked: UserReport[] = [];
	return {
		take(user) {
			const wanted = user.scoreReports.filter((report) => report.status === 'Completed' && wants(report));
			picked = [...picked, ...wanted.map((report) => ({ user, report }))]
				.sort((left, right) => fullness(right) - fullness(left) || completedAt(right) - completedAt(left))
				.slice(0, SAMPLE_COUNT);
		},
		result: () => picked,
	};
}

/**
 * For building a workflow beside live ones: leaves the cursor alone.
 *
 * @throws NodeOperationError when there is nothing to show
 */
export async function readSamples(caller: Caller, parameters: PollParameters, outside: Outside): Promise<UserReport[]> {
	await checkAssessmentNames(caller, parameters.assessmentNames);
	const { groupIds, lookbackDays } = parameters;
	for (const days of SAMPLE_DAYS) {
		const from = outside.now() - Math.max(days, lookbackDays) * DAY_MS;
		const request = { from, groupIds, patience: 'other' } as const;
		const samples = await outside.readReports(caller, request, () => sampleReader(parameters));
		if (samples.length > 0) return samples;
	}
	throw new NodeOperationError(caller.context.getNode(), 'There is no score of the last 365 days to show', {
		description:
			'The node is set up correctly: once the workflow is published, new scores start it. To have data to build with, take filters away, or let one assessment be finished and scored',
	});
}

function fullness({ report }: UserReport): number {
	return [report.cefrSpeakingLevel, report.certificateUrl].filter(Boolean).length;
}
