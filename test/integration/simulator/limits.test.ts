import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator } from './harness.ts';

/** Specification: Limits, in the simulator's own time. */

const service = useSimulator({ limits: { perSecond: 5, per20Minutes: 2000 } });

/** The statuses of five requests, one after the other. */
const five = async (): Promise<number[]> => {
	const statuses: number[] = [];
	while (statuses.length < 5) statuses.push((await service().call('GET', '/groups')).status);
	return statuses;
};

describe('requests per second', () => {
	it('are counted for all keys of an account together; one that is rejected is not processed', async () => {
		const { call, simulator } = service();
		const { apiKey } = await simulator.control.generateKey();
		expect(await five()).toEqual(Array(5).fill(200));
		expect((await call('POST', '/groups', { apiKey, body: { name: 'Too much' } })).status).toBe(429);
		const { groups } = await simulator.control.state();
		expect(groups).toHaveLength(3);
		expect((await simulator.control.requests()).at(-1)?.processed).toBe(false);
	});

	it.each<[string, status: number, method: string, path: string, options: { body?: object; apiKey?: string }, number]>([
		['a refused body', 400, 'POST', '/score', { body: {} }, 1],
		['a query string', 400, 'GET', '/groups?a=b', {}, 1],
		['an unknown file', 404, 'GET', '/certificate/x', {}, 1],
		['a deletion', 204, 'DELETE', '/webhook', {}, 1],
		['a wrong key', 401, 'GET', '/groups', { apiKey: 'x' }, 0],
		['a wrong url', 404, 'GET', '/nothing', {}, 0],
		['a wrong method', 405, 'PUT', '/groups', {}, 0],
	])('%s is %i, and %s %s counts', async (_what, status, method, path, options, places) => {
		const { call, simulator } = service();
		expect((await call(method, path, options)).status).toBe(status);
		expect((await simulator.control.state()).limits.usage.lastSecond).toBe(places);
	});
});

it.each<[Settings['retryAfter'], string | undefined]>([
	['none', undefined],
	['seconds', '1'],
	['httpDate', 'Tue, 10 Mar 2026 12:00:01 GMT'],
])('429 with Retry-After as %s', async (retryAfter, expected) => {
	const { call, simulator } = service();
	await simulator.control.configure({ retryAfter });
	await five();
	const { status, headers, json } = await call('GET', '/groups');
	expect([status, headers['retry-after']]).toEqual([429, expected]);
	expect(json).toEqual({ errors: [{ code: 'rateLimitExceeded', message: expect.any(String) as string }] });
});

it.each<[Settings['exampleOverLimit'], number]>([
	['rejected', 429],
	['ignored', 200],
])('the example event is sent at most once per second; one too many is %s', async (exampleOverLimit, status) => {
	const { call, simulator } = service();
	const { control } = simulator;
	await control.configure({ exampleOverLimit });
	await control.registerWebhook({ url: 'http://127.0.0.1:9/' });
	const statuses = [];
	for (const advanceMs of [0, 0, 999, 1]) {
		await control.setClock({ advanceMs });
		statuses.push((await call('POST', '/webhook/example')).status);
	}
	await control.idle();
	expect([statuses, (await control.deliveries()).length]).toEqual([[200, status, status, 200], 2]);
});
