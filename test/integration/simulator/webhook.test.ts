import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CustomEvent, Settings, User } from '../../../simulator/index.ts';
import { NOON, useSimulator } from './harness.ts';
import { useReceiver } from './receiver.ts';

/** The webhook endpoints and the events (specification: Events), delivered to a real receiver. */

const { call, configure, control, post, statusOf } = useSimulator();
const receiver = useReceiver();

const register = async (): Promise<string> =>
	(await post<{ signingKey: string }>('/webhook', { url: receiver.url })).signingKey;

async function example(): Promise<void> {
	expect(await statusOf('POST', '/webhook/example')).toBe(200);
	await control().idle();
}

const last = () => receiver.received.at(-1) ?? { method: '', url: '', headers: {}, body: '' };

/** Checks a signature by the received request alone (specification: Signature). */
function isSigned(key: string, bytes: BufferEncoding = 'utf8'): boolean {
	const { headers, body } = last();
	const hash = createHash('sha256').update(body).digest('base64');
	const text = `${String(headers['x-content-sha256'])};${String(headers['x-request-timestamp'])}`;
	const signature = createHmac('sha256', Buffer.from(key, bytes)).update(text).digest('base64');
	return (
		headers['x-content-sha256'] === hash && headers['x-signature'] === `Algorithm=HMAC-SHA256; Signature=${signature}`
	);
}

it('the webhook is registered, replaced with a new key and time, and removed', async () => {
	const found = async (): Promise<unknown[]> => {
		const { status, json, text } = await call('GET', '/webhook');
		return [status, json ?? text];
	};
	expect(await found()).toEqual([204, '']);
	const first = await register();
	const createdAt = '2026-03-10T12:00:00.0000000+00:00';
	expect(await found()).toEqual([200, { url: receiver.url, createdAt }]);
	await control().setClock({ advanceMs: 1000 });
	const second = await register();
	expect(await found()).toEqual([200, { url: receiver.url, createdAt: createdAt.replace(':00.', ':01.') }]);
	await example();
	expect([isSigned(first), isSigned(second)]).toEqual([false, true]);
	expect([await statusOf('DELETE', '/webhook'), await found()]).toEqual([204, [204, '']]);
	expect(await statusOf('DELETE', '/webhook')).toBe(204);
});

it('the example event is JSON of a made-up user without reports', async () => {
	await register();
	await example();
	const { method, url, headers, body } = last();
	expect([method, url, headers['content-type']]).toEqual(['POST', '/hooks/scores?from=service', 'application/json']);
	const data = expect.objectContaining({ userId: '00000000-0000-0000-0000-000000000000', scoreReports: [] }) as object;
	expect(JSON.parse(body)).toEqual({ event: 'webhook-example', data });
});

it('user-assessment-scored is sent only for scores, with the newly scored report as /score shows it', async () => {
	await register();
	const { scoreReports: reports } = await control().user({ uniqueIdentifier: 'EMP-001' });
	const step = { userAssessmentId: reports[1]?.userAssessmentId ?? '' };
	await control().needsReview(step);
	expect((await control().score({ ...step, sendEvent: false })).deliveryId).toBeNull();
	expect(await control().deliveries()).toEqual([]);
	const { deliveryId } = await control().score({ ...step, score: 9.1 });
	await control().idle();
	expect(await control().deliveries()).toMatchObject([{ deliveryId }]);
	const user = await post<User>('/score', { uniqueIdentifier: 'EMP-001' });
	const data = { ...user, scoreReports: [user.scoreReports[1]] };
	expect(JSON.parse(last().body)).toEqual({ event: 'user-assessment-scored', data });
});

it("events of a webhook that the deprecated version registered aren't signed, and lack its missing fields", async () => {
	const { status, text } = await call('POST', '/webhook', { version: 'beta', body: { url: receiver.url } });
	expect([status, text]).toEqual([200, '']);
	const { userAssessmentId = '' } = (await control().user({ uniqueIdentifier: 'EMP-001' })).scoreReports[0] ?? {};
	await control().score({ userAssessmentId });
	await control().idle();
	expect(Object.keys(last().headers).filter((name) => name.startsWith('x-'))).toEqual([]);
	const { data } = JSON.parse(last().body) as { data: User };
	expect(Object.keys(data)).toEqual(['userId', 'uniqueIdentifier', 'scoreReports']);
	expect(data.scoreReports[0]).not.toHaveProperty('certificateUrl');
	expect(data.scoreReports[0]?.openResponses[0]?.responseAudioUrl).toMatch(/^2020q1\/response-audio\//);
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
])('with the settings %j, a key matches %s, and an event is signed at %s', async (settings, form, timestamp) => {
	await configure(settings);
	await control().setClock({ advanceMs: 7 });
	const key = await register();
	expect(key).toMatch(form);
	await example();
	expect(last().headers['x-request-timestamp']).toBe(timestamp);
	expect(isSigned(key, settings.signingKeyBytes)).toBe(true);
});

it.each<[string, refusals: number, Pick<CustomEvent, 'headers'>, number[]]>([
	['until it is accepted', 2, {}, [500, 500, 200]],
	['as often as the settings say', 3, {}, [500, 500, 500]],
	['zero times with custom headers', 1, { headers: { 'X-Signature': 'none' } }, [500]],
])('a refused delivery is retried %s', async (_how, refusals, changed, expected) => {
	await configure({ redeliverUntilAccepted: { intervalMs: 1, maxAttempts: 3 } });
	await register();
	for (let count = 0; count < refusals; count++) receiver.answers.push((response) => response.writeHead(500).end());
	await control().sendEvent({ event: 'any', data: {}, ...changed });
	await control().idle();
	expect((await control().deliveries()).map(({ status }) => status)).toEqual(expected);
	expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});
