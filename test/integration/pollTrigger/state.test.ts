import { NodeApiError } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { pass } from '../support/virtualTime.ts';
import { type ActiveWorkflow, DAY, fetchTestEvent, ids, useAccount } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();

const OTHER_ENTRY = { credentials: { enterpriseAssessmentApi: { id: '2', name: 'Others' } } };
const unavailable = { kind: 'status', status: 503 } as const;
const scores = { path: '/scores' };

test('later polls still return new scores after a search for an old report in review fails', async () => {
	await control().configure({ completedFilterIncludesUnscored: true, pendingHasCompleted: true });
	await (await candidate()).finish();
	const polling = await polled();
	pass(20 * DAY);
	await polling.poll();
	const tooLarge = new Error('too large to be read in time');
	const read: typeof readReports = async (caller, request, keep) => {
		if (request.from < Date.now() - 8 * DAY) throw tooLarge;
		return await readReports(caller, request, keep);
	};
	for (let quarter = 0; quarter < 2; quarter++) {
		pass(DAY / 4);
		const userAssessmentId = await newScore();
		await expect(polling.poll(read)).rejects.toBe(tooLarge);
		expect(ids(await polling.poll(read))).toEqual([userAssessmentId]);
		expect(await polling.poll(read)).toEqual([]);
	}
});

test.each([
	['the same', {}, true],
	['a renamed', { credentials: { enterpriseAssessmentApi: { id: '1', name: 'Renamed' } } }, true],
	['a different', OTHER_ENTRY, false],
	["another service's", {}, false, 'localhost'],
])('a new API key in %s credentials entry lets a poll return only what is surely new', async (...row) => {
	const [, settings, isFound, host = '127.0.0.1'] = row;
	const before = await polled();
	const userAssessmentId = await newScore(2 * DAY);
	const { apiKey } = await control().generateKey();
	const baseHost = credentials().baseHost.replace('127.0.0.1', host);
	const renewed = before.again({ credentials: { ...credentials(), apiKey, baseHost }, settings });
	expect(ids(await renewed.poll())).toEqual(isFound ? [userAssessmentId] : []);
});

test("a poll that starts during another one waits for it, and doesn't send a request, but a copy's does", async () => {
	const polling = await polled();
	const userAssessmentId = await newScore();
	let proceed = () => {};
	const held = new Promise<void>((resolve) => (proceed = resolve));
	const first = polling.poll(async (...request) => await held.then(async () => await readReports(...request)));
	const second = polling.poll();
	const soon = new Promise((resolve) => setImmediate(resolve, 'still waiting'));
	expect(await Promise.race([second, soon])).toBe('still waiting');
	expect(await polling.again({ activation: 'update', budgetMs: 36_000 }).poll()).toEqual([]);
	// In a copy of the workflow, the node has the same ID.
	await polling.again({ workflowId: 'a copy' }).poll();
	expect(await requests()).toHaveLength(2);
	proceed();
	expect(ids([...(await first), ...(await second)])).toEqual([userAssessmentId]);
	expect(await requests()).toHaveLength(3);
	expect(await polling.poll()).toEqual([]);
	expect(await requests()).toHaveLength(4);
});

test('a trigger with state from a newer version starts over and logs it', async () => {
	await newScore();
	const { cursor } = (await polled()).staticData();
	const polling = workflow().again({ staticData: { cursor: { ...Object(cursor), version: 99 } } });
	expect(await polling.poll()).toEqual([]);
	expect(polling.log.warn).toEqual([
		expect.stringMatching(/^The saved state of '.+' can't be used, because .+ starts over\. .+ Score: Get Many/),
	]);
	const userAssessmentId = await newScore();
	expect(ids(await polling.poll())).toEqual([userAssessmentId]);
});

test.each([
	['init', unavailable],
	['init', { kind: 'status', status: 401 }],
	['init', { kind: 'cut' }],
	['leadershipChange', unavailable],
	// The time for a poll of n8n's in-memory timer.
	['init', { kind: 'status', status: 401 }, 300_000],
] as const)("a poll at n8n's start (%s) logs %j, and later ones fail", async (activation, fault, budgetMs?: number) => {
	const before = await polled();
	const userAssessmentId = await newScore();
	await control().inject({ match: scores, fault, times: 'always' });
	const started = before.again({ activation, budgetMs, workflowId: 'in another process' });
	expect(await started.poll()).toEqual([]);
	expect(await requests()).toHaveLength(2);
	const line =
		/failed its first check after n8n started\. n8n will check again as scheduled\. (The (service|connection)|Something)/;
	expect(started.log.warn).toEqual([expect.stringMatching(line)]);
	expect(started.log.warn[0]).not.toContain(credentials().apiKey);
	expect(started.staticData()).toEqual(before.staticData());
	await expect(started.poll()).rejects.toThrow(NodeApiError);
	await control().clearFaults();
	expect(ids(await started.poll())).toEqual([userAssessmentId]);
});

test('a poll by schedule has time for many scores after an outage', async () => {
	const polling = await polled();
	const userAssessmentId = await newScore();
	const slowly = { kind: 'slowBody', chunkBytes: 100, delayMs: 1_000 } as const;
	await control().inject({ match: scores, fault: slowly, times: 'always' });
	const began = Date.now();
	expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	expect(Date.now() - began).toBeGreaterThan(60_000);
	expect(ids((await fetchTestEvent(credentials(), { simplify: true })).items)).toContain(userAssessmentId);
});

test('publishing sends one request to a failing service, and its message alone says what to do', async () => {
	await control().inject({ match: scores, fault: unavailable, times: 'always' });
	const [what, advice] = ["went wrong on the service's side (POST /scores, status 503)", 'Try again later'];
	const message: unknown = expect.stringContaining(`${what}. ${advice}`);
	await expect(polled()).rejects.toMatchObject({ name: 'NodeApiError', message, description: undefined });
	expect(await requests()).toHaveLength(1);
	// The editor shows both.
	const ofTest = { message: expect.not.stringContaining(advice), description: expect.stringContaining(advice) };
	await expect(fetchTestEvent(credentials())).rejects.toMatchObject(ofTest);
});

test('after waiting for a silent service, publishing fails immediately for 16 s, so n8n shows our message', async () => {
	await control().inject({ match: scores, fault: { kind: 'hang' } });
	const publishing = workflow();
	const failureOf = async (published: ActiveWorkflow) => await published.poll().catch((error: unknown) => error);
	const began = Date.now();
	const failure = await failureOf(publishing);
	// n8n gives up after 84 s.
	expect(Date.now() - began).toBeLessThan(84_000 - 16_000);
	expect(String(failure)).toMatch(/in time \(POST \/scores\)\. .+ If your account is large, lower 'Lookback Days'\.$/);
	for (const pause of [0, 1_000, 2_000, 4_000, 8_000]) {
		pass(pause);
		expect(await failureOf(publishing.again())).toBe(failure);
	}
	expect(await requests()).toHaveLength(1);
	expect(await publishing.again({ activation: 'update', budgetMs: 36_000 }).poll()).toEqual([]);
	expect(await publishing.again({ parameters: { options: { lookbackDays: 1 } } }).poll()).toEqual([]);
	expect(await failureOf(publishing.again())).toBe(failure);
	// n8n would never poll again after a start that fails.
	expect(await publishing.again({ activation: 'init' }).poll()).toEqual([]);
	pass(1_000);
	expect(await publishing.again().poll()).toEqual([]);
});
