import { expect, it } from 'vitest';
import type { CustomEvent, Settings } from '../../../simulator/index.ts';
import { run } from '../action/support.ts';
import { SCORED_EVENT, useAccount } from '../webhookTrigger/support/account.ts';

/** The service's own events (specification: Events, Signature), and the trigger that receives them. */

const { answered, control, credentials, published, send } = useAccount();

/** Registers a webhook that never answers, and returns a report whose score is sent to it. */
async function reportToScore(apiVersion = '2020q3') {
	await run({ ...credentials(), apiVersion }, 'webhook.create', { url: 'https://127.0.0.1:9/' });
	const { scoreReports } = await control().user({ uniqueIdentifier: 'EMP-001' });
	return { userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' };
}

it('user-assessment-scored is sent only for scores, with nothing but the newly scored report', async () => {
	const report = await reportToScore();
	await control().needsReview(report);
	expect((await control().score({ ...report, sendEvent: false })).deliveryId).toBeNull();
	const { body } = await answered((await control().score({ ...report, score: 9.1 })).deliveryId);
	expect(await control().deliveries()).toHaveLength(1);
	const { email, scoreReports } = await control().user({ uniqueIdentifier: 'EMP-001' });
	const data = { email, scoreReports: [scoreReports[0]] };
	expect(JSON.parse(body)).toMatchObject({ event: 'user-assessment-scored', data });
});

it("events of a webhook that the deprecated version registered aren't signed, and lack its missing fields", async () => {
	const report = await reportToScore('beta');
	const { body, headers } = await answered((await control().score(report)).deliveryId);
	expect(Object.keys(headers)).toEqual(['content-type']);
	const { data } = JSON.parse(body) as { data: object };
	expect(Object.keys(data)).toEqual(['userId', 'uniqueIdentifier', 'scoreReports']);
	expect(body).toContain('"responseAudioUrl":"2020q1/response-audio/');
	expect(body).not.toContain('certificateUrl');
});

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

it.each<[Partial<Settings>, key: RegExp, timestamp: RegExp]>([
	[{}, BASE64, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/],
	[{ signingKeyBytes: 'base64', timestampForm: 'isoOffset' }, BASE64, /^\S+T\S+\+02:00$/],
	[{ signingKeyForm: 'hex', signingKeyBytes: 'hex', timestampForm: 'unixSeconds' }, /^[0-9a-f]{64}$/, /^\d{10}$/],
	[{ signingKeyForm: 'text', timestampForm: 'unixMilliseconds' }, /^[!-~]{32}$/, /^\d{13}$/],
	[{ timestampForm: 'httpDate' }, BASE64, /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
	[{ timestampForm: 'dotNet' }, BASE64, /^\d+\/\d+\/\d{4} \d+:\d\d:\d\d \+00:00$/],
	[{ timestampForm: 'dotNetShort' }, BASE64, /^\d+\/\d+\/\d{4} \d+:\d\d:\d\d [AP]M$/],
	[{ timestampForm: 'spaced' }, BASE64, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/],
])(
	'with %j, the key matches %s and timestamps %s, and a signed event runs the workflow',
	async (settings, key, time) => {
		await control().configure(settings);
		const node = await published({ options: { signingKeyEncoding: settings.signingKeyBytes ?? 'utf8' } });
		expect(node.staticData.signingKey).toMatch(key);
		const { headers } = await send();
		expect(headers['x-request-timestamp']).toMatch(time);
		expect(node.server.runs).toHaveLength(1);
	},
);

it.each<[string, refusals: number, Pick<CustomEvent, 'headers'>, number[]]>([
	['until it is accepted', 2, {}, [500, 500, 200]],
	['as often as the settings say', 3, {}, [500, 500, 500]],
	['zero times with custom headers', 1, { headers: { 'X-Custom': '1' } }, [500]],
])('a refused delivery is retried %s', async (_how, refusals, changed, expected) => {
	await control().configure({ redeliverUntilAccepted: { intervalMs: 1, maxAttempts: 3 } });
	const node = await published();
	node.server.failures.push(...Array<number>(refusals).fill(500));
	await send({ ...SCORED_EVENT, ...changed });
	const deliveries = await control().deliveries();
	expect(deliveries.map(({ status }) => status)).toEqual(expected);
	expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
});
