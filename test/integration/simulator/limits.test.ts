import { describe, expect, it } from 'vitest';
import { useSimulator } from './harness.ts';

/** The specification's Limits, in the simulator's own time. */

const LIMITS = { perSecond: 5, per20Minutes: 2000 };

const service = useSimulator({ limits: LIMITS });
const TWENTY_MINUTES = 20 * 60_000;

const get = async (apiKey?: string): Promise<number> =>
	(await service().call('GET', '/groups', apiKey === undefined ? {} : { apiKey })).status;
const advance = async (advanceMs: number): Promise<unknown> => service().simulator.control.setClock({ advanceMs });
const times = async (count: number): Promise<number[]> => {
	const statuses: number[] = [];
	for (let index = 0; index < count; index++) statuses.push(await get());
	return statuses;
};

describe('requests per second', () => {
	it('a rejected request is not processed', async () => {
		await times(5);
		const { call, simulator } = service();
		expect((await call('POST', '/groups', { body: { name: 'Too much' } })).status).toBe(429);
		expect((await simulator.control.state()).groups).toHaveLength(3);
		expect((await simulator.control.requests()).map(({ processed }) => processed)).toEqual([
			...Array<boolean>(5).fill(true),
			false,
		]);
	});

	it('every endpoint counts, files too; requests that fail count as well', async () => {
		const { call, simulator } = service();
		const { link } = await simulator.control.createFile({ bytes: 5 });
		const path = link.replace('2020q3', '');
		expect((await call('GET', path)).status).toBe(200);
		expect((await call('POST', '/score', { body: {} })).status).toBe(400);
		expect((await call('DELETE', '/webhook')).status).toBe(204);
		expect((await call('POST', '/scores', { body: {}, version: 'beta' })).status).toBe(200);
		expect((await call('GET', '/groups?a=b')).status).toBe(400);
		expect((await call('GET', path)).status).toBe(429);
	});

	it('is one limit for all keys of an account, and another for another account', async () => {
		const { control } = service().simulator;
		const { apiKey } = await control.generateKey();
		await times(5);
		expect(await get(apiKey)).toBe(429);
		expect(await get((await control.state()).otherAccount.apiKey)).toBe(200);
	});

	it('requests without a valid key, wrong urls, wrong methods and followed links don’t count', async () => {
		const { call, get: follow } = service();
		const token = await call('POST', '/create-sign-in-token', { body: { uniqueIdentifier: 'EMP-001' } });
		const { signInUrl } = token.json as { signInUrl: string };
		expect((await follow(signInUrl)).status).toBe(200);
		for (let index = 0; index < 5; index++) {
			expect(await get('eak_unknown')).toBe(401);
			expect((await call('GET', '/nothing')).status).toBe(404);
			expect((await call('PUT', '/groups')).status).toBe(405);
		}
		expect(await times(5)).toEqual([200, 200, 200, 200, 429]);
	});
});

describe('requests per 20 minutes', () => {
	it('one too many is 429 until the first is 20 minutes old', async () => {
		const { control } = service().simulator;
		await control.configure({ limits: { perSecond: 5, per20Minutes: 10 } });
		for (let second = 0; second < 2; second++) {
			expect(await times(5)).toEqual([200, 200, 200, 200, 200]);
			await advance(1000);
		}
		expect(await get()).toBe(429);
		await advance(TWENTY_MINUTES - 2_000 - 1);
		expect(await get()).toBe(429);
		expect((await control.state()).limits.usage.last20Minutes).toBe(10);
		await advance(1);
		expect(await times(6)).toEqual([200, 200, 200, 200, 200, 429]);
	});
});

describe('429', () => {
	it.each([
		['none', undefined],
		['seconds', '1'],
		['httpDate', 'Tue, 10 Mar 2026 12:00:01 GMT'],
	] as const)('Retry-After as %s', async (retryAfter, expected) => {
		const { call, simulator } = service();
		await simulator.control.configure({ retryAfter });
		await times(5);
		const { status, headers, json } = await call('GET', '/groups');
		expect([status, headers['retry-after']]).toEqual([429, expected]);
		expect(json).toEqual({ errors: [{ code: 'rateLimitExceeded', message: expect.any(String) as string }] });
	});
});

describe('POST /webhook/example', () => {
	const example = async (): Promise<number> => (await service().call('POST', '/webhook/example')).status;
	const sent = async (): Promise<number> => {
		await service().simulator.control.idle();
		return (await service().simulator.control.deliveries()).length;
	};

	it('is triggered at most once per second', async () => {
		await service().simulator.control.registerWebhook({ url: 'http://127.0.0.1:9/' });
		expect([await example(), await example()]).toEqual([200, 429]);
		await advance(999);
		expect([await example(), await sent()]).toEqual([429, 1]);
		await advance(1);
		expect([await example(), await sent()]).toEqual([200, 2]);
	});

	it('or answers 200 and sends nothing, where the settings say so', async () => {
		await service().simulator.control.configure({ exampleOverLimit: 'ignored' });
		await service().simulator.control.registerWebhook({ url: 'http://127.0.0.1:9/' });
		expect([await example(), await example(), await sent()]).toEqual([200, 200, 1]);
	});
});
