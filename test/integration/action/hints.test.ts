import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import type { OperationName } from './support.ts';
import { actionNode, byIdentifier, runJson } from './support.ts';

const service = useSimulator();

/** One of the simulator's assessments. */
const NAME = 'English Writing';

const KNOWN = (names: string) => `No assessment is called ${names}. Your account has '`;

async function hintsOf(operation: OperationName, parameters: INodeParameters, items: number) {
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const { context, nodeType } = executeContext(actionNode(service().credentials, operation, parameters), input);
	await nodeType.execute?.call(context);
	return context.hints.map(({ message }) => message);
}

describe('a list that the limit cut', () => {
	it.each([
		['assessment.getAll', { limit: 2 }, 1, 'Showing 2 of 6 assessments.'],
		['group.getAll', { limit: 1 }, 2, 'Showing 2 of 6 groups.'],
	] as const)('%s with %j over %i items says both numbers', async (operation, parameters, items, message) => {
		expect(await hintsOf(operation, parameters, items)).toEqual([expect.stringContaining(message)]);
	});

	it.each<[operation: OperationName, what: string, parameters: INodeParameters]>([
		['assignment.getAll', 'assignments', { assignedOnOrAfter: '2020-01-01' }],
		['assignment.getAll', 'assignments', { assignedOnOrAfter: '2020-01-01', filters: { assessmentNames: [NAME] } }],
		['score.getAll', 'scores', {}],
		['score.getAll', 'scores', { simplify: false }],
		['score.getAll', 'scores', { filters: { assessmentNames: [NAME] } }],
		['score.getAll', 'users', { output: 'users' }],
		['score.getAll', 'users', { output: 'users', filters: { assessmentNames: [NAME] } }],
	])('%s: as many %s with %j as there are with Return All', async (operation, what, parameters) => {
		const { credentials, simulator } = service();
		const { assessments } = await simulator.control.state();
		const assessmentId = assessments.find(({ name }) => name === NAME)?.assessmentId ?? '';
		await simulator.control.addUsers({ count: 4, assessmentId });
		const { userId } = await simulator.control.addUser({ uniqueIdentifier: 'with three' });
		for (let report = 0; report < 3; report += 1) await simulator.control.assign({ userId, assessmentId });
		const all = await runJson(credentials, operation, { ...parameters, returnAll: true });
		for (const limit of [1, 3, all.length - 1]) {
			const message = `Showing ${limit} of ${all.length} ${what}.`;
			expect(await hintsOf(operation, { ...parameters, limit }, 1)).toEqual([expect.stringContaining(message)]);
		}
		expect(await hintsOf(operation, { ...parameters, limit: all.length }, 1)).toEqual([]);
	});
});

describe.each<[operation: OperationName, more: INodeParameters]>([
	['assignment.getAll', { assignedOnOrAfter: '2020-01-01' }],
	['score.getAll', {}],
	['score.getAll', { output: 'users' }],
])('a filter on assessments of %s with %j', (operation, more) => {
	it.each<[names: string[], hints: string[]]>([
		[['English Placment'], [KNOWN("'English Placment'")]],
		[['English Placment', ` ${NAME.toUpperCase()}`, 'Spanich'], [KNOWN("'English Placment' or 'Spanich'")]],
		[[NAME, 'Nobody has it'], []],
	])('with %j gives the hints %j, once for all items', async (assessmentNames, hints) => {
		await service().simulator.control.addAssessment({ name: 'Nobody has it', kind: 'speaking' });
		const parameters = { ...more, returnAll: true, filters: { assessmentNames } };
		expect(await hintsOf(operation, parameters, 2)).toEqual(
			hints.map((hint): unknown => expect.stringContaining(hint)),
		);
	});
});

it('a hint that can not be worded fails nothing', async () => {
	const { simulator } = service();
	const fault = { kind: 'status', status: 503 } as const;
	await simulator.control.inject({ match: { path: '/assessments' }, fault, times: 'always' });
	const parameters = { filters: { assessmentNames: ['English Placment'] } };
	expect(await hintsOf('score.getAll', parameters, 1)).toEqual([]);
	expect(await hintsOf('assignment.getAll', { ...parameters, assignedOnOrAfter: '2020-01-01' }, 1)).toEqual([]);
});

it.each([
	[50, false],
	[51, true],
])('the editor tells before %i items that the node takes a while: %s', (items, isTold) => {
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const { context, nodeType } = executeContext(actionNode(service().credentials, 'assignment.create'), input);
	const [hint] = nodeType.description.hints ?? [];
	expect(hint).toMatchObject({ location: 'outputPane', whenToDisplay: 'beforeExecution' });
	expect(context.evaluateExpression(hint?.displayCondition?.slice(1) ?? '', 0)).toBe(isTold);
});

it('a webhook that was not there to delete is told of', async () => {
	await service().simulator.control.registerWebhook({ url: 'https://example.com/hook' });
	expect(await hintsOf('webhook.delete', {}, 1)).toEqual([]);
	expect(await hintsOf('webhook.delete', {}, 1)).toEqual([
		'No webhook was registered, so there was nothing to delete.',
	]);
});

describe('users without score reports', () => {
	it.each([
		[1, 'One user has no score reports'],
		[3, '3 users have no score reports'],
	])('among %i items are told of, since they give no output', async (items, message) => {
		await service().simulator.control.addUser({ uniqueIdentifier: 'new' });
		const parameters = { user: byIdentifier('new') };
		expect(await hintsOf('score.get', parameters, items)).toEqual([expect.stringContaining(message)]);
		expect(await hintsOf('score.get', { ...parameters, output: 'users' }, items)).toEqual([]);
	});
});
