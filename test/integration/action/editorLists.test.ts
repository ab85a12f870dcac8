import type { NodeParameterValueType } from 'n8n-workflow';
import { describe, expect, it, onTestFinished } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import { execute, loadOptionsContext } from '../support/n8nContext.ts';
import { refusal } from '../support/simulator.ts';
import { trigger } from '../webhookTrigger/support/trigger.ts';
import { byEmail, byIdentifier, CANDIDATE, useAction } from './support.ts';

const action = useAction();
const { listSearch, loadOptions } = new EnterpriseAssessment().methods;

const editor = () => loadOptionsContext(action.node('assignment.create'));
const listGroups = async () => await loadOptions.getGroups.call(editor());
const listNames = async () => await loadOptions.getAssessmentNames.call(editor());
const listAssessments = async () => await listSearch.searchAssessments.call(editor());
const listOfCandidate = async () => await list(byEmail(CANDIDATE));

function sorted<T extends { name: string }>(all: readonly T[]): T[] {
	return all.toSorted((one, other) => one.name.localeCompare(other.name));
}

it('the assessment list can be searched by part of a name or by ID', async () => {
	const assessments = sorted((await action.control().state()).assessments);
	const search = async (filter?: string) =>
		(await listSearch.searchAssessments.call(editor(), filter)).results.map(({ value }) => value);
	const speaking = assessments.filter(({ name }) => name.includes('Speaking'));
	expect(await search()).toEqual(assessments.map(({ assessmentId }) => assessmentId));
	expect(await search('  SPEAKING')).toEqual(speaking.map(({ assessmentId }) => assessmentId));
	expect(await search(assessments[3]?.assessmentId)).toEqual([assessments[3]?.assessmentId]);
	expect(await search('no such thing')).toEqual([]);
	await action.inject({ kind: 'json', json: { assessments: [] } });
	await expect(search()).rejects.toThrow('Your account has no assessments. Create one in');
});

it("the lists of groups and of assessments' names are sorted, and each name is there once", async () => {
	await action.run('group.create', { name: 'A new group' });
	const { assessments, groups } = await action.control().state();
	expect(await listGroups()).toEqual(sorted(groups.map(({ name, groupId }) => ({ name, value: groupId }))));
	await action.control().addAssessment({ name: assessments[0]?.name ?? '', kind: 'speaking' });
	expect(loadOptions).toMatchObject(new EnterpriseAssessmentTrigger().methods.loadOptions);
	expect(await listNames()).toEqual(sorted(assessments.map(({ name }) => ({ name, value: name }))));
});

async function list(user: NodeParameterValueType, filter?: string) {
	const context = loadOptionsContext(action.node('file.downloadAll'), { user });
	return (await listSearch.searchScoreReports.call(context, filter)).results;
}

describe("the list of a user's assessments", () => {
	it('shows the status and day', async () => {
		const { scoreReports } = await action.candidate();
		const all = await listOfCandidate();
		expect(all[0]?.name).toMatch(/ \(\w+, \d{4}-\d\d-\d\d\)$/);
		expect(all.map(({ value }) => value).sort()).toEqual(scoreReports.map((report) => report.userAssessmentId).sort());
		const { assessmentName: name, userAssessmentId: value } = scoreReports[0] ?? { assessmentName: '' };
		expect(await list(byEmail(CANDIDATE), value)).toEqual([{ name: expect.stringContaining(name), value }]);
	});

	it('is in the order of completion, most recent first, whatever the offset of the times', async () => {
		const times = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:10:00+01:00', null];
		const scoreReports = times.map((completed, index) => ({ userAssessmentId: `report ${index}`, completed }));
		await action.inject({ kind: 'json', json: { userId: 'u', scoreReports } });
		const names = (await listOfCandidate()).map(({ name }) => name);
		expect(names).toEqual(['report 1 (2026-10-25)', 'report 0 (2026-10-25)', 'report 2']);
		await action.inject({ kind: 'json', json: { userId: 'u', scoreReports: scoreReports.slice(2) } });
		expect(await listOfCandidate()).toEqual([{ name: 'report 2', value: 'report 2' }]);
	});

	it.each([
		[byEmail('\u200B'), "Fill in 'User' first"],
		[undefined, "Fill in 'User' first"],
		[byEmail('nobody@example.com'), "The user in 'User' wasn't found in your account"],
		[byIdentifier('new'), 'This user has no assessments yet'],
	])('for the user %j, shows the message: %s', async (user, message) => {
		await action.control().addUser({ uniqueIdentifier: 'new' });
		await expect(list(user)).rejects.toThrow(message);
	});
});

it.each([
	['a firewall drops every packet', { kind: 'hang' }, /^The service (didn't answer in time|is unavailable)/, 20],
	['the service restarts', { kind: 'status', status: 503 }, /^(Something went wrong|The service is unavailable)/, 6],
	['the rate limit is used up for 16 s', refusal('16'), / used up until \d{4}-\d\d-\d\d [\d:]+ UTC /, 1],
] as const)('a list in the editor fails in time with a message if %s', async (_why, fault, message, seconds) => {
	await action.inject(fault, undefined, { times: 'always' });
	for (const listed of [listGroups, listNames, listAssessments, listOfCandidate]) {
		const began = Date.now();
		await expect(listed()).rejects.toThrow(message);
		expect(Date.now() - began).toBeLessThanOrEqual(seconds * 1_000);
	}
});

it('lists in the editor and triggers go ahead of two executions with many items that wait for the rate limit', async () => {
	await action.control().configure({ limits: SETTINGS.limits.usual });
	const cancel = new AbortController();
	const items = Array.from({ length: 500 }, () => ({ json: {} }));
	const scores = action.node('score.get', { user: byEmail(CANDIDATE) });
	const executions = Promise.allSettled([1, 2].map(async () => await execute(scores, items, cancel.signal)));
	onTestFinished(async () => {
		cancel.abort();
		await executions;
	});
	await expect.poll(async () => (await action.requests()).length).toBeGreaterThan(7);
	const credentials = action.credentials();
	await (await trigger(credentials, { events: ['webhook-example'] })).activate('test');
	expect((await action.requests('/webhook/example')).length).toBe(1);
	const parameters = { filters: { assessmentNames: ['English Speaking'] } };
	expect(await new ActiveWorkflow({ credentials, parameters }).poll()).toEqual([]);
	const before = (await action.requests()).length;
	await listGroups();
	expect((await action.requests()).length - before).toBeLessThan(10);
	// The service's limits are on.
	expect((await action.requests()).filter(({ status }) => status === 429)).toEqual([]);
});
