import { randomUUID } from 'node:crypto';

import type { JsonObject } from '../../playground/api/json.ts';
import { packageName } from '../../playground/communityPackage.ts';
import type { Playground } from '../../playground/playground.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { inviteNode, scoreGetNode } from '../bench/pacingWorkflows.ts';
import { everySeconds } from '../e2e/pollTrigger/workflows.ts';

type Credentials = Playground['credentials'];

export const POLL_SECONDS = 10;

/** The nodes whose memory is looked at, or those that stand in their place. */
export interface SoakNodes {
	readonly webhookTrigger: (credentials: Credentials) => NodeSketch;
	readonly pollTrigger: (credentials: Credentials) => NodeSketch;
	readonly scoreGet: (credentials: Credentials) => NodeSketch;
	readonly invite: (credentials: Credentials, assessmentId: string) => NodeSketch;
	readonly download: (credentials: Credentials) => NodeSketch;
}

const pollTimes = { item: everySeconds(POLL_SECONDS) };

export function triggerSketch(type: string, parameters: JsonObject, credentials: Credentials): NodeSketch {
	return { name: 'New Scores', type, parameters, credentials };
}

export const ourNodes: SoakNodes = {
	webhookTrigger: (credentials) => ({
		...triggerSketch(`${packageName}.enterpriseAssessmentTrigger`, { simplify: true }, credentials),
		webhookId: randomUUID(),
	}),
	pollTrigger(credentials) {
		const options = { emitRescored: true, lookbackDays: 1 };
		const type = `${packageName}.enterpriseAssessmentPollTrigger`;
		return triggerSketch(type, { simplify: true, pollTimes, options }, credentials);
	},
	scoreGet: (credentials) => scoreGetNode({ credentials }),
	invite: (credentials, assessmentId) => inviteNode({ credentials }, assessmentId),
	download(credentials) {
		const operation = { resource: 'file', operation: 'downloadAudio', link: '={{ $json.link }}' };
		return actionNode('Download', operation, credentials);
	},
};
