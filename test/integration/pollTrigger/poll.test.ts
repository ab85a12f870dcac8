import { expect, test } from 'vitest';

import { eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';
import { DAY, ids, MINUTE, useAccount } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();

test("a poll returns a new score once, in the webhook trigger's format, and no earlier scores", async () => {
	const whole = workflow({ simplify: false });
	expect([await whole.poll(), whole.log.warn]).toEqual([[], []]);
	const { userId, userAssessmentId, score } = await candidate();
	await score(640);
	const items = await whole.poll();
	const user = await control().user({ userId });
	const [report] = user.scoreReports;
	const data = expect.objectContaining({ userId, email: user.email, scoreReports: [report] }) as object;
	const eventId = eventIdOfReport('user-assessment-scored', { userAssessmentId, ...report });
	expect(items).toEqual([{ event: 'user-assessment-scored', data, eventId }]);
	expect(report).toMatchObject({ userAssessmentId, score: 640, status: 'Completed' });
	// The debug log doesn't contain names.
	expect(whole.log.debug.at(-1)).toMatch(/^Read \d+ score reports since 2\d+-\S+Z, new scores: 1$/);
	expect(await whole.poll()).toEqual([]);
});

test('a poll sends a single request, for scores completed within Lookback Days in the selected groups', async () => {
	const { groups } = await control().state();
	const groupIds = groups.slice(0, 2).map(({ groupId }) => groupId);
	const completedOnOrAfter = new Date(Date.now() - 3 * DAY - 10 * MINUTE).toISOString();
	const polling = await polled({ filters: { groupIds }, options: { lookbackDays: 3 } });
	await polling.poll();
	const sent = (await requests()).map(({ method, path, body }) => [method, path, body]);
	const request = ['POST', expect.stringMatching(/\/scores$/), { completedOnOrAfter, groupIds }];
	expect(sent).toEqual([request, request]);
	await workflow().poll();
	expect((await requests()).at(-1)?.body).toEqual({ completedOnOrAfter: expect.any(String) });
});

test.each([
	['assessmentTypes', ['TenPoint']],
	['assessmentNames', 'English Speaking'],
])('a poll with the filter %s set to %j never returns other scores', async (name, values) => {
	const polling = await polled({ filters: { [name]: values } });
	const [speaking, placement] = [await candidate(0), await candidate(4)];
	await Promise.all([speaking.score(7), placement.score(700)]);
	expect(ids(await polling.poll())).toEqual([speaking.userAssessmentId]);
	expect(await polling.again({ parameters: {} }).poll()).toEqual([]);
});

test.each([
	['fails when no assessment matches a name in the filter', ['English Placment', ''], 1],
	['logs the names in the filter that match no assessment', ['A Former Name', 'english speaking '], 2],
])('publishing %s', async (_, assessmentNames, sent) => {
	const publishing = workflow({ filters: { assessmentNames } });
	const failure: unknown = await publishing.poll().catch((error: unknown) => error);
	const told = sent === 1 ? String(failure) : publishing.log.warn.join();
	const name = assessmentNames[0] ?? '';
	expect(told).toContain(`no assessment called '${name}' ('Assessment Names or IDs'). Use one of these: '`);
	expect(told).toContain(", 'English Writing', '");
	expect(await requests()).toHaveLength(sent);
});

test("publishing goes on if the names in the filter can't be checked", async () => {
	await control().inject({ match: { path: '/assessments' }, fault: { kind: 'hang' }, times: 'always' });
	const began = Date.now();
	const publishing = workflow({ filters: { assessmentNames: ['English Speaking'] } });
	expect(await publishing.poll()).toEqual([]);
	expect(publishing.log.warn).toEqual([expect.stringMatching(/^.+: Couldn't check .+ didn't answer in time/)]);
	expect(Date.now() - began).toBeLessThan(5_000);
});

test.each(['ignored', 'applied', 'rejected'] as const)('deprecated versions work (filters %s)', async (filters) => {
	await control().configure({ deprecatedCompletedFilters: filters });
	const polling = workflow().again({ credentials: { ...credentials(), apiVersion: 'beta' } });
	expect(await polling.poll()).toEqual([]);
	const userAssessmentId = await newScore(2 * DAY);
	expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	expect(await polling.poll()).toEqual([]);
});
