import { randomUUID } from 'node:crypto';

import type { JsonObject } from '../../../../playground/api/json.ts';
import type { Execution } from '../../../../playground/api/executions.ts';
import type { Workflow } from '../../../../playground/api/workflows.ts';
import { packageName } from '../../../../playground/communityPackage.ts';
import type { Playground } from '../../../../playground/playground.ts';
import { chain } from '../../../../playground/workflows/build.ts';

export const TRIGGER = 'Enterprise Assessment Trigger';

export interface TriggerWorkflow {
	readonly id: string;
	/** Under the address at which n8n was started. */
	readonly url: string;
	readonly testUrl: string;
	readonly webhookId: string;
	readonly workflow: Workflow;
}

/** A workflow that does nothing with the events of the trigger. */
export async function addTriggerWorkflow(
	{ api, credentials, n8n }: Playground,
	name: string,
	parameters: JsonObject = {},
): Promise<TriggerWorkflow> {
	const webhookId = randomUUID();
	const workflow = chain(name, [
		{ name: TRIGGER, type: `${packageName}.enterpriseAssessmentTrigger`, parameters, credentials, webhookId },
		{ name: 'Received', type: 'n8n-nodes-base.noOp' },
	]);
	const { id } = await api.workflows.create(workflow);
	return {
		id,
		url: `${n8n.url}/webhook/${webhookId}/webhook`,
		testUrl: `${n8n.url}/webhook-test/${webhookId}/webhook`,
		webhookId,
		workflow,
	};
}

/** The same workflow with other parameters of the trigger: what a user saves before publishing again. */
export function withParameters({ workflow }: TriggerWorkflow, parameters: JsonObject): Workflow {
	const nodes = workflow.nodes.map((node) => (node.name === TRIGGER ? { ...node, parameters } : node));
	return { ...workflow, nodes };
}

/** Has a new candidate's assessment scored; gives its userAssessmentId. */
export async function scoreSomething({ simulator: { control } }: Playground): Promise<string> {
	const [assessment] = (await control.state()).assessments;
	const { userId } = await control.addUser({ uniqueIdentifier: randomUUID() });
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	await control.score({ userAssessmentId });
	return userAssessmentId;
}

/** The userAssessmentId of what started each successful execution of the workflow, the oldest first. */
export async function receivedBy(playground: Playground, id: string, count: number): Promise<string[]> {
	const filter = { workflowId: id, status: ['success'], mode: 'webhook' };
	const executions = await playground.api.executions.waitForCount(count, filter);
	return executions.map(userAssessmentIdOf);
}

export function userAssessmentIdOf(execution: Execution): string {
	const [item] = execution.items('Received');
	const match = /"userAssessmentId":"([^"]+)"/.exec(JSON.stringify(item?.json));
	return match?.[1] ?? '';
}

/**
 * What the trigger changed at the service, or tried to: method and endpoint of each request. What was refused over
 * the limit was not carried out, and comes again.
 */
export async function changes({ simulator }: Playground): Promise<string[]> {
	const requests = await simulator.control.requests();
	const changing = requests.filter(({ method, status }) => method !== 'GET' && status !== 429);
	return changing.map(({ method, endpoint }) => `${method} ${endpoint}`);
}
