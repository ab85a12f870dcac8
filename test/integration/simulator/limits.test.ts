import { expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator } from './harness.ts';

/**
 * The requests that count against the limits, and the response to one too many. test/unit/simulator/rateLimit.test.ts covers the
 * counting.
 */

const { call, configure, control, statusOf } = useSimulator({ limits: { perSecond: 5, per20Minutes: 2000 } });

it.each<[Settings['retryAfter'], string | undefined]>([
	['none', undefined],
	['seconds', '1'],
	['httpDate', 'Tue, 10 Mar 2026 12:00:01 GMT'],
])('the sixth request in a second, with any key, gets 429 with Retry-After as %s', async (retryAfter, expected) => {
	await configure({ retryAfter });
	const { apiKey } = await control().generateKey();
	for (let request = 0; request < 5; request++) expect(await statusOf('GET', '/groups')).toBe(200);
	const { status, headers, json } = await call('POST', '/groups', { apiKey, body: { name: 'Too much' } });
	expect([status, headers['retry-after']]).toEqual([429, expected]);
	expect(json).toEqual({ errors: [{ code: 'rateLimitExceeded', message: expect.any(String) as string }] });
	expect((await control().state()).groups).toHaveLength(3);
	expect((await control().requests()).at(-1)?.processed).toBe(false);
});

it.each<[string, status: number, method: string, path: string, options: { body?: object; apiKey?: string }, number]>([
	['a refused body', 400, 'POST', '/score', { body: {} }, 1],
	['a query string', 400, 'GET', '/groups?a=b', {}, 1],
	['an unknown file', 404, 'GET', '/certificate/x', {}, 1],
	['a deletion', 204, 'DELETE', '/webhook', {}, 1],
	['a wrong key', 401, 'GET', '/groups', { apiKey: 'x' }, 0],
	['a wrong URL', 404, 'GET', '/nothing', {}, 0],
	['a wrong method', 405, 'PUT', '/groups', {}, 0],
])('%s gets %i, and %s %s %j counts %i times', async (_what, status, method, path, options, counted) => {
	expect(await statusOf(method, path, options)).toBe(status);
	expect((await control().state()).limits.usage.lastSecond).toBe(counted);
});

it.each<[Settings['exampleOverLimit'], number]>([
	['rejected', 429],
	['ignored', 200],
])('a second example event within a second is %s with %i', async (exampleOverLimit, status) => {
	await configure({ exampleOverLimit });
	await control().registerWebhook({ url: 'http://127.0.0.1:9/' });
	const statuses = [];
	for (const advanceMs of [0, 0, 999, 1]) {
		await control().setClock({ advanceMs });
		statuses.push(await statusOf('POST', '/webhook/example'));
	}
	await control().idle();
	expect([statuses, (await control().deliveries()).length]).toEqual([[200, status, status, 200], 2]);
});
