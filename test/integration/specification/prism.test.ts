import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operationsOf, type OperationId } from '../../../simulator/document.ts';
import { CURRENT_VERSION } from '../../../simulator/versions.ts';
import { failureOf, type OperationName, parametersOf, run } from '../action/support.ts';
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

/** Fills in every field of the requests that have many. */
const MORE: Record<string, INodeParameters> = {
	'assignment.create': {
		uniqueIdentifier: 'N-1',
		givenName: 'Nora',
		surName: 'Nielsen',
		ifAlreadyAssigned: 'assignAgain',
		additionalFields: { studentId: 'S-1', returnUrl: 'https://example.com/thanks' },
	},
	'assignment.getAll': { filters: { statuses: ['NotStarted', 'Completed'] } },
	'score.getAll': { filters: { startedOnOrAfter: '2020-01-01', includeIncompleteAssessments: true } },
};

async function runOn(prism: Prism, operation: OperationName, apiKey: string) {
	const parameters = { ...(await parametersOf(operation, service.simulator())), ...MORE[operation] };
	return await run({ apiKey, baseHost: prism.baseHost, apiVersion: '2020q3' }, operation, parameters);
}

describe('with Prism as a mock of the service', () => {
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
		asked = nothing;
		// Each run has a separate key, so it doesn't wait for other runs.
		await runOn(prism, operation, operation);
		// Requests that the limits or the server refuse are retried; test/integration/pacing covers both.
		const statuses = Object.keys(responses).filter((status) => /^4/.test(status) && status !== '429');
		expect(statuses.length).toBeGreaterThan(4);
		for (const status of statuses) {
			asked = { method, path: `/2020q3${path.replace(':fileId', '')}`, status };
			// The node removes a webhook that doesn't exist.
			if (operation === 'webhook.delete' && status === '404') await runOn(prism, operation, operation + status);
			else expect(await failureOf(runOn(prism, operation, operation + status))).toMatchObject({ httpCode: status });
		}
	});
});

describe('with Prism as a proxy to the simulator', () => {
	let prism: Prism;

	beforeAll(async () => void (prism = await startPrism(service.simulator().baseHost)));
	afterAll(async () => await prism.stop());

	it.each(OPERATIONS)('%s and the simulator send only what the document allows', async (operation) => {
		await service.control().registerWebhook({ url: 'http://127.0.0.1:9/' });
		await runOn(prism, operation, service.credentials().apiKey);
		expect((await service.requests()).every(({ processed }) => processed)).toBe(true);
	});
});
