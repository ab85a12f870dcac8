import type { INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { type OperationName, parametersOf, run } from '../action/support.ts';
import { startPrism } from '../support/prism.ts';
import { useService } from '../support/simulator.ts';

/** Checks the nodes, and the simulator behind them, with a tool that only knows specification/openapi.yaml. */

const service = useService();

/** Leaves out File: Download All, because it sends the same requests as other operations. */
const OPERATIONS = resources
	.flatMap(({ option, operations }) =>
		operations.map((operation): OperationName => `${option.value}.${operation.option.value}`),
	)
	.filter((name) => name !== 'file.downloadAll');

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

describe.each(['a mock of the service', 'a proxy to the simulator'])('with Prism as %s', (role) => {
	let prism: Awaited<ReturnType<typeof startPrism>>;

	beforeAll(async () => {
		prism = await startPrism(role === 'a mock of the service' ? undefined : service.simulator().baseHost);
	});
	afterAll(async () => await prism.stop());

	it.each(OPERATIONS)('%s succeeds, because both sides send only what the document allows', async (operation) => {
		await service.control().registerWebhook({ url: 'http://127.0.0.1:9/' });
		const parameters = { ...(await parametersOf(operation, service.simulator())), ...MORE[operation] };
		await run({ ...service.credentials(), baseHost: prism.baseHost }, operation, parameters);
		expect((await service.requests()).every(({ processed }) => processed)).toBe(true);
	});
});
