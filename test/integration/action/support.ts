import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import type { LoggedRequest, Simulator } from '../../../simulator/index.ts';
import type { CredentialsData } from '../support/credentials.ts';
import type { NodeUnderTest } from '../support/n8nContext.ts';
import { execute } from '../support/n8nContext.ts';
import type { SimulatorUnderTest } from '../support/simulator.ts';

/** Who has done something of everything in the simulator's seed. */
export const CANDIDATE = 'candidate001@example.com';

/** How an operation is named in tests, e.g. `score.getAll`. */
export type OperationName = `${string}.${string}`;

export function actionNode(
	credentials: CredentialsData,
	operation: OperationName,
	parameters: INodeParameters = {},
	more: Partial<NodeUnderTest> = {},
): NodeUnderTest {
	const [resource = '', name = ''] = operation.split('.');
	return {
		nodeType: new EnterpriseAssessment(),
		credentials,
		parameters: { resource, operation: name, ...parameters },
		...more,
	};
}

export async function run(
	credentials: CredentialsData,
	operation: OperationName,
	parameters: INodeParameters = {},
	items?: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	return await execute(actionNode(credentials, operation, parameters), items);
}

export async function runJson(
	credentials: CredentialsData,
	operation: OperationName,
	parameters: INodeParameters = {},
	items?: INodeExecutionData[],
) {
	return (await run(credentials, operation, parameters, items)).map(({ json }) => json);
}

/** The error that the node fails with, as n8n shows it. */
export async function failureOf(running: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const outcome = await running.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if (!('error' in outcome)) throw new Error(`The node succeeded: ${JSON.stringify(outcome.value)}`);
	const { error } = outcome;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error('The node failed with an error that n8n can not show well', { cause: error });
}

export function byEmail(value: string) {
	return { __rl: true, mode: 'emailAddress', value };
}

export function byIdentifier(value: string) {
	return { __rl: true, mode: 'uniqueIdentifier', value };
}

export function byUserId(value: string) {
	return { __rl: true, mode: 'userId', value };
}

export function assessmentId(value: string) {
	return { __rl: true, mode: 'id', value };
}

/** The ID of one of the assessments in the simulator's seed. */
export async function seedAssessmentId({ control }: Simulator, index = 0): Promise<string> {
	const { assessments } = await control.state();
	const found = assessments[index];
	if (found === undefined) throw new Error('The seed has no such assessment');
	return found.assessmentId;
}

/** A link to a file of each kind of the candidate's. */
export async function candidateLinks({ control }: Simulator) {
	const { scoreReports } = await control.user({ emailAddress: CANDIDATE });
	const link = (found: string | null | undefined) => {
		if (!found) throw new Error('The seed has no such file');
		return found;
	};
	return {
		audio: link(scoreReports.flatMap(({ openResponses }) => openResponses)[0]?.responseAudioUrl),
		text: link(scoreReports.flatMap(({ writingOpenResponses }) => writingOpenResponses ?? [])[0]?.responseTextUrl),
		certificate: link(scoreReports.map(({ certificateUrl }) => certificateUrl).find(Boolean)),
	};
}

/** A text field of an output item. */
export function textOf(value: unknown): string {
	if (typeof value !== 'string') throw new Error(`Not a text: ${JSON.stringify(value)}`);
	return value;
}

/** A list of objects in an output item. */
export function objectsOf(value: unknown): object[] {
	if (!Array.isArray(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`);
	return value.filter((entry: unknown) => typeof entry === 'object' && entry !== null);
}

/** What reached the service: method, address below {base_host}, and body. */
export function sentIn(requests: readonly LoggedRequest[]): unknown[][] {
	return requests.map(({ method, path, body }) => [method, path, ...(body === undefined ? [] : [body])]);
}

/** The bytes that the service has at a link, fetched without the package. */
export async function servedBytes({ simulator, credentials }: SimulatorUnderTest, link: string): Promise<Buffer> {
	const response = await fetch(`${simulator.baseHost}/${link}`, {
		headers: { authorization: `Bearer ${credentials.apiKey}` },
	});
	if (!response.ok) throw new Error(`The service answers ${response.status} to ${link}`);
	return Buffer.from(await response.arrayBuffer());
}
