import { describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { readAccount } from '../../../nodes/api/request/caller.ts';
import { requestEndpoint } from '../../../nodes/api/request/request.ts';
import { groups } from '../../../nodes/api/specification/responses.ts';
import type { Fault } from '../../../simulator/index.ts';
import type { OperationName } from '../action/support.ts';
import { actionNode, assessmentId, byEmail, CANDIDATE, failureOf, run, seedAssessmentId } from '../action/support.ts';
import { execute, executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

const service = useSimulator();

const USER = { user: byEmail(CANDIDATE) };

function refusal(retryAfter: string): Fault {
	return { kind: 'status', status: 429, headers: { 'Retry-After': retryAfter } };
}

it("Retry-After as a date counts by the service's clock, here an hour ahead", async () => {
	const { simulator, credentials, requests } = service();
	const atService = (seconds: number) => new Date(Date.now() + 3_600_000 + seconds * 1_000).toUTCString();
	const headers = { Date: atService(0), 'Retry-After': atService(1) };
	await simulator.control.inject({ fault: { kind: 'status', status: 429, headers } });
	await run(credentials, 'score.get', { ...USER, options: { maxRateLimitWait: 5 } });
	expect(await requests()).toHaveLength(2);
});

it('a time-out that no timer can hold keeps no turn of the account', async () => {
	const { context } = executeContext(actionNode(service().credentials, 'group.getAll'), []);
	const caller = { context, account: await readAccount(context), budget: { maxTries: 1, maxRateLimitWaitMs: 5_000 } };
	const request = { endpoint: 'listGroups' } as const;
	const forever = { ...caller, budget: { ...caller.budget, timeoutMs: 9_999_999_000 } };
	const all = Array.from({ length: 5 }, async () => await requestEndpoint(forever, request, groups));
	await Promise.allSettled(all);
	expect(await requestEndpoint(caller, request, groups)).toHaveProperty('value');
});

it("n8n's debug log says each refusal, long wait and retry with its reason, and never the API key", async () => {
	const { simulator, credentials } = service();
	const newContext = () => executeContext(actionNode(credentials, 'group.getAll'), []).context;
	const [context, lines] = [newContext(), new Array<string>()];
	// Once it was read, a context's logger can't be exchanged.
	const logger = Object.create(newContext().logger, { debug: { value: (line: string) => lines.push(line) } }) as object;
	Object.defineProperty(context, 'logger', { value: logger });
	await simulator.control.inject({ fault: refusal('2') });
	const body = JSON.stringify({ errors: [`Busy with ${credentials.apiKey}`] });
	await simulator.control.inject({ fault: { kind: 'status', status: 503, body } });
	const caller = { context, account: await readAccount(context) };
	expect(await requestEndpoint(caller, { endpoint: 'listGroups' }, groups)).toHaveProperty('value');
	expect(lines).toEqual([
		'GET /groups: refused (429), waits for another turn',
		expect.stringMatching(/^GET \/groups: waited 2\.\d s for the rate limit$/),
		expect.stringMatching(
			/^GET \/groups: sent again after \d\.\d s\. .+ \(GET \/groups, status 503, .+\): Busy with \*\*\*$/,
		),
	]);
});

describe('the wait for a turn', () => {
	it('ends where Max Rate Limit Wait says, at once, with the time until which the limit is used up', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: refusal('600') });
		// The machine's clock was an hour ahead when n8n started, and has been put right since.
		const now = monotonicClock.now.bind(monotonicClock);
		const clock = vi.spyOn(monotonicClock, 'now').mockImplementation(() => now() + 3_600_000);
		const before = Date.now();
		const failure = await failureOf(run(credentials, 'score.get', { ...USER, options: { maxRateLimitWait: 30 } }));
		const until = /used up until (\S+Z)/.exec(failure.message)?.[1] ?? '';
		clock.mockRestore();
		expect(Date.parse(until) - before).toBeGreaterThanOrEqual(599_000);
		expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(601_000);
		expect(await requests()).toHaveLength(1);
	});

	it('counts together before and between the tries of one request', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: refusal('1'), times: 'always' });
		const failure = await failureOf(run(credentials, 'score.get', { ...USER, options: { maxRateLimitWait: 2.5 } }));
		expect(failure.message).toMatch(/used up until \S+ \(POST \/score, status 429, \d tries\)$/);
		expect(failure).toMatchObject({
			httpCode: '429',
			description: expect.stringContaining('refused and not processed'),
		});
		expect((await requests()).length).toBeLessThanOrEqual(3);
	});

	it.each<[what: string, fault: Fault, operation: OperationName]>([
		['its turn', refusal('600'), 'score.get'],
		['the next try', { kind: 'status', status: 503, headers: { 'Retry-After': '50' } }, 'score.get'],
		['an answer that never comes', { kind: 'hang' }, 'score.get'],
		['an answer to what is sent once only', { kind: 'hang' }, 'group.create'],
	])('for %s ends when the execution is cancelled', async (_what, fault, operation) => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault });
		const cancel = new AbortController();
		const node = actionNode(credentials, operation, { ...USER, name: 'Gone' });
		const running = failureOf(execute(node, undefined, cancel.signal));
		await expect.poll(async () => (await requests()).length).toBe(1);
		cancel.abort();
		expect((await running).message).toMatch(/^The execution was cancelled/);
		expect(await requests()).toHaveLength(1);
	});
});

it.each([
	// 26 places would take five seconds.
	['one that reaches nobody uses up nothing', 26, 'http://127.0.0.1:1', 0, 4_900],
	['one that gets no answer uses up its place', 6, undefined, 1_000, Number.POSITIVE_INFINITY],
])('several requests at once: %s', async (_what, count, elsewhere, leastMs, mostMs) => {
	const { simulator, credentials } = service();
	await simulator.control.inject({ fault: { kind: 'cut' }, times: 'always' });
	const baseHost = elsewhere ?? credentials.baseHost;
	const { context } = executeContext(actionNode({ ...credentials, baseHost }, 'group.getAll'), []);
	const caller = { context, account: await readAccount(context), budget: { maxTries: 1 } };
	const began = monotonicClock.now();
	for (let sent = 0; sent < count; sent += 1) {
		const result = await requestEndpoint(caller, { endpoint: 'listGroups' }, groups);
		expect(result).toHaveProperty('kind', 'unanswered');
	}
	const tookMs = monotonicClock.now() - began;
	expect(tookMs).toBeGreaterThanOrEqual(leastMs);
	expect(tookMs).toBeLessThan(mostMs);
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
});

it('an error that begins and falls silent keeps its status', async () => {
	const { simulator, credentials, requests } = service();
	await simulator.control.inject({ fault: { kind: 'slowBody', chunkBytes: 1, delayMs: 3_600_000 } });
	const failure = await failureOf(
		run(credentials, 'assignment.create', {
			assessmentId: assessmentId(await seedAssessmentId(simulator)),
			emailAddress: 'admin@example.com',
			ifAlreadyAssigned: 'assignAgain',
			options: { timeout: 3 },
		}),
	);
	expect(failure.message).toMatch(/could not process the request/);
	expect((await requests()).filter(({ endpoint }) => endpoint === '/assign')).toHaveLength(1);
});
