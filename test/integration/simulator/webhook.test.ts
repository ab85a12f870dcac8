import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Delivery, Settings } from '../../../simulator/index.ts';
import { NOON, useSimulator } from './harness.ts';
import { useReceiver, type Received } from './receiver.ts';

/** The webhook endpoints and the events (specification, Events), delivered to a real receiver. */

const service = useSimulator();
const receiver = useReceiver();

const register = async (url = receiver.url): Promise<string> => {
	const { status, json } = await service().call('POST', '/webhook', { body: { url } });
	expect(status).toBe(200);
	return (json as { signingKey: string }).signingKey;
};

/** Sends the example event and waits for what comes of it. */
const example = async (): Promise<Delivery> => {
	const { call, simulator } = service();
	expect((await call('POST', '/webhook/example')).status).toBe(200);
	await simulator.control.idle();
	const [delivery] = await simulator.control.deliveries();
	if (!delivery) throw new Error('Nothing was delivered');
	return delivery;
};

/** Checks a signature by the specification's rule, from what arrived alone. */
const isSigned = ({ headers, body }: Received, key: Buffer): boolean => {
	const hash = createHash('sha256').update(body).digest('base64');
	const text = `${String(headers['x-content-sha256'])};${String(headers['x-request-timestamp'])}`;
	const signature = createHmac('sha256', key).update(text).digest('base64');
	return (
		headers['x-content-sha256'] === hash && headers['x-signature'] === `Algorithm=HMAC-SHA256; Signature=${signature}`
	);
};

const last = (): Received => {
	const received = receiver.received.at(-1);
	if (!received) throw new Error('Nothing was received');
	return received;
};

describe('registration', () => {
	it('204, then url and createdAt without the key, then 204 again', async () => {
		const { call } = service();
		const before = await call('GET', '/webhook');
		expect([before.status, before.text]).toEqual([204, '']);
		expect(await register()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
		const { status, json } = await call('GET', '/webhook');
		expect([status, json]).toEqual([200, { url: receiver.url, createdAt: '2026-03-10T12:00:00.0000000+00:00' }]);
		const deleted = await call('DELETE', '/webhook');
		expect([deleted.status, deleted.text]).toEqual([204, '']);
		expect((await call('GET', '/webhook')).status).toBe(204);
		expect((await call('DELETE', '/webhook')).status).toBe(204);
	});

	it('overwrites, with a new key and time', async () => {
		const first = await register();
		await service().simulator.control.setClock({ advanceMs: 1000 });
		const second = await register();
		expect(second).not.toBe(first);
		expect((await service().call('GET', '/webhook')).json).toEqual({
			url: receiver.url,
			createdAt: '2026-03-10T12:00:01.0000000+00:00',
		});
		await example();
		expect([isSigned(last(), Buffer.from(first)), isSigned(last(), Buffer.from(second))]).toEqual([false, true]);
	});
});

describe('delivery', () => {
	it('posts JSON to the registered address, signed', async () => {
		const key = await register();
		await example();
		const { method, url, headers, body } = last();
		expect([method, url, headers['content-type']]).toEqual(['POST', '/hooks/scores?from=service', 'application/json']);
		expect(headers['x-request-timestamp']).toBe('2026-03-10T12:00:00.0000000Z');
		expect(isSigned(last(), Buffer.from(key, 'utf8'))).toBe(true);
		expect(JSON.parse(body.toString())).toEqual({
			event: 'webhook-example',
			data: {
				userId: '00000000-0000-0000-0000-000000000000',
				givenName: 'Example',
				surname: 'User',
				username: 'example.user',
				email: 'example.user@example.com',
				studentId: '',
				uniqueIdentifier: '',
				scoreReports: [],
			},
		});
	});

	it.each<[Settings['signingKeyForm'], Settings['signingKeyBytes'], RegExp]>([
		['base64', 'base64', /^[A-Za-z0-9+/]{43}=$/],
		['hex', 'hex', /^[0-9a-f]{64}$/],
		['hex', 'utf8', /^[0-9a-f]{64}$/],
		['text', 'utf8', /^[!-~]{32}$/],
	])('with a key as %s, read as %s', async (signingKeyForm, signingKeyBytes, pattern) => {
		await service().simulator.control.configure({ signingKeyForm, signingKeyBytes });
		const key = await register();
		expect(key).toMatch(pattern);
		await example();
		expect(isSigned(last(), Buffer.from(key, signingKeyBytes))).toBe(true);
		if (signingKeyBytes !== 'utf8') expect(isSigned(last(), Buffer.from(key, 'utf8'))).toBe(false);
	});

	it.each<[Settings['timestampForm'], string]>([
		['iso', '2026-03-10T12:00:00.0077089Z'],
		['isoOffset', '2026-03-10T14:00:00.0077089+02:00'],
		['unixSeconds', String(NOON / 1000)],
		['unixMilliseconds', String(NOON + 7)],
		['httpDate', 'Tue, 10 Mar 2026 12:00:00 GMT'],
		['dotNet', '3/10/2026 12:00:00 +00:00'],
		['dotNetShort', '3/10/2026 12:00:00 PM'],
		['spaced', '2026-03-10 12:00:00 UTC'],
	])('with its timestamp as %s', async (timestampForm, expected) => {
		await service().simulator.control.configure({ timestampForm });
		await service().simulator.control.setClock({ advanceMs: 7 });
		const key = await register();
		await example();
		expect(last().headers['x-request-timestamp']).toBe(expected);
		expect(isSigned(last(), Buffer.from(key))).toBe(true);
	});

	it('writes down why there was no answer: too late, broken, or nobody there', async () => {
		await service().simulator.control.configure({ deliveryTimeoutMs: 1_000 });
		const outcome = async (): Promise<[number | null, string | null]> => {
			const { status, error } = await example();
			await service().simulator.control.reset();
			return [status, error];
		};
		await register();
		receiver.answers.push(() => undefined);
		expect(await outcome()).toEqual([null, 'No answer within 1000 ms']);
		await register();
		receiver.answers.push((response) => response.socket?.destroy());
		expect(await outcome()).toEqual([null, 'other side closed']);
		await register('http://127.0.0.1:9/');
		expect(await outcome()).toEqual([null, expect.stringContaining('ECONNREFUSED')]);
	});

	it('does not follow redirects', async () => {
		await register();
		receiver.answers.push((response) => response.writeHead(307, { location: receiver.url }).end());
		expect((await example()).status).toBe(307);
		expect(receiver.received).toHaveLength(1);
	});
});

describe('user-assessment-scored', () => {
	const userAssessmentOf = async (uniqueIdentifier: string, place: number): Promise<string> => {
		const { scoreReports } = await service().simulator.control.user({ uniqueIdentifier });
		return scoreReports[place]?.userAssessmentId ?? '';
	};

	it('carries the user with exactly the report just scored, as /score shows it', async () => {
		const { call, simulator } = service();
		const key = await register();
		const userAssessmentId = await userAssessmentOf('EMP-001', 1);
		await simulator.control.score({ userAssessmentId, score: 9.1 });
		await simulator.control.idle();
		expect(isSigned(last(), Buffer.from(key))).toBe(true);
		const user = (await call('POST', '/score', { body: { uniqueIdentifier: 'EMP-001' } })).json as {
			scoreReports: unknown[];
		};
		expect(user.scoreReports).toHaveLength(3);
		expect(JSON.parse(last().body.toString())).toEqual({
			event: 'user-assessment-scored',
			data: { ...user, scoreReports: [user.scoreReports[1]] },
		});
	});

	it('is sent for scores alone, and not when it is to be kept back', async () => {
		const { control } = service().simulator;
		await register();
		const step = { userAssessmentId: await userAssessmentOf('EMP-005', 0) };
		await control.start(step);
		await control.finish(step);
		await control.needsReview(step);
		expect((await control.score({ ...step, sendEvent: false })).deliveryId).toBeNull();
		expect(await control.deliveries()).toEqual([]);
		const { deliveryId } = await control.score(step);
		await control.idle();
		expect((await control.deliveries()).map((delivery) => delivery.deliveryId)).toEqual([deliveryId]);
	});
});

describe('redelivery', () => {
	const refuse = (count: number): void => {
		for (let index = 0; index < count; index++) receiver.answers.push((response) => response.writeHead(500).end());
	};

	it('on demand: the same bytes, with the same headers or signed afresh', async () => {
		const { control } = service().simulator;
		const key = await register();
		const { deliveryId } = await example();
		await control.setClock({ advanceMs: 60_000 });
		await control.redeliver({ deliveryId, timestamp: 'same' });
		await control.idle();
		await control.redeliver({ deliveryId });
		await control.idle();
		const [first, same, fresh] = receiver.received;
		expect(same).toEqual(first);
		expect(fresh?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
		expect(fresh?.headers['x-request-timestamp']).toBe('2026-03-10T12:01:00.0000000Z');
		expect(fresh && isSigned(fresh, Buffer.from(key))).toBe(true);
		expect((await control.deliveries()).map(({ redeliveryOf }) => redeliveryOf)).toEqual([
			null,
			deliveryId,
			deliveryId,
		]);
	});

	it('until accepted, where the settings say so, and no more often than they say', async () => {
		const { control } = service().simulator;
		await control.configure({ redeliverUntilAccepted: { intervalMs: 1, maxAttempts: 3 } });
		await register();
		refuse(2);
		await example();
		expect((await control.deliveries()).map(({ status }) => status)).toEqual([500, 500, 200]);
		expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
		await control.clearDeliveries();
		await control.setClock({ advanceMs: 1000 });
		refuse(9);
		await example();
		expect((await control.deliveries()).map(({ status }) => status)).toEqual([500, 500, 500]);
		await control.clearDeliveries();
		refuse(1);
		await control.sendEvent({ event: 'forged', data: {}, headers: { 'X-Signature': 'none' } });
		await control.idle();
		expect((await control.deliveries()).map(({ status }) => status)).toEqual([500]);
	});
});

describe('events that tests make', () => {
	it('carry any body and any headers', async () => {
		const { control } = service().simulator;
		await register();
		await control.sendEvent({
			event: 'forged',
			rawBody: '{"event": 1, }',
			headers: { 'x-signature': null, 'X-Request-Timestamp': 'now', 'X-More': 'yes' },
		});
		await control.idle();
		expect(last().body.toString()).toBe('{"event": 1, }');
		expect(last().headers).toMatchObject({ 'x-request-timestamp': 'now', 'x-more': 'yes' });
		expect(last().headers).not.toHaveProperty('x-signature');
	});
});
