import type { JsonObject } from '../../playground/api/json.ts';
import type { Workflow } from '../../playground/api/workflows.ts';
import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
import type { SimulatorControl } from '../../simulator/index.ts';

type Credentials = Playground['credentials'];

/** The measured node in every workflow here. */
export const MEASURED = 'Measured';

/** Adds people with one score each. Returns their email addresses. */
export async function addPeople(control: SimulatorControl, count: number): Promise<string[]> {
	const { userIds } = await control.addUsers({ count });
	const people = await Promise.all(userIds.map((userId) => control.user({ userId })));
	return people.map(({ email }) => email ?? '');
}

/** A workflow with one item per email address, then the measured node. */
export function overPeople(name: string, emails: readonly string[], measured: NodeSketch): Workflow {
	const people = emails.map((email) => ({ email }));
	return chain(name, [startNode, fieldsNode('List', { people }), splitNode('People', 'people'), measured]);
}

/** Reads the scores of each person. Its items have the same form as those of HTTP Request. */
export function scoreGetNode(credentials: Credentials): NodeSketch {
	const user = { __rl: true, mode: 'emailAddress', value: '={{ $json.email }}' };
	return actionNode(MEASURED, { resource: 'score', operation: 'get', user, output: 'users' }, credentials);
}

/** Invites each person who doesn't have the assessment yet. */
export function inviteNode(credentials: Credentials, assessmentId: string): NodeSketch {
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

/** The HTTP Request node with the same API key, because it can't use the package's credentials. It continues after a failed item. */
export function requestNode(url: string, apiKey: string, parameters: JsonObject): NodeSketch {
	const authorization = { name: 'Authorization', value: `Bearer ${apiKey}` };
	return {
		name: MEASURED,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		onError: 'continueRegularOutput',
		parameters: {
			url,
			sendHeaders: true,
			headerParameters: { parameters: [authorization] },
			options: {},
			...parameters,
		},
	};
}
