import { afterEach, describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { type Budget, type Caller, callerOf, DEFAULT_BUDGET } from '../../../nodes/api/request/caller.ts';
import { changeWebhook } from '../../../nodes/api/request/changeWebhook.ts';
import { explain } from '../../../nodes/api/request/messages.ts';
import { tryEndpoint } from '../../../nodes/api/request/request.ts';
import type { Fault } from '../../../simulator/index.ts';
import { actionNode, byEmail, CANDIDATE, failureOf, type OperationName, useAction } from '../action/support.ts';
import { execute, executeContext, recordLog } from '../support/n8nContext.ts';
import { refusal } from '../support/simulator.ts';

const action = useAction();

const USER = { user: byEmail(CANDIDATE) };

afterEach(() => vi.restoreAllMocks());

/** The caller that the node would use, without an item. */
async function callerWith(limits: Partial<Budget>, baseHost = action.baseHost()): Promise<Caller> {
	const { context } = executeContext(actionNode({ ...action.credentials(), baseHost }, 'group.getAll'), []);
	return { ...(await callerOf(context, limits)), place: 'end' };
}

const listGroups = async (caller: Caller) => await tryEndpoint(caller, 'listGroups');

it('an account is the same however its Service Address was pasted', async () => {
	const { account } = await callerWith({});
	expect((await callerWith({}, ` ${action.baseHost()}/beta/ `)).account.id).toBe(account.id);
	expect((await callerWith({}, `${action.baseHost()}/staging`)).account.id).not.toBe(account.id);
});

it("n8n's debug log shows each refusal, long wait and retry with its reason, but never the API key", async () => {
	const caller = await callerWith({});
	const log = recordLog(caller.context);
	const sent = vi.spyOn(caller.context.helpers, 'httpRequestWithAuthentication');
	await action.inject(refusal('2'));
	const body = JSON.stringify({ errors: [`Busy with ${action.credentials().apiKey}`] });
	await action.inject({ kind: 'status', status: 503, body });
	expect(await listGroups(caller)).toHaveProperty('value');
	expect(log.debug).toEqual([
		'GET /groups: refused (429), waiting for another turn',
		expect.stringMatching(/^GET \/groups: waited \d+\.\d s for its turn$/),
		expect.stringMatching(/^GET \/groups: retrying in \d\.\d s\. .+: Busy with \*\*\* .+ status 503, .+\)$/),
	]);
	// The HTTP helper's own timeout is longer than the longest Timeout.
	expect(sent.mock.calls[0]?.[1].timeout).toBeGreaterThan(86_400_000);
});

describe("the wait for a request's turn", () => {
	it('fails immediately if it would exceed Max Rate Limit Wait, with the time when the limit frees up', async () => {
		await action.inject(refusal('600'));
		// The machine's clock was an hour ahead when n8n started, and has been corrected since.
		const now = monotonicClock.now.bind(monotonicClock);
		vi.spyOn(monotonicClock, 'now').mockImplementation(() => now() + 3_600_000);
		const before = Date.now();
		const failure = await action.failure('score.get', { ...USER, options: { maxRateLimitWait: 30 } });
		const until = Date.parse(/used up until (.+UTC)/.exec(failure.message)?.[1] ?? '');
		expect(until - before).toBeGreaterThanOrEqual(599_000);
		expect(until - Date.now()).toBeLessThanOrEqual(601_000);
		expect(await action.requests()).toHaveLength(1);
	});

	it('counts all waits before and between the tries of one request', async () => {
		await action.inject(refusal('1'), undefined, { times: 'always' });
		const failure = await action.failure('score.get', { ...USER, options: { maxRateLimitWait: 2.5 } });
		expect(failure.message).toMatch(/used up until .+ UTC \(POST \/score, status 429, \d tries\)$/);
		const description: unknown = expect.stringContaining('refused and not processed');
		expect(failure).toMatchObject({ httpCode: '429', description });
		expect((await action.requests()).length).toBeLessThanOrEqual(3);
	});

	it("doesn't count as a try after a 429", async () => {
		await action.inject(refusal('300'), undefined, { times: 4 });
		await action.inject({ kind: 'status', status: 503 });
		await action.run('score.get', USER);
		expect((await action.requests()).map(({ status }) => status)).toEqual([429, 429, 429, 429, 503, 200]);
	});

	it("doesn't include an outage, which can take as long again", async () => {
		await action.inject(refusal('6'), '/score');
		await action.inject({ kind: 'status', status: 503 }, undefined, { times: 6 });
		await action.inject(refusal('1'), '/score');
		const parameters = { ...USER, options: { maxRateLimitWait: 7.5 } };
		await action.run('score.get', parameters);
		await action.inject({ kind: 'status', status: 503 }, undefined, { times: 'always' });
		const began = monotonicClock.now();
		expect(await action.failure('score.get', parameters)).toHaveProperty('httpCode', '503');
		expect(monotonicClock.now() - began).toBeLessThan(10_000);
	});

	it('ends for a change to the webhook, too', async () => {
		await action.inject(refusal('1'), '/webhook', { match: { method: 'POST' }, times: 40 });
		const parameters = { url: 'https://example.com/hook', options: { maxRateLimitWait: 2.5 } };
		expect((await action.failure('webhook.create', parameters)).message).toContain('POST /webhook, status 429');
		expect((await action.requests()).length).toBeLessThan(10);
	});

	it.each<[what: string, fault: Fault, waits: boolean, baseHost?: string]>([
		["doesn't use up a slot if it never reaches a server", { kind: 'cut' }, false, 'http://127.0.0.1:1'],
		["uses up a slot if it doesn't get a response", { kind: 'cut' }, true],
		['uses up a slot if only the beginning of its response arrives', { kind: 'truncate' }, true],
	])('is needed only once the slots are used up: a request %s', async (_what, fault, waits, baseHost) => {
		const [{ account, ...caller }, failing] = [await callerWith({}), await callerWith({ maxTries: 1 }, baseHost)];
		await action.inject(fault, undefined, { times: 2 });
		const sleep = vi.spyOn(monotonicClock, 'sleep');
		const sameAccount = { ...failing, account: { ...failing.account, id: account.id } };
		for (let sent = 0; sent < 2; sent += 1) expect(await listGroups(sameAccount)).toHaveProperty('kind', 'unanswered');
		await action.control().clearFaults();
		for (let sent = 0; sent < 5; sent += 1) expect(await listGroups({ ...caller, account })).toHaveProperty('value');
		expect(sleep.mock.calls.some(([ms]) => ms < DEFAULT_BUDGET.timeoutMs)).toBe(waits);
	});
});

it.each<[what: string, fault: Fault, operation: OperationName, message?: RegExp]>([
	['its turn', refusal('600'), 'score.get'],
	['the next try', { kind: 'status', status: 503, headers: { 'Retry-After': '50' } }, 'score.get'],
	['a response that never arrives', { kind: 'hang' }, 'score.get'],
	['the response to a request that is sent only once', { kind: 'hang' }, 'group.create', /canceled.+through$/],
])("a canceled execution doesn't wait for %s", async (_what, fault, operation, message = /canceled.+\)$/) => {
	await action.inject(fault);
	const [cancel, began] = [new AbortController(), monotonicClock.now()];
	const node = action.node(operation, { ...USER, name: 'New', ifGroupExists: 'createAnother' }, { mode: 'trigger' });
	const running = failureOf(execute(node, undefined, cancel.signal));
	await action.onceReceived(1, () => cancel.abort());
	expect((await running).message).toMatch(message);
	expect(monotonicClock.now() - began).toBeLessThan(9_000);
	expect(await action.requests()).toHaveLength(1);
});

it('the request that finds out for all whether the service works outlives a cancel and a short Timeout', async () => {
	await action.inject({ kind: 'status', status: 503 }, undefined, { times: 3 });
	await action.inject({ kind: 'latency', minMs: 2_000, maxMs: 2_000 }, '/assessments');
	const cancel = new AbortController();
	const node = action.node('score.get', { ...USER, options: { timeout: 1 } });
	void failureOf(execute(node, undefined, cancel.signal));
	await monotonicClock.sleep(2_500);
	cancel.abort();
	await action.run('score.get', USER);
	expect((await action.requests()).map(({ endpoint }) => endpoint).slice(3)).toEqual(['/assessments', '/score']);
});

it('a webhook change whose time runs out after a try with an unknown outcome says that it may have gone through', async () => {
	await action.inject({ kind: 'status', status: 503, after: true }, '/webhook', { match: { method: 'POST' } });
	const slow = { kind: 'latency', minMs: 3_200, maxMs: 3_200 } as const;
	await action.inject(slow, '/webhook', { match: { method: 'GET' }, skip: 1 });
	const register = () => ({ action: 'register', url: 'https://example.com/hook' }) as const;
	const changed = await changeWebhook(await callerWith({ totalMs: 5_000 }), { decide: register, tries: 3 });
	if ('value' in changed) throw new Error('The change was made');
	expect(explain(changed)).toMatch(/\(POST \/webhook, status 503\)\. The request may still have gone through\./);
	expect((await action.requests('/webhook')).filter(({ method }) => method === 'POST')).toHaveLength(1);
});
