import type { JsonObject } from '../../playground/api/json.ts';
import type { Execution } from '../../playground/api/executions.ts';
import type { Workflow } from '../../playground/api/workflows.ts';
import type { Playground } from '../../playground/playground.ts';
import { credentialsType } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';

/** The node whose time is measured, in every workflow here. */
export const MEASURED = 'Measured';

/** How many requests the HTTP Request node sends at once, and the pause before it sends more; null sends all at once. */
export type Batching = { batchSize: number; batchInterval: number } | null;

/** One item per e-mail address, then the measured node. */
export function overPeople(name: string, emails: readonly string[], measured: NodeSketch): Workflow {
	const people = emails.map((email) => ({ email }));
	return chain(name, [startNode, fieldsNode('List', { people }), splitNode('People', 'people'), measured]);
}

export function scoreGetNode({ credentials }: Pick<Playground, 'credentials'>): NodeSketch {
	return actionNode(
		MEASURED,
		{
			resource: 'score',
			operation: 'get',
			user: { __rl: true, mode: 'emailAddress', value: '={{ $json.email }}' },
			// An item for each person, as HTTP Request gives.
			output: 'users',
		},
		credentials,
	);
}

/** Invites each person who doesn't hold the assessment yet. */
export function inviteNode({ credentials }: Pick<Playground, 'credentials'>, assessmentId: string): NodeSketch {
	return actionNode(
		MEASURED,
		{
			resource: 'assignment',
			operation: 'create',
			assessmentId: { __rl: true, mode: 'id', value: assessmentId },
			emailAddress: '={{ $json.email }}',
			ifAlreadyAssigned: 'returnExisting',
		},
		credentials,
	);
}

/** The HTTP Request node with the package's credentials, which goes on after a failed item. */
export function httpRequestNode(
	{ credentials, simulator }: Playground,
	{ path, jsonBody, batching, name = MEASURED }: { path: string; jsonBody: string; batching: Batching; name?: string },
): NodeSketch {
	const options: JsonObject = batching === null ? {} : { batching: { batch: { ...batching } } };
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		onError: 'continueRegularOutput',
		credentials,
		parameters: {
			method: 'POST',
			url: `${simulator.baseHost}/2020q3${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialsType,
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options,
		},
	};
}

/** What n8n itself says that its node took, in ms. */
export function nodeTimeMs(execution: Execution, nodeName: string): number {
	const time = execution.durationMs(nodeName);
	if (time === undefined) throw new Error(`The node '${nodeName}' did not run: ${execution.text.slice(0, 2_000)}`);
	return time;
}
