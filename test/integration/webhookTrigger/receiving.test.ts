import { once } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Delivery } from '../../../simulator/index.ts';
import { SCORED, SCORED_EVENT, useAccount } from './support/account.ts';

const { answered, control, credentials, published, requests, send } = useAccount();

async function scoreSomething(): Promise<Delivery> {
	const [assessment] = (await control().state()).assessments;
	const { userId } = await control().addUser({ email: 'new@example.com' });
	const { userAssessmentId } = await control().assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	return await answered((await control().score({ userAssessmentId })).deliveryId);
}

describe('events of the service', () => {
	it('a scored assessment runs the workflow with what the service sent', async () => {
		const node = await published({ simplify: false });
		const delivery = await scoreSomething();
		expect(delivery).toMatchObject({ status: 200, error: null });
		const sent: unknown = JSON.parse(delivery.body);
		expect(node.server.runs).toEqual([
			[{ json: { ...Object(sent), eventId: expect.stringMatching(/^[0-9a-f]{64}$/) } }],
		]);
	});

	it('are verified before the registration could be saved', async () => {
		const node = await published();
		for (const key of Object.keys(node.staticData.production)) delete node.staticData.production[key];
		expect((await send()).status).toBe(200);
		expect(node.server.runs).toHaveLength(1);
	});

	it('leave static data and the service alone', async () => {
		const node = await published();
		const before = await requests();
		const stored = JSON.stringify(node.staticData.production);
		const isChanged = Object.getOwnPropertyDescriptor(node.staticData.production, '__dataChanged');
		Object.defineProperty(node.staticData.production, '__dataChanged', { ...isChanged, value: false });
		await send();
		await send({ event: 'unknown', data: {} });
		await send({ ...SCORED_EVENT, headers: { 'X-Signature': 'none' } });
		expect(JSON.stringify(node.staticData.production)).toBe(stored);
		expect(node.staticData.production.__dataChanged).toBe(false);
		expect(await requests()).toHaveLength(before.length);
	});
});

describe('what is not proven to be an event of the service', () => {
	beforeEach(async () => await control().configure({ redeliverUntilAccepted: null }));

	it.each<[what: string, headers: Record<string, string | null>]>([
		['no signature', { 'X-Signature': null }],
		['a made-up signature', { 'X-Signature': 'Algorithm=HMAC-SHA256; Signature=AAAA' }],
		['another timestamp', { 'X-Request-Timestamp': '1795234440' }],
	])('%s: 401, nothing runs, and the log says so once without the key', async (_what, headers) => {
		const node = await published();
		expect(await send({ ...SCORED_EVENT, headers })).toMatchObject({ status: 401, answer: 'Unauthorized' });
		expect(node.server.runs).toEqual([]);
		expect(node.log.warn).toEqual([expect.stringMatching(/^An event was rejected because \S/)]);
		const { signingKey } = node.staticData.production;
		expect(node.log.warn[0]).not.toContain(signingKey);
		expect(node.log.warn[0]).not.toContain(credentials().apiKey);
	});

	it('too old by the option', async () => {
		await control().setClock({ advanceMs: -60_000 });
		await published({ options: { maxEventAge: 30 } });
		expect((await send()).status).toBe(401);
		await published({ options: { maxEventAge: '={{ "" }}', replaceExistingWebhook: true } });
		await control().setClock({ advanceMs: -600_000 });
		expect((await send()).status).toBe(401);
		await published({ options: { maxEventAge: 0, replaceExistingWebhook: true } });
		expect((await send()).status).toBe(200);
	});

	it('unsigned, although unsigned events are accepted, since the registration gave a key', async () => {
		await published({ options: { acceptUnsignedEvents: true } });
		const headers = { 'X-Signature': null, 'X-Content-SHA256': null, 'X-Request-Timestamp': null };
		expect((await send({ ...SCORED_EVENT, headers })).status).toBe(401);
	});

	it('what breaks off before its body was read', async () => {
		const node = await published();
		node.server.breaksOff = true;
		expect((await send()).status).toBe(401);
		expect(node.server.runs).toEqual([]);
		expect(node.log.warn).toEqual(['An event was rejected because its body could not be read']);
	});
});

describe('events that do not run', () => {
	it.each([
		['another shape', { event: 'user-assessment-scored', data: {} }],
		['no JSON', { event: '', rawBody: 'oops' }],
	])('%s: 400', async (_what, event) => {
		const node = await published();
		expect(await send(event)).toMatchObject({ status: 400, answer: 'Bad Request' });
		expect(node.server.runs).toEqual([]);
		expect(node.log.warn.length).toBeGreaterThan(0);
	});

	it('are otherwise answered with success, and in the debug log with the reason', async () => {
		const node = await published({ filters: { statuses: ['Completed'] } });
		const [report] = SCORED.scoreReports;
		const inReview = { ...SCORED, scoreReports: [{ ...report, status: 'NeedsReview' }] };
		const ignored = [
			[{ ...SCORED_EVENT, data: inReview }, 'the filters exclude it'],
			[{ event: 'user-deleted', data: {} }, 'its event type is unknown'],
			[{ event: 'webhook-example', data: SCORED }, "'Trigger On' doesn't include its event type"],
		] as const;
		for (const [event] of ignored) expect(await send(event)).toMatchObject({ status: 200, answer: 'OK' });
		expect(node.server.runs).toEqual([]);
		for (let delivery = 0; delivery < 2; delivery++) await send();
		expect(node.server.runs).toHaveLength(1);
		const reasons = [...ignored.map(([, reason]) => reason), 'it has been handled before'];
		expect(node.log.debug).toEqual(reasons.map((reason) => `An event did not start the workflow because ${reason}`));
		expect(node.log.warn).toEqual([]);
	});
});

describe('redeliveries', () => {
	// By hand, so that each can be told from the others under every reading.
	beforeEach(async () => await control().configure({ redeliverUntilAccepted: null }));

	it.each(['same', 'fresh'] as const)(
		'of a handled event are answered and not run (%s timestamp)',
		async (timestamp) => {
			const node = await published();
			const { deliveryId } = await send();
			const again = await control().redeliver({ deliveryId, timestamp });
			expect((await answered(again.deliveryId)).status).toBe(200);
			expect(node.server.runs).toHaveLength(1);
		},
	);

	it.each([300, 404, 500])('of an event whose first delivery was answered with %i run', async (failure) => {
		const node = await published();
		node.server.failures.push(failure);
		const { deliveryId, status } = await send();
		expect({ status, runs: node.server.runs.length }).toEqual({ status: failure, runs: 0 });
		await control().redeliver({ deliveryId });
		await control().idle();
		expect(node.server.runs).toHaveLength(1);
	});

	it('while the first delivery is being answered do not run', async () => {
		const node = await published();
		const { promise, resolve } = Promise.withResolvers<void>();
		node.server.hold = () => promise;
		for (let delivery = 0; delivery < 5; delivery++) await control().sendEvent(SCORED_EVENT);
		resolve();
		await control().idle();
		expect(node.server.runs).toHaveLength(1);
		expect((await control().deliveries()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	it('of an event whose sender hung up do not run, since n8n runs it', async () => {
		await control().configure({ deliveryTimeoutMs: 1_000 });
		const node = await published();
		node.server.hold = async (response) => void (await once(response, 'close'));
		const { deliveryId, error } = await send();
		expect(error).toContain('No answer');
		node.server.hold = undefined;
		await control().configure({ deliveryTimeoutMs: 5_000 });
		const { status } = await answered((await control().redeliver({ deliveryId })).deliveryId);
		expect({ status, runs: node.server.runs.length }).toEqual({ status: 200, runs: 1 });
	});

	it('do not count between workflows, nor while testing', async () => {
		const first = await published();
		await send();
		const second = await published({ options: { replaceExistingWebhook: true } });
		await send();
		await second.delete();
		expect([first.server.runs.length, second.server.runs.length]).toEqual([1, 1]);
		await second.activate('test');
		await send();
		await send();
		expect(second.server.runs).toHaveLength(3);
	});
});
