import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { CustomEvent, Delivery, Settings } from '../../../simulator/index.ts';
import { NOON, useSimulator } from './harness.ts';
import { useReceiver, type Received } from './receiver.ts';

/** The webhook endpoints and the events (specification: Events), delivered to a real receiver. */

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

const NOTHING: Received = { method: '', url: '', headers: {}, body: '' };
const last = (): Received => receiver.received.at(-1) ?? NOTHING;

/** Checks a signature from what arrived alone (specification: Signature). */
const isSigned = (key: string, bytes: BufferEncoding = 'utf8'): boolean => {
	const { headers, body } = last();
	const hash = createHash('sha256').update(body).digest('base64');
	const text = `${String(headers['x-content-sha256'])};${String(headers['x-request-timestamp'])}`;
	const signature = createHmac('sha256', Buffer.from(key, bytes)).update(text).digest('base64');
	return (
		headers['x-content-sha256'] === hash && headers['x-signature'] === `Algorithm=HMAC-SHA256; Signature=${signature}`
	);
};

it('is registered, replaced with a new key and time, and removed', async () => {
	const { call, simulator } = service();
	const found = async (): Promise<unknown[]> => {
		const { status, json, text } = await call('GET', '/webhook');
		return [status, json ?? text];
	};
	expect(await found()).toEqual([204, '']);
	const first = await register();
	const createdAt = '2026-03-10T12:00:00.0000000+00:00';
	expect(await found()).toEqual([200, { url: receiver.url, createdAt }]);
	await simulator.control.setClock({ advanceMs: 1000 });
	const second = await register();
	expect(await found()).toEqual([200, { url: receiver.url, createdAt: createdAt.replace(':00.', ':01.') }]);
	await example();
	expect([isSigned(first), isSigned(second)]).toEqual([false, true]);
	expect([(await call('DELETE', '/webhook')).status, await found()]).toEqual([204, [204, '']]);
	expect((await call('DELETE', '/webhook')).status).toBe(204);
});

describe('delivery', () => {
	it('posts JSON to the registered address', async () => {
		await register();
		await example();
		const { method, url, headers, body } = last();
		expect([method, url, headers['content-type']]).toEqual(['POST', '/hooks/scores?from=service', 'application/json']);
		expect(JSON.parse(body)).toEqual({
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

	it.each<[Partial<Settings>, key: RegExp, timestamp: string]>([
		[{}, /^[A-Za-z0-9+/]{43}=$/, '2026-03-10T12:00:00.0077089Z'],
		[{ signingKeyBytes: 'base64', timestampForm: 'isoOffset' }, /=$/, '2026-03-10T14:00:00.0077089+02:00'],
		[
			{ signingKeyForm: 'hex', signingKeyBytes: 'hex', timestampForm: 'unixSeconds' },
			/^[0-9a-f]{64}$/,
			String(NOON / 1000),
		],
		[{ signingKeyForm: 'text', timestampForm: 'unixMilliseconds' }, /^[!-~]{32}$/, String(NOON + 7)],
		[{ timestampForm: 'httpDate' }, /=$/, 'Tue, 10 Mar 2026 12:00:00 GMT'],
		[{ timestampForm: 'dotNet' }, /=$/, '3/10/2026 12:00:00 +00:00'],
		[{ timestampForm: 'dotNetShort' }, /=$/, '3/10/2026 12:00:00 PM'],
		[{ timestampForm: 'spaced' }, /=$/, '2026-03-10 12:00:00 UTC'],
	])('is signed under %j', async (settings, form, timestamp) => {
		await service().simulator.control.configure(settings);
		await service().simulator.control.setClock({ advanceMs: 7 });
		const key = await register();
		expect(key).toMatch(form);
		await example();
		expect(last().headers['x-request-timestamp']).toBe(timestamp);
		expect(isSigned(key, settings.signingKeyBytes)).toBe(true);
	});

	it.each<[string, (response: ServerResponse) => void, outcome: unknown, url?: string]>([
		['too late', () => undefined, 'No answer within 1000 ms'],
		['broken', (response) => response.socket?.destroy(), 'other side closed'],
		['a redirect', (response) => response.writeHead(307, { location: receiver.url }).end(), 307],
		['nobody', () => undefined, expect.stringContaining('ECONNREFUSED'), 'http://127.0.0.1:9/'],
	])('says what came of it: %s', async (_what, answer, outcome, url) => {
		await service().simulator.control.configure({ deliveryTimeoutMs: 1_000 });
		receiver.answers.push(answer);
		await register(url);
		const { status, error } = await example();
		expect(error ?? status).toEqual(outcome);
		expect(receiver.received).toHaveLength(url === undefined ? 1 : 0);
	});

	it.each<[string, refusals: number, Pick<CustomEvent, 'headers'>, number[]]>([
		['until accepted', 2, {}, [500, 500, 200]],
		['as often as the settings say', 3, {}, [500, 500, 500]],
		['never with other headers', 1, { headers: { 'X-Signature': 'none' } }, [500]],
	])('is repeated %s', async (_how, refusals, changed, expected) => {
		const { control } = service().simulator;
		await control.configure({ redeliverUntilAccepted: { intervalMs: 1, maxAttempts: 3 } });
		await register();
		for (let count = 0; count < refusals; count++) receiver.answers.push((response) => response.writeHead(500).end());
		await control.sendEvent({ event: 'any', data: {}, ...changed });
		await control.idle();
		expect((await control.deliveries()).map(({ status }) => status)).toEqual(expected);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
	});
});

it('user-assessment-scored: for scores alone, with exactly the report just scored, as /score shows it', async () => {
	const { call, simulator } = service();
	const { control } = simulator;
	await register();
	const { scoreReports: reports } = await control.user({ uniqueIdentifier: 'EMP-001' });
	const step = { userAssessmentId: reports[1]?.userAssessmentId ?? '' };
	await control.needsReview(step);
	expect((await control.score({ ...step, sendEvent: false })).deliveryId).toBeNull();
	expect(await control.deliveries()).toEqual([]);
	const { deliveryId } = await control.score({ ...step, score: 9.1 });
	await control.idle();
	expect(await control.deliveries()).toMatchObject([{ deliveryId }]);
	const { json } = await call('POST', '/score', { body: { uniqueIdentifier: 'EMP-001' } });
	const user = json as { scoreReports: unknown[] };
	expect(user.scoreReports).toHaveLength(3);
	const data = { ...user, scoreReports: [user.scoreReports[1]] };
	expect(JSON.parse(last().body)).toEqual({ event: 'user-assessment-scored', data });
});
