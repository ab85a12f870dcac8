import { expect, it } from 'vitest';
import { operationsOf } from '../../../simulator/document.ts';
import type { Settings } from '../../../simulator/index.ts';
import { CURRENT_VERSION } from '../../../simulator/versions.ts';
import { useSimulator, type CallOptions } from './harness.ts';

/** The requests that the service refuses and counts (specification: Errors, Limits). The document covers wrong types. */

const { assessmentId, call, configure, control, statusOf } = useSimulator();
const UUID = '00000000-0000-4000-8000-000000000000';
const OPERATIONS = operationsOf(CURRENT_VERSION).map((operation) => ({
	...operation,
	path: operation.path.replace(':fileId', UUID),
}));

const typed = (type: string, body = '{}'): CallOptions => ({ body, headers: { 'content-type': type } });

it.each(OPERATIONS)('$operationId refuses a wrong key, method or form', async ({ body: schema, method, path }) => {
	const posts = method === 'POST';
	// The service checks the key before the body.
	for (const key of [null, '', 'eak_unknown', 'Basic dXNlcjpwYXNz']) {
		const options = key?.startsWith('Basic') ? { apiKey: null, headers: { authorization: key } } : { apiKey: key };
		const reply = await call(method, path, { ...(posts ? typed('text/xml', '{') : {}), ...options });
		expect([key, reply.status, reply.text]).toEqual([key, 401, '']);
	}
	const allowed: string[] = OPERATIONS.filter((other) => other.path === path).map((other) => other.method);
	for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
		if (allowed.includes(other)) continue;
		const { status, headers } = await call(other, path);
		expect([other, status, headers.allow]).toEqual([other, 405, allowed.join(', ')]);
	}
	expect(await statusOf(method, `${path}?a=b`, posts ? { body: {} } : {})).toBe(400);
	for (const type of posts ? ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'] : []) {
		expect([type, await statusOf(method, path, typed(type))]).toEqual([type, 415]);
	}
	if (schema === undefined) return expect(await statusOf(method, path, { body: {} })).toBe(400);
	expect(await statusOf(method, path)).toBe(415);
	for (const body of ['', '{"a":', '[]', '"text"', 'null', '{"unheardOf":1}', '{"__proto__":{}}']) {
		expect([body, await statusOf(method, path, { body })]).toEqual([body, 400]);
	}
});

it('a wrong URL gets 404 with any body, and so does a file at the URL of a different kind', async () => {
	for (const path of ['', '/', '/nothing', '/groups/', '//groups', '/GROUPS', '/certificate/a/b']) {
		expect([path, await statusOf('GET', path)]).toEqual([path, 404]);
		expect([path, await statusOf('POST', path, typed('text/xml', '{'))]).toEqual([path, 404]);
	}
	for (const version of ['2020q4', '2020Q3', 'v1', '.']) {
		expect([version, await statusOf('GET', '/groups', { version })]).toEqual([version, 404]);
	}
	const since = { assignedOnOrAfter: '2020-01-01' };
	expect(await statusOf('POST', '/assignments', { version: 'beta', body: since })).toBe(404);
	const fileId = (await control().createFile({ bytes: 1, kind: 'text' })).link.split('/').at(-1) ?? '';
	const paths = ['response-text', 'response-audio', 'certificate'].map((kind) => `/${kind}/${fileId}`);
	expect(await Promise.all(paths.map((path) => statusOf('GET', path)))).toEqual([200, 404, 404]);
});

it("invalid values get 400, unknown ones 403, conflicting ones 409, and the data doesn't change", async () => {
	const [assessment, before] = [await assessmentId(0), await control().users()];
	const emailAddress = 'candidate001@example.com';
	const assignment = { assessmentId: assessment, emailAddress: 'new@example.com' };
	const rows: Array<[status: number, path: string, valid: object, ...wrong: object[]]> = [
		[400, '/groups', {}, { name: '' }, { name: ' ' }],
		[400, '/assign', { assessmentId: assessment }, {}, { emailAddress: '' }, { uniqueIdentifier: 'x'.repeat(201) }],
		[400, '/assign', assignment, { returnUrl: '/back' }],
		[400, '/assignments', {}, { assignedOnOrAfter: 'yesterday' }, { assignedOnOrAfter: '2026-02-30' }],
		[400, '/score', {}, {}, { uniqueIdentifier: '' }],
		[400, '/scores', {}, { completedOnOrBefore: '' }],
		[400, '/webhook', {}, { url: '' }, { url: '/hook' }, { url: 'ftp://example.com' }, { url: 'http:///hook' }],
		[403, '/assign', assignment, { assessmentId: UUID }, { assignedGroups: [UUID] }],
		[403, '/scores', {}, { groupIds: [UUID] }],
		[403, '/create-sign-in-token', { emailAddress }, { userAssessmentId: UUID }],
		[409, '/assign', assignment, { emailAddress: 'ADMIN@example.com' }, { uniqueIdentifier: 'ADMIN-001' }],
		[409, '/assign', assignment, { emailAddress, uniqueIdentifier: 'EMP-002' }],
	];
	for (const [status, path, valid, ...wrong] of rows) {
		for (const fields of wrong) {
			const body = { ...valid, ...fields };
			expect([path, body, await statusOf('POST', path, { body })]).toEqual([path, body, status]);
		}
	}
	expect(await control().users()).toEqual(before);
});

it('faults hit only requests with a valid API key that are within the rate limits', async () => {
	await control().inject({ fault: { kind: 'status', status: 503 }, times: 2 });
	expect(await statusOf('GET', '/groups', { apiKey: 'eak_unknown' })).toBe(401);
	await configure({ limits: { perSecond: 1, per20Minutes: 1 } });
	expect([await statusOf('GET', '/groups'), await statusOf('GET', '/groups')]).toEqual([503, 429]);
});

// test/unit/simulator/rateLimit.test.ts covers the counting.
const limits = { perSecond: 5, per20Minutes: 2000 };

it.each<[Settings['retryAfter'], refusedRequestsCount: boolean, string | undefined, counted: number]>([
	['none', false, undefined, 5],
	['seconds', true, '1', 6],
	['httpDate', false, 'Tue, 10 Mar 2026 12:00:01 GMT', 5],
])('request 6 in a second gets 429 (%s, counted: %s)', async (retryAfter, refusedRequestsCount, expected, counted) => {
	await configure({ limits, retryAfter, refusedRequestsCount });
	const { apiKey } = await control().generateKey();
	for (let request = 0; request < 5; request++) expect(await statusOf('GET', '/groups')).toBe(200);
	const { status, headers, json } = await call('POST', '/groups', { apiKey, body: { name: 'Too much' } });
	expect([status, headers['retry-after']]).toEqual([429, expected]);
	expect(json).toEqual({ errors: [{ code: 'rateLimitExceeded', message: expect.any(String) as string }] });
	const state = await control().state();
	expect([state.groups.length, state.limits.usage.last20Minutes]).toEqual([3, counted]);
	expect((await control().requests()).at(-1)?.processed).toBe(false);
});

it.each<[string, status: number, method: string, path: string, options: CallOptions, counted: number]>([
	['a refused body', 400, 'POST', '/score', { body: {} }, 1],
	['a query string', 400, 'GET', '/groups?a=b', {}, 1],
	['an unknown file', 404, 'GET', '/certificate/x', {}, 1],
	['a deletion', 204, 'DELETE', '/webhook', {}, 1],
	['a wrong key', 401, 'GET', '/groups', { apiKey: 'x' }, 0],
	['a wrong URL', 404, 'GET', '/nothing', {}, 0],
	['a wrong method', 405, 'PUT', '/groups', {}, 0],
])('%s gets %i, and %s %s %j counts %i times', async (_what, status, method, path, options, counted) => {
	await configure({ limits });
	expect(await statusOf(method, path, options)).toBe(status);
	expect((await control().state()).limits.usage.lastSecond).toBe(counted);
});

it.each<[Settings['exampleOverLimit'], number]>([
	['rejected', 429],
	['ignored', 200],
])('a second example event within a second is %s with %i', async (exampleOverLimit, status) => {
	await configure({ exampleOverLimit });
	await control().registerWebhook({ url: 'http://127.0.0.1:9/' });
	const statuses = [];
	for (const advanceMs of [0, 0, 999, 1]) {
		await control().setClock({ advanceMs });
		statuses.push(await statusOf('POST', '/webhook/example'));
	}
	await control().idle();
	expect([statuses, (await control().deliveries()).length]).toEqual([[200, status, status, 200], 2]);
});
