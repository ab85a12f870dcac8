import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { pacerOf } from '../../../nodes/api/pacing/accountPacers.ts';
import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import { readAccount } from '../../../nodes/api/request/account.ts';
import { requestEndpoint } from '../../../nodes/api/request/request.ts';
import { groups } from '../../../nodes/api/specification/responses.ts';
import type { Fault } from '../../../simulator/index.ts';
import { actionNode, assessmentId, byEmail, failureOf, run } from '../action/support.ts';
import { execute, executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

const service = useSimulator();

const CANDIDATE = { user: byEmail('candidate001@example.com') };
const EACH = { user: byEmail('={{ $json.email }}') };

function refusal(retryAfter?: string): Fault {
	return { kind: 'status', status: 429, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } };
}

function people(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		json: { email: index === 1 ? 'nobody@example.com' : 'candidate001@example.com' },
	}));
}

describe('Retry-After', () => {
	it.each([
		['in seconds', () => '2'],
		['as a date', () => new Date(Math.ceil(Date.now() / 1_000 + 2) * 1_000).toUTCString()],
	])('%s is waited for', async (_form, header) => {
		const { simulator, credentials, requests } = service();
		const retryAfter = header();
		await simulator.control.inject({ fault: refusal(retryAfter) });
		await run(credentials, 'score.get', CANDIDATE);
		const [first, second] = await requests();
		const until = /^\d+$/.test(retryAfter) ? (first?.at ?? 0) + 2_000 : Date.parse(retryAfter);
		expect(second?.at).toBeGreaterThanOrEqual(until - 100);
	});

	it('holds for the other requests of the account too', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: refusal('2') });
		await run(credentials, 'score.get', CANDIDATE);
		const before = (await requests()).length;
		await simulator.control.inject({ fault: refusal('3') });
		const refused = run(credentials, 'score.get', CANDIDATE);
		await expect.poll(async () => (await requests()).length).toBe(before + 1);
		// It is logged when it arrives: its answer may still be on the way. Nothing is sent for 3 s after that.
		await delay(500);
		await Promise.all([refused, run(credentials, 'group.getAll'), run(credentials, 'webhook.get')]);
		const [refusedAt = 0, ...later] = (await requests()).slice(before).map(({ at }) => at);
		for (const at of later) expect(at - refusedAt).toBeGreaterThanOrEqual(2_900);
	});
});

describe('the wait for a turn', () => {
	it('ends where Max Rate Limit Wait says, at once, with the time until which the limit is used up', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: refusal('600') });
		const before = Date.now();
		const failure = await failureOf(run(credentials, 'score.get', { ...CANDIDATE, options: { maxRateLimitWait: 30 } }));
		const until = /used up until (\S+Z)/.exec(failure.message)?.[1] ?? '';
		expect(Date.parse(until) - before).toBeGreaterThanOrEqual(599_000);
		expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(601_000);
		expect(failure.message).toContain("'Max Rate Limit Wait (Seconds)'");
		expect(await requests()).toHaveLength(1);
	});

	it.each<[what: string, fault: Fault]>([
		['its turn', refusal('600')],
		['the next try', { kind: 'status', status: 503, headers: { 'Retry-After': '50' } }],
		['an answer that never comes', { kind: 'hang' }],
	])('for %s ends when the execution is cancelled', async (_what, fault) => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault });
		const cancel = new AbortController();
		const running = failureOf(execute(actionNode(credentials, 'score.get', CANDIDATE), undefined, cancel.signal));
		await expect.poll(async () => (await requests()).length).toBe(1);
		cancel.abort();
		expect((await running).message).toContain('cancelled');
		expect(await requests()).toHaveLength(1);
	});
});

it('a turn that comes when the time is over is given back, and nothing is sent', async () => {
	const { credentials, requests } = service();
	const { context } = executeContext(actionNode(credentials, 'group.getAll'), []);
	const account = await readAccount(context);
	const pacer = pacerOf(account.id);
	const waitUntil = Number.POSITIVE_INFINITY;
	const before = await Promise.all(Array.from({ length: 5 }, async () => await pacer.takeTurn({ waitUntil })));
	const asked = requestEndpoint(context, account, { endpoint: 'listGroups', limits: { totalMs: 30_000 } }, groups);
	const clock = vi.spyOn(systemClock, 'now').mockReturnValue(systemClock.now() + 60_000);
	for (const taken of before) if (taken.kind === 'turn') taken.turn.settle({ status: undefined, neverArrived: true });
	expect(await asked).toMatchObject({ failure: { message: expect.stringContaining('did not answer in time') } });
	clock.mockRestore();
	expect(await requests()).toEqual([]);
	expect(pacer.isIdle()).toBe(true);
});

describe.each<[string, Fault]>([
	['dribbles in', { kind: 'slowBody', chunkBytes: 1, delayMs: 300 }],
	['begins and falls silent', { kind: 'slowBody', chunkBytes: 1, delayMs: 3_600_000 }],
])('an answer that %s', (_how, fault) => {
	it('ends with the time-out, however alive it looks', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault, times: 'always' });
		const failure = await failureOf(run(credentials, 'group.getAll', { options: { timeout: 2 } }));
		expect(failure.message).toContain('did not answer');
		expect(await requests()).toHaveLength(4);
	});

	it('leaves an unsafe request in doubt', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault });
		const failure = await failureOf(run(credentials, 'group.create', { name: 'A', options: { timeout: 2 } }));
		expect(failure.message).toContain('may have been processed');
		expect(await requests()).toHaveLength(1);
	});
});

it('an error that begins and falls silent keeps its status', async () => {
	const { simulator, credentials, requests } = service();
	await simulator.control.inject({ fault: { kind: 'slowBody', chunkBytes: 1, delayMs: 3_600_000 } });
	const { assessments } = await simulator.control.state();
	const failure = await failureOf(
		run(credentials, 'assignment.create', {
			assessmentId: assessmentId(assessments[0]?.assessmentId ?? ''),
			emailAddress: 'admin@example.com',
			ifAlreadyAssigned: 'assignAgain',
			options: { timeout: 3 },
		}),
	);
	expect(failure.message).toMatch(/could not process the request.*status 409/);
	expect(await requests()).toHaveLength(1);
});

describe('a failing item', () => {
	it('begins no other, waits for those on their way, and says how many were completed', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: { kind: 'latency', minMs: 300, maxMs: 300 }, times: 'always' });
		const failure = await failureOf(run(credentials, 'score.get', EACH, people(50)));
		const sent = await requests();
		expect(sent.length).toBeLessThan(10);
		expect(sent.every(({ status }) => status !== null)).toBe(true);
		expect(failure.message).toContain(`${sent.length - 1} of 50 items had already been completed`);
	});
});
