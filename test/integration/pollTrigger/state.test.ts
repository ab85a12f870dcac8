import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { ActiveWorkflow, candidate, DAY, ids, MINUTE, useTimeTravel } from './activeWorkflow.ts';

const service = useSimulator();
const elsewhere = useSimulator();
const time = useTimeTravel();

/** With `simplify`, where the report is at the top level. */
function simplified(parameters: object = {}): ActiveWorkflow {
	return new ActiveWorkflow(service().credentials, { simplify: true, ...parameters });
}

describe('a poll that fails', () => {
	test.each([
		['the service has a problem', { kind: 'status', status: 503 } as const, 'always' as const],
		['the key is not accepted', { kind: 'status', status: 401 } as const, 1],
		['the answer is something else', { kind: 'json', json: { users: [] } } as const, 1],
		[
			'a report in it has no ID',
			{ kind: 'json', json: { userScores: [{ userId: 'x', scoreReports: [{}] }] } } as const,
			1,
		],
		['it is a web page', { kind: 'html' } as const, 1],
	])('leaves everything as it was: %s', async (_, fault, times) => {
		const { simulator } = service();
		const workflow = simplified();
		await workflow.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		const before = workflow.staticData();
		await simulator.control.inject({ match: { path: '/scores' }, fault, times });
		await expect(workflow.poll()).rejects.toThrow(NodeApiError);
		expect(workflow.staticData()).toEqual(before);
		await simulator.control.clearFaults();
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('does not end the first poll: the next is the first', async () => {
		const { simulator } = service();
		const workflow = simplified();
		await simulator.control.inject({ fault: { kind: 'status', status: 400 } });
		await expect(workflow.poll()).rejects.toThrow(NodeApiError);
		expect(workflow.staticData()).toEqual({});
		expect(await workflow.poll()).toEqual([]);
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
	});
});

describe('what n8n keeps', () => {
	test('it notices that there is something to keep', async () => {
		const workflow = simplified();
		expect(workflow.hasChanges()).toBe(false);
		await workflow.poll();
		expect(workflow.hasChanges()).toBe(true);
	});

	test('a restart loses and doubles nothing, also when only what came with items was kept', async () => {
		const { simulator } = service();
		const first = simplified();
		await first.poll();
		const kept = first.staticData();
		time.pass(2 * DAY);
		await first.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		const second = first.restart({ simplify: true }, kept);
		expect(ids(await second.poll())).toEqual([userAssessmentId]);
		expect(await second.restart().poll()).toEqual([]);
	});

	test('after a change to the credentials of another account only what is new there is emitted', async () => {
		const first = simplified();
		await first.poll();
		const { simulator, credentials } = elsewhere();
		const [known, unknown] = [await candidate(simulator), await candidate(simulator)];
		await known.finish(2 * DAY);
		await known.score();
		const moved = first.withCredentials('2', credentials);
		expect(await moved.poll()).toEqual([]);
		await unknown.score();
		expect(ids(await moved.poll())).toEqual([unknown.userAssessmentId]);
	});

	test('a new key in the same credentials changes nothing', async () => {
		const { simulator, credentials } = service();
		const first = simplified();
		await first.poll();
		const { userAssessmentId, finish, score } = await candidate(simulator);
		await finish(2 * DAY);
		await score();
		const { apiKey } = await simulator.control.generateKey();
		const renewed = first.withCredentials('1', { ...credentials, apiKey });
		expect(ids(await renewed.poll())).toEqual([userAssessmentId]);
	});

	test('a poll that begins while one is under way leaves it alone', async () => {
		const { simulator } = service();
		const workflow = simplified();
		await workflow.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		await simulator.control.inject({ fault: { kind: 'latency', minMs: 50, maxMs: 50 } });
		const [first, second] = await Promise.all([workflow.poll(), workflow.poll()]);
		expect(ids([...first, ...second])).toEqual([userAssessmentId]);
		expect(await service().requests()).toHaveLength(2);
		expect(await workflow.poll()).toEqual([]);
		expect(await service().requests()).toHaveLength(3);
	});

	test('a poll with a cursor that n8n read before it saved the newer one leaves it alone, for a while', async () => {
		const workflow = simplified();
		const { staged: first } = await workflow.pollFrom({});
		const { userAssessmentId, score } = await candidate(service().simulator);
		await score();
		expect(ids((await workflow.pollFrom(first)).items)).toEqual([userAssessmentId]);
		expect(await workflow.pollFrom(first)).toEqual({ items: [], staged: first });
		expect(await service().requests()).toHaveLength(2);
		time.pass(MINUTE);
		const { items, staged: saved } = await workflow.pollFrom(first);
		expect(ids(items)).toEqual([userAssessmentId]);
		expect((await workflow.pollFrom(saved)).items).toEqual([]);
		expect(await service().requests()).toHaveLength(4);
	});

	test('what the filters excluded is not new after publishing with wider ones, although n8n kept nothing of it', async () => {
		const narrow = simplified({ filters: { assessmentTypes: ['TenPoint'] } });
		const { staged: first } = await narrow.pollFrom({});
		const [excluded, later] = [await candidate(service().simulator), await candidate(service().simulator)];
		await excluded.score();
		expect((await narrow.pollFrom(first)).items).toEqual([]);
		const wide = { simplify: true };
		expect((await narrow.pollFrom(first, wide)).items).toEqual([]);
		await later.score();
		expect(ids((await narrow.pollFrom(first, wide)).items)).toEqual([later.userAssessmentId]);
	});

	test('a quiet poll while the clock was ahead does not outlive it', async () => {
		const workflow = simplified();
		const { staged: first } = await workflow.pollFrom({});
		const { userAssessmentId, score } = await candidate(service().simulator);
		time.pass(30 * DAY);
		await workflow.pollFrom(first);
		time.pass(-30 * DAY);
		await score();
		expect(ids((await workflow.pollFrom(first)).items)).toEqual([userAssessmentId]);
	});

	test('a renamed node goes on from its last poll, although n8n has nothing under the new name', async () => {
		const workflow = simplified();
		await workflow.poll();
		const { userAssessmentId, score } = await candidate(service().simulator);
		await score();
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
		// Published right after that, when n8n may have discarded what was emitted.
		const { items, staged } = await workflow.pollFrom({});
		expect(ids(items)).toEqual([userAssessmentId]);
		expect(staged).toHaveProperty('cursor');
		expect((await workflow.pollFrom({})).items).toEqual([]);
	});

	test('where n8n gives each poll a context of its own, it may save late what it was given', async () => {
		const workflow = simplified();
		await workflow.pollFrom({});
		const { userAssessmentId, score } = await candidate(service().simulator);
		await score();
		expect(ids((await workflow.pollFrom({})).items)).toEqual([userAssessmentId]);
		expect((await workflow.pollFrom({})).items).toEqual([]);
	});

	test('what n8n discards, because the renamed node was published during the poll, comes again', async () => {
		const { simulator } = service();
		const workflow = simplified();
		await workflow.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		const fault = { kind: 'latency', minMs: 500, maxMs: 500 } as const;
		await simulator.control.inject({ match: { path: '/scores' }, fault });
		const discarded = workflow.poll();
		expect((await workflow.pollFrom({})).items).toEqual([]);
		expect(ids(await discarded)).toEqual([userAssessmentId]);
		expect(ids((await workflow.pollFrom({})).items)).toEqual([userAssessmentId]);
		time.pass(2_000);
		expect((await workflow.pollFrom({})).items).toEqual([]);
	});

	test('a window that begins in the future is an error, not silence, until the clock is right', async () => {
		const { simulator } = service();
		const workflow = simplified();
		await workflow.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		const before = workflow.staticData();
		time.pass(-8 * DAY);
		await expect(workflow.poll()).rejects.toThrow(/By n8n's clock it is 20.+ another name/);
		expect(workflow.staticData()).toEqual(before);
		expect(await service().requests()).toHaveLength(1);
		time.pass(8 * DAY);
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
	});

	test.each([
		['damaged', { cursor: { version: 1, polledAt: 'yesterday' } }, /'polledAt' is not a time/],
		['of a newer version', { cursor: { version: 99 } }, /another version of the package/],
	])('what is %s is an error with a way out, and no new beginning', async (_, staticData, problem) => {
		const { credentials } = service();
		const workflow = new ActiveWorkflow(credentials, {}, staticData);
		const failure = await workflow.poll().catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(String(failure)).toMatch(problem);
		expect(String(failure)).toMatch(/delete this node and add it again under another name/);
		expect(workflow.staticData()).toEqual(staticData);
		expect(await service().requests()).toEqual([]);
	});
});

describe("the poll at n8n's start", () => {
	test.each([
		['init', '503', { kind: 'status', status: 503 }],
		['init', '401', { kind: 'status', status: 401 }],
		['init', 'a broken connection', { kind: 'cut' }],
		['leadershipChange', '503', { kind: 'status', status: 503 }],
	] as const)('(%s) is no failure when the service gives %s; those after it are', async (mode, _, fault) => {
		const { simulator, credentials } = service();
		const before = simplified();
		await before.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		await simulator.control.inject({ match: { path: '/scores' }, fault, times: 'always' });
		const started = before.start(mode);
		const warn = vi.spyOn(started.logger, 'warn').mockReturnValue();
		expect(await started.poll()).toEqual([]);
		expect(await service().requests()).toHaveLength(2);
		expect(warn).toHaveBeenCalledTimes(1);
		expect(warn.mock.calls[0]?.[0]).toMatch(
			/at n8n's start failed\. The next one is tried as usual\. The (service|connection)/,
		);
		expect(warn.mock.calls[0]?.[0]).not.toContain(credentials.apiKey);
		expect(started.staticData()).toEqual(before.staticData());
		await expect(started.poll()).rejects.toThrow(NodeApiError);
		await simulator.control.clearFaults();
		expect(ids(await started.poll())).toEqual([userAssessmentId]);
		expect(await started.poll()).toEqual([]);
	});

	test('is none either when the node itself is not right', async () => {
		const started = simplified({ options: { lookbackDays: 0 } }).start();
		vi.spyOn(started.logger, 'warn').mockReturnValue();
		expect(await started.poll()).toEqual([]);
		await expect(started.poll()).rejects.toThrow(NodeOperationError);
	});

	test('emits what was scored meanwhile when it succeeds', async () => {
		const before = simplified();
		await before.poll();
		const { userAssessmentId, score } = await candidate(service().simulator);
		await score();
		expect(ids(await before.start().poll())).toEqual([userAssessmentId]);
	});
});

test('the poll of a publication sends one request: n8n repeats what fails', async () => {
	const { simulator } = service();
	await simulator.control.inject({
		match: { path: '/scores' },
		fault: { kind: 'status', status: 503 },
		times: 'always',
	});
	await expect(simplified().poll()).rejects.toThrow(/problem on its side/);
	expect(await service().requests()).toHaveLength(1);
});
