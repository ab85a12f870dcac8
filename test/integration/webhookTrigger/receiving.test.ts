import { STATUS_CODES } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { EventName } from '../../../nodes/api/specification/values.ts';
import type { CustomEvent } from '../../../simulator/index.ts';
import { pass } from '../support/virtualTime.ts';
import { SCORED, SCORED_EVENT, useAccount } from './support/account.ts';

const { answered, changes, control, credentials, published, registeredUrl, requests, send, trigger } = useAccount();

// The tests redeliver events themselves, so they can tell the deliveries apart under every reading.
beforeEach(async () => await control().configure({ redeliverUntilAccepted: null }));

/** How each event comes about. */
const CAUSES: Record<EventName, () => Promise<{ deliveryId: number | null }>> = {
	async 'user-assessment-scored'() {
		const [assessment] = (await control().state()).assessments;
		const { userId } = await control().addUser({ email: 'new@example.com' });
		const { userAssessmentId } = await control().assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
		return await control().score({ userAssessmentId });
	},
	'webhook-example': async () => await control().sendExample(),
};

it.each(Object.entries(CAUSES))("the event %s runs the workflow with the service's data", async (event, cause) => {
	const node = await published({ simplify: false, events: Object.keys(CAUSES) });
	const delivery = await answered((await cause()).deliveryId);
	expect(delivery).toMatchObject({ event, status: 200, error: null });
	const eventId = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
	expect(node.server.runs).toEqual([[{ json: { ...Object(JSON.parse(delivery.body)), eventId } }]]);
});

it("an event doesn't need static data that n8n hasn't saved yet, doesn't change it, and doesn't send requests", async () => {
	const node = await published();
	// The end of a test leaves what the published trigger remembers.
	await node.delete('test');
	const before = await requests();
	for (const key of Object.keys(node.staticData)) delete node.staticData[key];
	// A change would now throw an error, which gets 500.
	Object.freeze(node.staticData);
	expect(await send()).toHaveProperty('status', 200);
	expect(await send({ event: 'unknown', data: {} })).toHaveProperty('status', 200);
	expect(await send({ ...SCORED_EVENT, headers: { 'X-Signature': 'none' } })).toHaveProperty('status', 401);
	expect(node.server.runs).toHaveLength(1);
	expect(await requests()).toHaveLength(before.length);
});

const UNSIGNED = { options: { acceptUnsignedEvents: true } };
const NO_HEADERS = { 'X-Signature': null, 'X-Content-SHA256': null, 'X-Request-Timestamp': null };

it("an event with this process's signing key is rejected once another process has registered later, if that's known", async () => {
	const node = await published();
	const { deliveryId } = await send();
	await control().setClock({ advanceMs: 1_000 });
	const { url, createdAt, signingKey } = await control().registerWebhook({ url: node.url });
	const redeliver = async () => {
		return await answered((await control().redeliver({ deliveryId, timestamp: 'same' })).deliveryId);
	};
	// Without the time, the stored registration may be an old copy.
	for (const [time, status] of [
		['', 200],
		[createdAt, 401],
	] as const) {
		Object.assign(node.staticData, { url, createdAt: time, signingKey });
		expect(await redeliver()).toHaveProperty('status', status);
		expect(await send()).toHaveProperty('status', 200);
	}
	// A registration without a key doesn't make the other one's events unsigned.
	node.change(UNSIGNED);
	Object.assign(node.staticData, { createdAt: '', signingKey: '' });
	expect(await send({ ...SCORED_EVENT, headers: NO_HEADERS })).toHaveProperty('status', 401);
	// Nor does no registration at all.
	await control().registerWebhook({ url: (await trigger(UNSIGNED)).url });
	expect(await send({ ...SCORED_EVENT, headers: NO_HEADERS })).toHaveProperty('status', 401);
});

it('an event that is malformed is logged as unsigned if anyone may have sent it', async () => {
	const node = await published(UNSIGNED, { apiVersion: 'beta' });
	expect(await send({ ...SCORED_EVENT, data: {} })).toHaveProperty('status', 400);
	expect(node.log.warn).toEqual([
		expect.stringMatching(/'data' isn't a user.+\. It isn't signed, so anyone may have sent it$/),
	]);
});

const BROKEN = { filters: { statuses: "={{ $('Nowhere').first().json.x }}" } };
const UNUSABLE = { filters: { statuses: '={{ undefined }}' } };

it.each<[status: number, why: string, event?: Partial<CustomEvent>, change?: INodeParameters]>([
	// A registration with a signing key requires signatures.
	[401, 'it has no signature', { headers: NO_HEADERS }, UNSIGNED],
	[401, 'it has no signature', { headers: NO_HEADERS }, UNUSABLE],
	[401, "the signature doesn't match", { headers: { 'X-Signature': 'Algorithm=HMAC-SHA256; Signature=AAAA' } }],
	[401, "its body couldn't be read"],
	[400, "'data' isn't a user", { data: {} }],
	[400, "the body isn't a JSON object", { event: '', rawBody: 'oops' }],
	// An expression can stop returning a value.
	[500, "a parameter can't be used: Referenced node doesn't exist", {}, BROKEN],
	[500, "a parameter can't be used: The expression in 'Statuses' didn't return a value", {}, UNUSABLE],
])('an event gets %i, and the log says without keys that %s', async (status, why, event, change = {}) => {
	const node = await published();
	node.change(change);
	node.server.breaksOff = why === "its body couldn't be read";
	const answer = { status, answer: STATUS_CODES[status] };
	expect(await send({ ...SCORED_EVENT, ...event })).toMatchObject(answer);
	expect(node.server.runs).toEqual([]);
	expect(node.log.warn).toEqual([expect.stringContaining(`An event was rejected because ${why}`)]);
	expect(node.log.warn[0]).not.toContain(node.staticData.signingKey);
	expect(node.log.warn[0]).not.toContain(credentials().apiKey);
});

it.each([
	[401, 30, 60],
	[401, '={{ "" }}', 660],
	[200, 0, 660],
])('an event gets %i if Max Event Age is %j and the event is %i seconds old', async (status, maxEventAge, seconds) => {
	await control().setClock({ advanceMs: -seconds * 1_000 });
	pass(660_000);
	await published({ options: { maxEventAge } });
	expect((await send()).status).toBe(status);
});

it("an event that the parameters exclude gets 200 and doesn't start the workflow, and the debug log says why", async () => {
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
	for (let score = 0; score < 20; score++) {
		// Only the first delivery has two new scores.
		const scoreReports = [score, score + 1].map((one) => ({ ...report, score: one }));
		await send({ ...SCORED_EVENT, data: { ...SCORED, scoreReports } });
	}
	expect(node.server.runs.map((items) => items.length)).toEqual([1, 2, ...Array<number>(19).fill(1)]);
	const reasons = [...ignored.map(([, reason]) => reason), 'it has been handled before'];
	expect(node.log.debug).toEqual(reasons.map((reason) => `An event didn't start the workflow because ${reason}`));
	expect(node.log.warn).toEqual([]);
});

it.each([
	[200, 'same'],
	[300, 'fresh'],
	[404, 'same'],
] as const)('an event answered with %i and redelivered with the %s timestamp runs once', async (first, timestamp) => {
	const node = await published();
	if (first !== 200) node.server.failures.push(first);
	const { deliveryId, status } = await send();
	expect([status, node.server.runs.length]).toEqual([first, first === 200 ? 1 : 0]);
	const again = await control().redeliver({ deliveryId, timestamp });
	expect((await answered(again.deliveryId)).status).toBe(200);
	expect(node.server.runs).toHaveLength(1);
});

it('an event that one workflow has handled still starts a different workflow, and every test', async () => {
	const first = await published();
	await send();
	const second = await published({ options: { replaceExistingWebhook: true } });
	await send();
	await second.delete();
	expect([first.server.runs.length, second.server.runs.length]).toEqual([1, 1]);
	await second.activate('test');
	const began = monotonicClock.now();
	expect(await send()).toHaveProperty('status', 200);
	// It can take n8n a second to save that the test is listening, and the service waits five seconds for the response.
	const heldMs = monotonicClock.now() - began;
	expect(heldMs > 1_000 && heldMs < 4_000).toBe(true);
	await send();
	expect(second.server.runs).toHaveLength(3);
});

it('a test requests the example event, and listens even if that fails', async () => {
	await control().inject({ match: { path: '/webhook/example' }, fault: { kind: 'status', status: 500 } });
	const node = await trigger({ events: Object.keys(CAUSES) });
	await node.activate('test');
	expect(await changes()).toContain('POST /webhook/example');
	expect(await registeredUrl()).toBe(node.testUrl);
});
