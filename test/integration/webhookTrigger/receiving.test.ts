import { once } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Delivery, SimulatorControl } from '../../../simulator/index.ts';
import { useSimulator } from '../support/simulator.ts';
import { SCORED } from './support/scored.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

/** Sends an event to whatever is registered and waits for the answer. */
async function send(event: Parameters<SimulatorControl['sendEvent']>[0]): Promise<Delivery> {
	const { control } = service().simulator;
	const { deliveryId } = await control.sendEvent(event);
	return await answered(deliveryId);
}

async function answered(deliveryId: number | null): Promise<Delivery> {
	const { control } = service().simulator;
	await control.idle();
	const delivery = (await control.deliveries()).find((candidate) => candidate.deliveryId === deliveryId);
	if (delivery === undefined) throw new Error(`No delivery ${deliveryId}`);
	return delivery;
}

async function scoreSomething(): Promise<Delivery> {
	const { control } = service().simulator;
	const [assessment] = (await control.state()).assessments;
	const { userId } = await control.addUser({ email: 'new@example.com' });
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	return await answered((await control.score({ userAssessmentId })).deliveryId);
}

const scored = { event: 'user-assessment-scored', data: SCORED };

describe('events of the service', () => {
	it('a scored assessment runs the workflow with what the service sent', async () => {
		const { credentials } = service();
		const node = await trigger(credentials, { simplify: false });
		await node.activate();
		const delivery = await scoreSomething();
		expect(delivery).toMatchObject({ status: 200, error: null });
		const sent: unknown = JSON.parse(delivery.body);
		expect(node.server.runs).toEqual([
			[{ json: { ...Object(sent), eventId: expect.stringMatching(/^[0-9a-f]{64}$/) } }],
		]);
	});

	it.each([
		['base64', 'utf8'],
		['base64', 'base64'],
		['hex', 'hex'],
		['hex', 'utf8'],
		['text', 'utf8'],
	] as const)('are verified with a key given as %s and used as %s', async (signingKeyForm, signingKeyBytes) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ signingKeyForm, signingKeyBytes });
		const node = await trigger(credentials);
		await node.activate();
		expect((await send(scored)).status).toBe(200);
	});

	it.each(['iso', 'isoOffset', 'unixSeconds', 'unixMilliseconds', 'httpDate'] as const)(
		'are verified with a timestamp in the form %s',
		async (timestampForm) => {
			const { simulator, credentials } = service();
			await simulator.control.configure({ timestampForm });
			const node = await trigger(credentials);
			await node.activate();
			expect((await send(scored)).status).toBe(200);
		},
	);

	it('are verified before the registration could be saved', async () => {
		const node = await trigger(service().credentials);
		await node.activate();
		for (const key of Object.keys(node.staticData.production)) delete node.staticData.production[key];
		expect((await send(scored)).status).toBe(200);
		expect(node.server.runs).toHaveLength(1);
	});

	it('leave static data and the service alone', async () => {
		const node = await trigger(service().credentials);
		await node.activate();
		const before = await service().requests();
		const stored = JSON.stringify(node.staticData.production);
		const isChanged = Object.getOwnPropertyDescriptor(node.staticData.production, '__dataChanged');
		Object.defineProperty(node.staticData.production, '__dataChanged', { ...isChanged, value: false });
		await send(scored);
		await send({ event: 'unknown', data: {} });
		await send({ ...scored, headers: { 'X-Signature': 'none' } });
		expect(JSON.stringify(node.staticData.production)).toBe(stored);
		expect(node.staticData.production.__dataChanged).toBe(false);
		expect(await service().requests()).toHaveLength(before.length);
	});
});

describe('what is not proven to be an event of the service', () => {
	it.each([
		['no signature', { ...scored, headers: { 'X-Signature': null } }],
		['a made-up signature', { ...scored, headers: { 'X-Signature': 'Algorithm=HMAC-SHA256; Signature=AAAA' } }],
		['another hash', { ...scored, headers: { 'X-Content-SHA256': 'AAAA' } }],
		['another timestamp', { ...scored, headers: { 'X-Request-Timestamp': '1795234440' } }],
	])('%s: 401, nothing runs, and the log says so once without the key', async (_what, event) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ redeliverUntilAccepted: null });
		const node = await trigger(credentials);
		await node.activate();
		expect(await send(event)).toMatchObject({ status: 401, answer: 'Unauthorized' });
		expect(node.server.runs).toEqual([]);
		expect(node.log.warn).toEqual([expect.stringMatching(/^An event was rejected because \S/)]);
		const { signingKey } = node.staticData.production;
		expect(node.log.warn[0]).not.toContain(signingKey);
		expect(node.log.warn[0]).not.toContain(credentials.apiKey);
	});

	it('too old by the option', async () => {
		const { simulator, credentials } = service();
		await simulator.control.setClock({ advanceMs: -60_000 });
		const strict = await trigger(credentials, { options: { maxEventAge: 30 } });
		await strict.activate();
		expect((await send(scored)).status).toBe(401);
		const empty = await trigger(credentials, { options: { maxEventAge: '={{ "" }}', replaceExistingWebhook: true } });
		await empty.activate();
		await simulator.control.setClock({ advanceMs: -600_000 });
		expect((await send(scored)).status).toBe(401);
		const lenient = await trigger(credentials, { options: { maxEventAge: 0, replaceExistingWebhook: true } });
		await lenient.activate();
		expect((await send(scored)).status).toBe(200);
	});

	it('unsigned, although unsigned events are accepted, since the registration gave a key', async () => {
		const node = await trigger(service().credentials, { options: { acceptUnsignedEvents: true } });
		await node.activate();
		const headers = { 'X-Signature': null, 'X-Content-SHA256': null, 'X-Request-Timestamp': null };
		expect((await send({ ...scored, headers })).status).toBe(401);
	});

	it('what breaks off before its body was read', async () => {
		const node = await trigger(service().credentials);
		await node.activate();
		node.server.breaksOff = true;
		expect((await send(scored)).status).toBe(401);
		expect(node.server.runs).toEqual([]);
		expect(node.log.debug).toEqual(['The body of an event could not be read']);
		expect(node.log.warn).toEqual(['An event was rejected because its body could not be read']);
	});

	it('anything while nothing is stored', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials, { options: { acceptUnsignedEvents: true } });
		await simulator.control.registerWebhook({ url: node.url });
		expect((await send(scored)).status).toBe(401);
	});
});

describe('events that do not run', () => {
	it.each([
		['an unknown kind', { event: 'user-deleted', data: {} }, 200, 'OK'],
		['an example not selected', { event: 'webhook-example', data: { userId: 'u', scoreReports: [] } }, 200, 'OK'],
		['another shape', { event: 'user-assessment-scored', data: {} }, 400, 'Bad Request'],
		['a JSON text', { event: '', rawBody: '"text"' }, 400, 'Bad Request'],
		['no JSON', { event: '', rawBody: 'oops' }, 400, 'Bad Request'],
	])('%s', async (_what, event, status, answer) => {
		const node = await trigger(service().credentials);
		await node.activate();
		expect(await send(event)).toMatchObject({ status, answer });
		expect(node.server.runs).toEqual([]);
		expect(node.log.warn.length > 0).toBe(status === 400);
	});

	it('are in the debug log with the reason', async () => {
		const node = await trigger(service().credentials, { filters: { statuses: ['Completed'] } });
		await node.activate();
		const [report] = SCORED.scoreReports;
		const inReview = { ...SCORED, scoreReports: [{ ...report, status: 'NeedsReview' }] };
		const ignored = [
			[{ ...scored, data: inReview }, 'the filters exclude it'],
			[{ event: 'user-deleted', data: {} }, 'its kind is not known'],
			[{ event: 'webhook-example', data: SCORED }, "'Trigger On' does not name its kind"],
		] as const;
		for (const [event] of ignored) expect((await send(event)).status).toBe(200);
		expect(node.server.runs).toEqual([]);
		for (let delivery = 0; delivery < 2; delivery++) await send(scored);
		expect(node.server.runs).toHaveLength(1);
		const reasons = [...ignored.map(([, reason]) => reason), 'it has been handled before'];
		expect(node.log.debug).toEqual(reasons.map((reason) => `An event did not start the workflow because ${reason}`));
	});

	it.each<[what: string, parameters: INodeParameters, runs: number]>([
		['one name', { filters: { assessmentNames: '={{ "Another" }}' } }, 0],
		['a number as a name', { filters: { assessmentNames: '={{ [2026] }}' } }, 0],
		['statuses in one text', { filters: { statuses: '={{ "Completed, NeedsReview" }}' } }, 1],
		['events in one text', { events: '={{ "webhook-example,user-assessment-scored" }}' }, 1],
	])('filters given by an expression: %s', async (_what, parameters, runs) => {
		const node = await trigger(service().credentials, parameters);
		await node.activate();
		expect((await send(scored)).status).toBe(200);
		expect(node.server.runs).toHaveLength(runs);
	});
});

describe('redeliveries', () => {
	// By hand, so that each can be told from the others under every reading.
	beforeEach(async () => await service().simulator.control.configure({ redeliverUntilAccepted: null }));

	it.each(['same', 'fresh'] as const)(
		'of a handled event are answered and not run (%s timestamp)',
		async (timestamp) => {
			const { simulator, credentials } = service();
			const node = await trigger(credentials);
			await node.activate();
			const { deliveryId } = await send(scored);
			const again = await simulator.control.redeliver({ deliveryId, timestamp });
			expect((await answered(again.deliveryId)).status).toBe(200);
			expect(node.server.runs).toHaveLength(1);
		},
	);

	it.each([300, 404, 500])('of an event whose first delivery was answered with %i run', async (failure) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		node.server.failures.push(failure);
		const { deliveryId, status } = await send(scored);
		expect({ status, runs: node.server.runs.length }).toEqual({ status: failure, runs: 0 });
		await simulator.control.redeliver({ deliveryId });
		await simulator.control.idle();
		expect(node.server.runs).toHaveLength(1);
	});

	it('while the first delivery is being answered wait for it', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const { promise, resolve } = Promise.withResolvers<void>();
		node.server.hold = () => promise;
		for (let delivery = 0; delivery < 5; delivery++) await simulator.control.sendEvent(scored);
		resolve();
		await simulator.control.idle();
		expect(node.server.runs).toHaveLength(1);
		expect((await simulator.control.deliveries()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	it.each(['busy', 'hold'] as const)('of an event whose sender hung up before the answer run (%s)', async (when) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ deliveryTimeoutMs: 1_000 });
		const node = await trigger(credentials);
		await node.activate();
		node.server[when] = async (response) => void (response.closed || (await once(response, 'close')));
		const { deliveryId, error } = await send(scored);
		expect(error).toContain('No answer');
		node.server[when] = undefined;
		await simulator.control.configure({ deliveryTimeoutMs: 5_000 });
		const { status } = await answered((await simulator.control.redeliver({ deliveryId })).deliveryId);
		expect({ status, runs: node.server.runs.length }).toEqual({ status: 200, runs: 2 });
	});

	it('of another result of the same assessment run', async () => {
		const node = await trigger(service().credentials);
		await node.activate();
		await send(scored);
		const scoreReports = SCORED.scoreReports.map((report) => ({ ...report, score: 8 }));
		await send({ ...scored, data: { ...SCORED, scoreReports } });
		expect(node.server.runs).toHaveLength(2);
	});

	it('of unsigned examples run each time, since nothing tells them apart', async () => {
		const { credentials } = service();
		const events = ['webhook-example', 'user-assessment-scored'];
		const node = await trigger(
			{ ...credentials, apiVersion: 'beta' },
			{ events, options: { acceptUnsignedEvents: true } },
		);
		await node.activate();
		for (let delivery = 0; delivery < 2; delivery++) await send({ event: 'webhook-example', data: SCORED });
		expect(node.server.runs).toHaveLength(2);
	});

	it('do not count between workflows, nor while testing', async () => {
		const { simulator, credentials } = service();
		const first = await trigger(credentials);
		await first.activate();
		await send(scored);
		const second = await trigger(credentials, { options: { replaceExistingWebhook: true } });
		await second.activate();
		await send(scored);
		await second.delete();
		expect([first.server.runs.length, second.server.runs.length]).toEqual([1, 1]);
		await second.activate('test');
		await send(scored);
		await send(scored);
		expect(second.server.runs).toHaveLength(3);
		await simulator.control.idle();
	});
});
