import { expect, it } from 'vitest';
import type { Fault } from '../../../simulator/index.ts';
import { useSimulator, type Reply } from './harness.ts';

/** What a client receives for an injected fault, and what the service did in the meantime. */

const { call, control, configure, statusOf } = useSimulator();

const createGroup = async (): Promise<Reply> => await call('POST', '/groups', { body: { name: 'New' } });
const groups = async (): Promise<number> => (await control().state()).groups.length;

/** A reply, or the name of the failure. */
const outcome = async (request: Promise<Reply>): Promise<Partial<Reply> | string> =>
	await request.catch((error: unknown) => (error instanceof Error ? error.name : String(error)));

it.each<[Fault, processed: boolean, expected: unknown]>([
	[{ kind: 'cut' }, false, 'SocketError'],
	[{ kind: 'cut', after: true }, true, 'SocketError'],
	[{ kind: 'status', status: 503, body: 'busy' }, false, { status: 503, text: 'busy' }],
	[{ kind: 'status', status: 500, after: true }, true, { status: 500, text: '' }],
	[{ kind: 'html' }, true, { status: 200, text: expect.stringMatching(/^<!DOCTYPE html>/) as string }],
	[{ kind: 'json', json: { groups: null } }, true, { status: 200, json: { groups: null } }],
	[{ kind: 'brokenJson' }, true, { status: 200, json: undefined, text: expect.stringMatching(/^\{"name/) as string }],
	[{ kind: 'truncate' }, true, 'SocketError'],
	[{ kind: 'truncate', bytes: 5 }, true, 'SocketError'],
	[{ kind: 'slowBody', chunkBytes: 20, delayMs: 1 }, true, { status: 200, json: expect.anything() as unknown }],
])('%j hits one request (processed: %s)', async (fault, processed, expected) => {
	await control().inject({ match: { method: 'post', path: '/groups' }, fault });
	const result = await outcome(createGroup());
	if (typeof expected === 'string') expect(result).toBe(expected);
	else expect(result).toMatchObject(expected as object);
	expect(await groups()).toBe(processed ? 4 : 3);
	const status = fault.kind === 'cut' ? null : typeof result === 'string' ? 200 : result.status;
	expect((await control().requests()).at(-1)).toMatchObject({ processed, fault: fault.kind, status });
	expect((await createGroup()).status).toBe(200);
});

it('faults hit only requests that passed authorization and limits', async () => {
	await control().inject({ fault: { kind: 'status', status: 503 }, times: 2 });
	expect(await statusOf('GET', '/groups', { apiKey: 'eak_unknown' })).toBe(401);
	await configure({ limits: { perSecond: 1, per20Minutes: 1 } });
	expect([await statusOf('GET', '/groups'), await statusOf('GET', '/groups')]).toEqual([503, 429]);
});

it("latency delays matching requests, and isn't a fault", async () => {
	await control().inject({ match: { path: '/groups' }, fault: { kind: 'latency', minMs: 400, maxMs: 410 } });
	const order: string[] = [];
	await Promise.all(['/groups', '/assessments'].map(async (path) => call('GET', path).then(() => order.push(path))));
	expect(order).toEqual(['/assessments', '/groups']);
	expect((await control().requests()).map(({ fault }) => fault)).toEqual([null, null]);
});
