import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { execute, executeContext } from '../support/n8nContext.ts';
import { byIdentifier, type OperationName, useAction } from './support.ts';

const action = useAction();

const NAME = 'English Writing';
const COMPLETED = { completedOnOrAfter: '2020-01-01' };
const SINCE = { assignedOnOrAfter: '2020-01-01' };

const input = (items: number) => Array.from({ length: items }, () => ({ json: {} }));
const hintsOf = async (operation: OperationName, parameters: INodeParameters, items = 1) =>
	await action.hints(operation, parameters, input(items));

it.each<[operation: OperationName, what: string, parameters: INodeParameters]>([
	['assessment.getAll', 'assessments', {}],
	['group.getAll', 'groups', {}],
	['assignment.getAll', 'assignments', SINCE],
	['assignment.getAll', 'assignments', { ...SINCE, filters: { assessmentNames: [NAME] } }],
	['score.getAll', 'scores', {}],
	['score.getAll', 'scores', { filters: { assessmentNames: [NAME] } }],
	['score.getAll', 'users', { output: 'users' }],
	['score.getAll', 'users', { output: 'users', filters: { assessmentNames: [NAME] } }],
])('%s says how many %s there are in total if Limit shortens the list: %j', async (operation, what, parameters) => {
	const { assessments } = await action.control().state();
	const assessmentId = assessments.find(({ name }) => name === NAME)?.assessmentId ?? '';
	await action.control().addUsers({ count: 60, assessmentId });
	const { userId } = await action.control().addUser({ uniqueIdentifier: 'with three' });
	for (let report = 0; report < 3; report += 1) await action.control().assign({ userId, assessmentId });
	const all = await action.run(operation, { ...parameters, returnAll: '={{ "True" }}' });
	for (const limit of [1, all.length - 1]) {
		for (const items of [1, 2]) {
			const message = `Showing ${items * limit} of ${items * all.length} ${what}.`;
			expect(await hintsOf(operation, { ...parameters, limit }, items)).toEqual([expect.stringContaining(message)]);
		}
	}
	expect(await hintsOf(operation, { ...parameters, limit: all.length })).toEqual([]);
});

describe.each<[operation: OperationName, more: INodeParameters]>([
	['assignment.getAll', SINCE],
	['score.getAll', {}],
	['score.getAll', { output: 'users' }],
])('%s with %j', (operation, more) => {
	it("that finds nothing shows a hint that names each assessment in the filter that the account doesn't have", async () => {
		await action.control().addAssessment({ name: 'Not assigned yet', kind: 'speaking' });
		const hintFor = async (...assessmentNames: string[]) =>
			await hintsOf(operation, { ...more, returnAll: true, filters: { assessmentNames } }, 2);
		expect(await hintFor('English Placment', ' not ASSIGNED yet', 'Spanich')).toEqual([
			expect.stringMatching(/^Your .* no assessment called 'English Placment' or 'Spanich' .* Use one of these/),
		]);
		expect(await hintFor('Not assigned yet')).toEqual([]);
		// The other one may be a former name.
		expect(await hintFor(NAME, 'English Essay')).toEqual([]);
		await action.control().addAssessment({ name: 'Spanich', kind: 'speaking' });
		await monotonicClock.sleep(10_001);
		expect(await hintFor('Spanich')).toEqual([]);
		const settings = { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' };
		const errorFor = async (...assessmentNames: string[]) =>
			(await execute(action.node(operation, { ...more, filters: { assessmentNames } }, { settings })))[0]?.json.error;
		expect(await errorFor('English Placment')).toMatch(
			/^Your .* called 'English Placment' .* Use one of these: 'English Speaking'/,
		);
		expect(await errorFor('Not assigned yet')).toBeUndefined();
		await monotonicClock.sleep(5_001);
		// If the list can't be read, there's no hint.
		await action.inject({ kind: 'hang' }, '/assessments', { times: 'always' });
		const began = monotonicClock.now();
		expect(await hintsOf(operation, { ...more, filters: { assessmentNames: ['English Placment'] } })).toEqual([]);
		expect(monotonicClock.now() - began).toBeLessThan(6_000);
	});
});

it.each<[filters: INodeParameters, hints: boolean]>([
	[{ ...COMPLETED, statuses: ['NotStarted', 'Completed', 'InProgress'] }, true],
	[{ completedOnOrBefore: '2100-01-01', statuses: 'InProgress' }, true],
	[{ ...COMPLETED, includeIncompleteAssessments: true }, true],
	[{ ...COMPLETED, statuses: ['Completed'] }, false],
	[{ statuses: ['NotStarted', 'InProgress'] }, false],
])("with %j, a hint says that a 'Completed' filter can hide scores with other statuses: %s", async (filters, is) => {
	const hint = "A 'Completed' filter can hide scores with other statuses. To get those, remove that filter.";
	for (const output of ['scoreReports', 'users'])
		expect(await hintsOf('score.getAll', { returnAll: true, output, filters }, 2)).toEqual(is ? [hint] : []);
	const underReview = { userId: 'u', scoreReports: [{ userAssessmentId: 'a', status: 'NeedsReview' }] };
	const json = { userScores: [underReview, { userId: 'v', scoreReports: [] }] };
	await action.inject({ kind: 'json', json }, undefined, { times: 3 });
	const hintsFor = async (statuses: string) => await hintsOf('score.getAll', { filters: { ...COMPLETED, statuses } });
	expect(await hintsFor('NeedsReview')).toEqual([]);
	expect(await hintsFor('InProgress')).toEqual([hint]);
	expect(await hintsOf('score.getAll', { filters: { statuses: 'InProgress' } })).toEqual([]);
});

it.each<[items: number, operation: OperationName, subtitle: string, said: RegExp[]]>([
	[50, 'file.downloadAll', 'download all: file', []],
	[51, 'assignment.create', 'create: assignment', [/^100 .+ 20 seconds\.$/, /^You can cancel safely: invite again /]],
	[51, 'assignment.getAll', 'get many: assignment', [/^100 items usually take/]],
	[51, 'signInLink.create', 'create: sign in link', [/^100 items usually take/]],
])("with %i items, the editor says before %s, '%s': %j", (items, operation, subtitle, said) => {
	const { context, nodeType } = executeContext(action.node(operation), input(items));
	expect(context.evaluateExpression(nodeType.description.subtitle?.slice(1) ?? '', 0)).toBe(subtitle);
	const shown = (nodeType.description.hints ?? []).filter(({ displayCondition = '' }) =>
		Boolean(context.evaluateExpression(displayCondition.slice(1), 0)),
	);
	const expected = said.map((message): unknown => ({
		...{ message: expect.stringMatching(message), location: 'outputPane', whenToDisplay: 'beforeExecution' },
		displayCondition: expect.anything(),
	}));
	expect(shown).toEqual(expected);
});

it('Score: Get Many for User shows hints about users without score reports, and about those who were left out', async () => {
	await action.control().addUser({ uniqueIdentifier: 'new' });
	const hintsFor = async (output: string, ...ids: string[]) => {
		const parameters = { user: byIdentifier('={{ $json.id }}'), ifUserNotFound: 'skip', output };
		const items = ids.map((id, item) => ({ json: { id }, pairedItem: { item } }));
		const tryOnce = async () => await action.hints('score.get', parameters, items, { settings: { retryOnFail: true } });
		await action.inject({ kind: 'status', status: 400 }, '/score', { skip: ids.length - 1 });
		await expect(tryOnce()).rejects.toThrow();
		return await tryOnce();
	};
	const left = "In 1 of 5 rows, the person wasn't found in your account, so there's no output for them.";
	const withoutReports = expect.stringMatching(/^In 4 of 5 rows, the person had no score reports/) as string;
	const five = ['new', 'new', 'new', 'new', 'nobody'];
	expect(await hintsFor('scoreReports', ...five)).toEqual([withoutReports, left]);
	expect(await hintsFor('users', ...five)).toEqual([left]);
	expect(await hintsFor('users', 'nobody')).toEqual([expect.stringMatching(/^The person wasn't found/)]);
	expect(await hintsFor('scoreReports', 'new')).toEqual([expect.stringMatching(/^The person had no score reports/)]);
});
