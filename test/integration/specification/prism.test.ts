import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operationsOf, type OperationId } from '../../../simulator/document.ts';
import { CURRENT_VERSION } from '../../../simulator/versions.ts';
import { byEmail, CANDIDATE, candidateLinks, failureOf, type OperationName, run } from '../action/support.ts';
import { startPrism } from '../support/prism.ts';
import { useService } from '../support/simulator.ts';

/** Checks the nodes, and the simulator behind them, with a tool that only knows specification/openapi.yaml. */

const service = useService();

type Prism = Awaited<ReturnType<typeof startPrism>>;

/** Each node operation that sends one request, and that request's operation ID. */
const OPERATIONS: ReadonlyArray<[OperationName, OperationId]> = [
	['assessment.getAll', 'listAssessments'],
	['group.getAll', 'listGroups'],
	['group.create', 'createGroup'],
	['assignment.create', 'assign'],
	['assignment.getAll', 'listAssignments'],
	['signInLink.create', 'createSignInToken'],
	['score.get', 'getScore'],
	['score.getAll', 'listScores'],
	['file.downloadAudio', 'downloadAudio'],
	['file.downloadText', 'downloadText'],
	['file.downloadCertificate', 'downloadCertificate'],
	['webhook.create', 'registerWebhook'],
	['webhook.get', 'getWebhook'],
	['webhook.sendExample', 'sendExampleEvent'],
	['webhook.delete', 'deleteWebhook'],
];

async function parametersOf(operation: OperationName): Promise<INodeParameters> {
	const links = await candidateLinks(service.simulator());
	const user = byEmail(CANDIDATE);
	const known: Record<string, INodeParameters> = {
		'group.create': { name: 'New' },
		'assignment.create': {
			// The document uses this name as an example.
			assessmentId: { __rl: true, mode: 'name', value: 'English Speaking' },
			emailAddress: 'new@example.com',
			uniqueIdentifier: 'N-1',
			givenName: 'Nora',
			surName: 'Nielsen',
			ifAlreadyAssigned: 'assignAgain',
			additionalFields: { studentId: 'S-1', returnUrl: 'https://example.com/thanks' },
		},
		'assignment.getAll': { assignedOnOrAfter: '2020-01-01', filters: { statuses: ['NotStarted', 'Completed'] } },
		'signInLink.create': { user },
		'score.get': { user },
		'score.getAll': { filters: { startedOnOrAfter: '2020-01-01', includeIncompleteAssessments: true } },
		'file.downloadAudio': { link: links.audio },
		'file.downloadText': { link: links.text },
		'file.downloadCertificate': { link: links.certificate },
		'webhook.create': { url: 'https://example.com/hook', ifAlreadyRegistered: 'replace' },
	};
	return known[operation] ?? {};
}

describe('against Prism as a mock', () => {
	let prism: Prism;
	const nothing = { method: '', path: '', status: '' };
	let asked = nothing;

	beforeAll(async () => {
		prism = await startPrism();
		// The nodes can't send the header that selects the mock's status, so the test adds it. The mock has it in one content type
		// only.
		subscribe('http.client.request.created', (message) => {
			const { request } = message as { request: ClientRequest };
			if (request.method !== asked.method || !request.path.startsWith(asked.path)) return;
			request.setHeader('prefer', `code=${asked.status}`);
			request.setHeader('accept', '*/*');
		});
	});
	afterAll(async () => {
		asked = nothing;
		await prism.stop();
	});

	it.each(OPERATIONS)('%s succeeds, and fails with each documented status of %s', async (operation, operationId) => {
		const documented = operationsOf(CURRENT_VERSION).find((one) => one.operationId === operationId);
		const { method = '', path = '', responses = {} } = documented ?? {};
		const parameters = await parametersOf(operation);
		/** Uses a separate key, so it doesn't wait for other runs. */
		const runOnce = async (apiKey: string) =>
			await run({ apiKey, baseHost: prism.baseHost, apiVersion: '2020q3' }, operation, parameters);
		asked = nothing;
		await runOnce(operation);
		// Requests that the limits or the server refuse are retried; test/integration/pacing covers both.
		const statuses = Object.keys(responses).filter((status) => /^4/.test(status) && status !== '429');
		expect(statuses.length).toBeGreaterThan(4);
		for (const status of statuses) {
			asked = { method, path: `/2020q3${path.replace(':fileId', '')}`, status };
			// The node removes a webhook that doesn't exist.
			if (operation === 'webhook.delete' && status === '404') await runOnce(operation + status);
			else expect(await failureOf(runOnce(operation + status))).toMatchObject({ httpCode: status });
		}
	});
});

describe('through Prism as a proxy', () => {
	let prism: Prism;

	beforeAll(async () => void (prism = await startPrism(service.simulator().baseHost)));
	afterAll(async () => await prism.stop());

	it.each(OPERATIONS)('neither %s nor the service sends anything that the document forbids', async (operation) => {
		const [credentials, { control }] = [service.credentials(), service.simulator()];
		await control.registerWebhook({ url: 'http://127.0.0.1:9/' });
		await run({ ...credentials, baseHost: prism.baseHost }, operation, await parametersOf(operation));
		expect((await control.requests()).every(({ processed }) => processed)).toBe(true);
	});
});
