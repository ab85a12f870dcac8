import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/readReports.ts';
import { pollContext } from '../support/n8nContext.ts';
import { ActiveWorkflow, DAY, fetchTestEvent, ids, MINUTE, useAccount, useTimeTravel } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();
const elsewhere = useAccount();
const time = useTimeTravel();

describe('a poll that fails', () => {
	test.each([
		['the service has a problem', { kind: 'status', status: 503 }, 'always'],
		['the key is not accepted', { kind: 'status', status: 401 }, 1],
		['the answer is something else', { kind: 'json', json: { users: [] } }, 1],
		['a report in it has no ID', { kind: 'json', json: { userScores: [{ userId: 'x', scoreReports: [{}] }] } }, 1],
		['it is a web page', { kind: 'html' }, 1],
	] as const)('leaves everything as it was: %s', async (_, fault, times) => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		const before = polling.staticData();
		await control().inject({ match: { path: '/scores' }, fault, times });
		await expect(polling.poll()).rejects.toThrow(NodeApiError);
		expect(polling.staticData()).toEqual(before);
		await control().clearFaults();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		expect(await polling.poll()).toEqual([]);
	});

	test('does not end the first poll: the next is the first', async () => {
		const polling = workflow();
		await control().inject({ fault: { kind: 'status', status: 400 } });
		await expect(polling.poll()).rejects.toThrow(NodeApiError);
		expect(polling.staticData()).toEqual({});
		expect(await polling.poll()).toEqual([]);
		const userAssessmentId = await newScore();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	});
});

describe('what n8n keeps', () => {
	test('it notices that there is something to keep', async () => {
		const polling = workflow();
		expect(polling.hasChanges()).toBe(false);
		await polling.poll();
		expect(polling.hasChanges()).toBe(true);
	});

	test('after a change to the credentials of another account only what is new there is emitted', async () => {
		const first = await polled();
		const [known, unknown] = [await elsewhere.candidate(), await elsewhere.candidate()];
		await known.finish(2 * DAY);
		await known.score();
		const moved = first.withCredentials('2', elsewhere.credentials());
		expect(await moved.poll()).toEqual([]);
		await unknown.score();
		expect(ids(await moved.poll())).toEqual([unknown.userAssessmentId]);
	});

	test('a new key in the same credentials changes nothing', async () => {
		const first = await polled();
		const { userAssessmentId, finish, score } = await candidate();
		await finish(2 * DAY);
		await score();
		const { apiKey } = await control().generateKey();
		const renewed = first.withCredentials('1', { ...credentials(), apiKey });
		expect(ids(await renewed.poll())).toEqual([userAssessmentId]);
	});

	test('a poll that begins while one is under way leaves it alone', async () => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		await control().inject({ fault: { kind: 'latency', minMs: 50, maxMs: 50 } });
		const [first, second] = await Promise.all([polling.poll(), polling.poll()]);
		expect(ids([...first, ...second])).toEqual([userAssessmentId]);
		expect(await requests()).toHaveLength(2);
		expect(await polling.poll()).toEqual([]);
		expect(await requests()).toHaveLength(3);
	});

	test('a poll with a cursor that n8n read before it saved the newer one leaves it alone, for a while', async () => {
		const polling = workflow();
		const { staged: first } = await polling.pollFrom({});
		const userAssessmentId = await newScore();
		expect(ids((await polling.pollFrom(first)).items)).toEqual([userAssessmentId]);
		expect(await polling.pollFrom(first)).toEqual({ items: [], staged: first });
		expect(await requests()).toHaveLength(2);
		time.pass(MINUTE);
		const { items, staged: saved } = await polling.pollFrom(first);
		expect(ids(items)).toEqual([userAssessmentId]);
		expect((await polling.pollFrom(saved)).items).toEqual([]);
		expect(await requests()).toHaveLength(4);
	});

	test('what the filters excluded is not new after publishing with wider ones, although n8n kept nothing of it', async () => {
		const narrow = workflow({ filters: { assessmentTypes: ['TenPoint'] } });
		const { staged: first } = await narrow.pollFrom({});
		await newScore();
		expect((await narrow.pollFrom(first)).items).toEqual([]);
		const wide = { simplify: true };
		expect((await narrow.pollFrom(first, wide)).items).toEqual([]);
		const later = await newScore();
		expect(ids((await narrow.pollFrom(first, wide)).items)).toEqual([later]);
	});

	test('a quiet poll while the clock was ahead does not outlive it', async () => {
		const polling = workflow();
		const { staged: first } = await polling.pollFrom({});
		const { userAssessmentId, score } = await candidate();
		time.pass(30 * DAY);
		await polling.pollFrom(first);
		time.pass(-30 * DAY);
		await score();
		expect(ids((await polling.pollFrom(first)).items)).toEqual([userAssessmentId]);
	});

	test('a renamed node goes on from its last poll, although n8n has nothing under the new name', async () => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		// Published right after that, when n8n may have discarded what was emitted.
		const { items, staged } = await polling.pollFrom({});
		expect(ids(items)).toEqual([userAssessmentId]);
		expect(staged).toHaveProperty('cursor');
		expect((await polling.pollFrom({})).items).toEqual([]);
	});

	test('where n8n gives each poll a context of its own, it may save late what it was given', async () => {
		const polling = workflow();
		await polling.pollFrom({});
		const userAssessmentId = await newScore();
		expect(ids((await polling.pollFrom({})).items)).toEqual([userAssessmentId]);
		expect((await polling.pollFrom({})).items).toEqual([]);
	});

	test('what n8n discards, because the renamed node was published during the poll, comes again', async () => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'latency', minMs: 500, maxMs: 500 } });
		const discarded = polling.poll();
		expect((await polling.pollFrom({})).items).toEqual([]);
		expect(ids(await discarded)).toEqual([userAssessmentId]);
		expect(ids((await polling.pollFrom({})).items)).toEqual([userAssessmentId]);
		time.pass(2_000);
		expect((await polling.pollFrom({})).items).toEqual([]);
	});

	test('a window that begins in the future is an error, not silence, until the clock is right', async () => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		const before = polling.staticData();
		time.pass(-8 * DAY);
		await expect(polling.poll()).rejects.toThrow(/By n8n's clock it is 20.+ another name/);
		expect(polling.staticData()).toEqual(before);
		expect(await requests()).toHaveLength(1);
		time.pass(8 * DAY);
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	});

	test.each([
		['damaged', { cursor: { version: 1, polledAt: 'yesterday' } }, /'polledAt' is not a time/],
		['of a newer version', { cursor: { version: 99 } }, /another version of the package/],
	])('what is %s is an error with a way out, and no new beginning', async (_, staticData, problem) => {
		const polling = new ActiveWorkflow(credentials(), {}, staticData);
		const failure = await polling.poll().catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(String(failure)).toMatch(problem);
		expect(String(failure)).toMatch(/delete this node and add it again under another name/);
		expect(polling.staticData()).toEqual(staticData);
		expect(await requests()).toEqual([]);
	});
});

describe("the poll at n8n's start", () => {
	test.each([
		['init', '503', { kind: 'status', status: 503 }],
		['init', '401', { kind: 'status', status: 401 }],
		['init', 'a broken connection', { kind: 'cut' }],
		['leadershipChange', '503', { kind: 'status', status: 503 }],
	] as const)('(%s) is no failure when the service gives %s; those after it are', async (mode, _, fault) => {
		const before = await polled();
		const userAssessmentId = await newScore();
		await control().inject({ match: { path: '/scores' }, fault, times: 'always' });
		const started = before.start(mode);
		const warn = vi.spyOn(started.logger, 'warn').mockReturnValue();
		expect(await started.poll()).toEqual([]);
		expect(await requests()).toHaveLength(2);
		expect(warn).toHaveBeenCalledTimes(1);
		expect(warn.mock.calls[0]?.[0]).toMatch(
			/at n8n's start failed\. The next one is tried as usual\. The (service|connection)/,
		);
		expect(warn.mock.calls[0]?.[0]).not.toContain(credentials().apiKey);
		expect(started.staticData()).toEqual(before.staticData());
		await expect(started.poll()).rejects.toThrow(NodeApiError);
		await control().clearFaults();
		expect(ids(await started.poll())).toEqual([userAssessmentId]);
		expect(await started.poll()).toEqual([]);
	});

	test('is none either when the node itself is not right', async () => {
		const started = workflow({ options: { lookbackDays: 0 } }).start();
		vi.spyOn(started.logger, 'warn').mockReturnValue();
		expect(await started.poll()).toEqual([]);
		await expect(started.poll()).rejects.toThrow(NodeOperationError);
	});
});

describe('the poll of a publication', () => {
	test.each([
		['the service has a problem', { kind: 'status', status: 503 }, /problem on its side .+\. Try again later\.$/],
		['the key is not accepted', { kind: 'status', status: 401 }, /Put a valid 'API Key' into the credentials\./],
		['the service is silent', { kind: 'hang' }, /in time .+\. If the account is large, lower .+ 'Lookback Days'\.$/],
	] as const)(
		'sends one request, and says what to do in the message, as n8n shows no more: %s',
		async (_, fault, says) => {
			const timeout = AbortSignal.timeout.bind(AbortSignal);
			vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 10)));
			await control().inject({ match: { path: '/scores' }, fault, times: 'always' });
			const failure: unknown = await polled().catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(NodeApiError);
			expect(failure).toMatchObject({ message: expect.stringMatching(says), description: undefined });
			expect(await requests()).toHaveLength(1);
		},
	);

	test('leaves the description to the editor, which shows it', async () => {
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'status', status: 401 } });
		await expect(fetchTestEvent(credentials())).rejects.toMatchObject({
			message: expect.stringMatching(/^The service did not accept the API key[^.]+$/),
			description: expect.stringContaining("Put a valid 'API Key'"),
		});
	});
});

test.each(['publication', 'long'] as const)(
	'a poll (%s) that was refused over the limit is sent again',
	async (patience) => {
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'status', status: 429 }, times: 2 });
		const { context } = pollContext({ nodeType: new EnterpriseAssessmentPollTrigger(), credentials: credentials() });
		const filter = { completedOnOrAfter: new Date().toISOString() };
		const begin = () => ({ take: () => undefined, result: () => 'read' });
		expect(await readReports(context, filter, patience, begin)).toBe('read');
		expect(await requests()).toHaveLength(3);
	},
);
