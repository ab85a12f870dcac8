import type { NodeParameterValueType } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, byEmail, byIdentifier } from './support.ts';

const service = useSimulator();

afterEach(() => vi.restoreAllMocks());

it('finds assessments by part of their name or ID, and gives the groups', async () => {
	const { simulator, credentials } = service();
	const { assessments, groups } = await simulator.control.state();
	const { methods } = new EnterpriseAssessment();
	const context = loadOptionsContext(actionNode(credentials, 'assignment.create'));
	const search = async (filter?: string) =>
		(await methods.listSearch.searchAssessments.call(context, filter)).results.map(({ value }) => value);
	const idsOf = (part: string) =>
		assessments
			.filter(({ name }) => name.includes(part))
			.sort((one, other) => one.name.localeCompare(other.name))
			.map(({ assessmentId: id }) => id);
	expect(await search()).toEqual(idsOf(''));
	expect(await search('SPEAKING')).toEqual(idsOf('Speaking'));
	expect(await search(assessments[3]?.assessmentId)).toEqual([assessments[3]?.assessmentId]);
	expect(await search('no such thing')).toEqual([]);
	await simulator.control.inject({ fault: { kind: 'json', json: { assessments: [] } } });
	await expect(search()).rejects.toThrow('Your account has no assessments. Create one in');
	expect(await methods.loadOptions.getGroups.call(context)).toEqual(
		groups
			.map(({ name, groupId }) => ({ name, value: groupId }))
			.sort((one, other) => one.name.localeCompare(other.name)),
	);
});

describe('the assessments of a user', () => {
	async function list(user: NodeParameterValueType, filter?: string) {
		const context = loadOptionsContext(actionNode(service().credentials, 'file.downloadAll'), { user });
		const { listSearch } = new EnterpriseAssessment().methods;
		return (await listSearch.searchScoreReports.call(context, filter)).results;
	}

	it('are listed with status and day, the last completed first', async () => {
		const { simulator } = service();
		const { scoreReports } = await simulator.control.user({ emailAddress: 'candidate001@example.com' });
		const all = await list(byEmail('candidate001@example.com'));
		const days = all.map(({ name }) => / \(\w+, (\d{4}-\d\d-\d\d)\)$/.exec(name)?.[1] ?? '');
		expect(days[0]).not.toBe('');
		expect(days).toEqual([...days].sort().reverse());
		expect(all.map(({ value }) => value).sort()).toEqual(scoreReports.map((report) => report.userAssessmentId).sort());
		const [first] = scoreReports;
		expect(await list(byEmail('candidate001@example.com'), first?.userAssessmentId)).toEqual([
			{ name: expect.stringContaining(first?.assessmentName ?? ''), value: first?.userAssessmentId },
		]);
	});

	it.each([
		[byEmail(''), "Fill in 'User' first"],
		[undefined, "Fill in 'User' first"],
		[byEmail('nobody@example.com'), 'Your account has no such user'],
		[byIdentifier('new'), 'This user has no assessments yet'],
	])('of %j are none, and the list says why', async (user, message) => {
		await service().simulator.control.addUser({ uniqueIdentifier: 'new' });
		await expect(list(user)).rejects.toThrow(message);
	});
});

it('tries for no more than 20 s where a firewall drops every packet, and says so', async () => {
	const { simulator, credentials } = service();
	await simulator.control.inject({ fault: { kind: 'hang' }, times: 'always' });
	// Time goes twenty times as fast.
	const [timeout, now, began] = [
		AbortSignal.timeout.bind(AbortSignal),
		monotonicClock.now.bind(monotonicClock),
		Date.now(),
	];
	const tries = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.round(ms / 20)));
	vi.spyOn(monotonicClock, 'now').mockImplementation(() => now() + (now() - began) * 19);
	const { loadOptions } = new EnterpriseAssessment().methods;
	const listing = loadOptions.getGroups.call(loadOptionsContext(actionNode(credentials, 'assignment.create')));
	await expect(listing).rejects.toThrow('The service did not answer in time (GET /groups)');
	const triedMs = tries.mock.calls.reduce((total, [ms]) => total + ms, 0);
	expect(triedMs).toBeGreaterThan(1_000);
	expect(triedMs).toBeLessThanOrEqual(20_000);
});

it('waits no longer than 15 s for the limits', async () => {
	const { simulator, credentials, requests } = service();
	const fault = { kind: 'status', status: 429, headers: { 'Retry-After': '16' } } as const;
	await simulator.control.inject({ fault });
	const { loadOptions } = new EnterpriseAssessment().methods;
	const context = loadOptionsContext(actionNode(credentials, 'assignment.create'));
	const until = /rate limit is used up until \d{4}-\d\d-\d\dT[\d:.]+Z /;
	await expect(loadOptions.getGroups.call(context)).rejects.toThrow(until);
	expect(await requests()).toHaveLength(1);
});
