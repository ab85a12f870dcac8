import { type INodeExecutionData, type INodeParameters, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import type { Fault, Simulator, SimulatorControl, SimulatorOptions } from '../../../simulator/index.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { execute, executeContext, type NodeUnderTest } from '../support/n8nContext.ts';
import { useService } from '../support/simulator.ts';

/** A user who has some of everything in the simulator's seed. */
export const CANDIDATE = 'candidate001@example.com';

/** The tests' name for an operation, e.g. `score.getAll`. */
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

/** The error that the node fails with, as n8n shows it. */
export async function failureOf(running: Promise<unknown>): Promise<NodeApiError | NodeOperationError> {
	const error = await running.then(
		(value) => new Error(`The node succeeded: ${JSON.stringify(value)}`),
		(thrown: unknown) => thrown,
	);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error("The node didn't fail with an error that n8n can show well", { cause: error });
}

/** An operation to run, with its parameters and input items. */
type Run = [operation: OperationName, parameters?: INodeParameters, items?: INodeExecutionData[]];

/** The action node, and a simulator for the test file. */
export function useAction(options?: SimulatorOptions) {
	const service = useService(options);
	const { simulator, credentials, control, requests } = service;
	const items = async (...of: Run) => await run(credentials(), ...of);

	return {
		...service,
		baseHost: () => simulator().baseHost,
		/** The method, path below {base_host} and body of every request. */
		sent: async () =>
			(await requests()).map(({ method, path, body }) => [method, path, ...(body === undefined ? [] : [body])]),
		/** Makes the next request, or the next one to a path, fail. */
		inject: async (fault: Fault, path?: string, more: Partial<Parameters<SimulatorControl['inject']>[0]> = {}) =>
			await control().inject({ ...(path === undefined ? {} : { match: { path } }), fault, ...more }),
		node: (operation: OperationName, parameters?: INodeParameters, more?: Partial<NodeUnderTest>) =>
			actionNode(credentials(), operation, parameters, more),
		run: items,
		runJson: async (...of: Run) => (await items(...of)).map(({ json }) => json),
		failure: async (...of: Run) => await failureOf(items(...of)),
		/** The texts that the editor shows beside the output. */
		hints: async (
			operation: OperationName,
			parameters: INodeParameters,
			input: INodeExecutionData[],
			more?: Partial<NodeUnderTest>,
		) => {
			const { context, nodeType } = executeContext(actionNode(credentials(), operation, parameters, more), input);
			await nodeType.execute?.call(context);
			return context.hints.filter(({ location }) => location === 'outputPane').map(({ message }) => message);
		},
		/** The ID of the seed's first assessment, or of another one. */
		assessmentId: async (index = 0) => (await control().state()).assessments[index]?.assessmentId ?? '',
		/** The bytes that the service returns for a link, fetched without the package. */
		servedBytes: async (link: string) => {
			const headers = { authorization: `Bearer ${credentials().apiKey}` };
			const response = await fetch(`${simulator().baseHost}/${link}`, { headers });
			if (!response.ok) throw new Error(`The service answers ${response.status} to ${link}`);
			return Buffer.from(await response.arrayBuffer());
		},
		candidate: async () => await control().user({ emailAddress: CANDIDATE }),
		links: async () => await candidateLinks(simulator()),
	};
}

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

export const byEmail = (value: string) => locator('emailAddress', value);
export const byIdentifier = (value: string) => locator('uniqueIdentifier', value);
export const byUserId = (value: string) => locator('userId', value);
export const assessmentId = (value: string) => locator('id', value);
export const assessmentName = (value: string) => locator('name', value);

/** Values for the required parameters of every operation. */
export const FILLED: INodeParameters = {
	...{ assessmentId: assessmentName('English Speaking'), emailAddress: 'new@example.com', name: 'New' },
	...{ user: byEmail(CANDIDATE), userAssessmentId: assessmentId('a'), assignedOnOrAfter: '2020-01-01' },
	...{ link: '2020q3/response-text/1', url: 'https://example.com/hook', ifAlreadyRegistered: 'replace' },
};

/** Parameters that let an operation succeed in the seed's account. */
export async function parametersOf(operation: OperationName, simulator: Simulator): Promise<INodeParameters> {
	const { audio, certificate, text } = await candidateLinks(simulator);
	const links = { downloadAudio: audio, downloadCertificate: certificate, downloadText: text };
	const link = Object.entries(links).find(([name]) => operation === `file.${name}`)?.[1];
	return { ...FILLED, ...(link === undefined ? {} : { link }) };
}

/** A link to one of the candidate's files of each kind. */
async function candidateLinks({ control }: Simulator) {
	const { scoreReports } = await control.user({ emailAddress: CANDIDATE });
	const responses = scoreReports.flatMap(({ openResponses }) => openResponses);
	const written = scoreReports.flatMap(({ writingOpenResponses }) => writingOpenResponses ?? []);
	return {
		audio: textOf(responses[0]?.responseAudioUrl),
		text: textOf(written[0]?.responseTextUrl),
		certificate: textOf(scoreReports.map(({ certificateUrl }) => certificateUrl).find(Boolean)),
	};
}

export function textOf(value: unknown): string {
	if (typeof value !== 'string') throw new Error(`Not a text: ${JSON.stringify(value)}`);
	return value;
}

export function objectsOf(value: unknown): object[] {
	if (!Array.isArray(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`);
	return value.filter((entry: unknown) => typeof entry === 'object' && entry !== null);
}
