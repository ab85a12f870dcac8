import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator, type CallOptions } from './harness.ts';

/** Specification: Errors, and the form of requests. */

const service = useSimulator();
const UUID = '00000000-0000-4000-8000-000000000000';

const ALL: ReadonlyArray<[method: string, path: string]> = [
	['GET', '/assessments'],
	['GET', '/groups'],
	['POST', '/groups'],
	['POST', '/assign'],
	['POST', '/create-sign-in-token'],
	['POST', '/assignments'],
	['POST', '/score'],
	['POST', '/scores'],
	['GET', `/response-audio/${UUID}`],
	['GET', `/response-text/${UUID}`],
	['GET', `/certificate/${UUID}`],
	['GET', '/webhook'],
	['POST', '/webhook'],
	['DELETE', '/webhook'],
	['POST', '/webhook/example'],
];

const statusOf = async (method: string, path: string, options: CallOptions = {}): Promise<number> =>
	(await service().call(method, path, options)).status;
const withType = (type: string, body = '{}'): CallOptions => ({ body, headers: { 'content-type': type } });

describe('every endpoint', () => {
	it.each(ALL)('%s %s refuses other methods, wrong keys, query strings and bodies of a wrong form', async (...row) => {
		const [method, path] = row;
		const posts = method === 'POST';
		const hasBody = posts && path !== '/webhook/example';
		// The key is looked at before the body.
		const reply = await service().call(method, path, { apiKey: null, ...(posts ? withType('text/xml', '{') : {}) });
		expect([reply.status, reply.text]).toEqual([401, '']);
		expect(await statusOf(method, `${path}?a=b`, posts ? { body: {} } : {})).toBe(400);
		const allowed = ALL.filter((other) => other[1] === path).map(([other]) => other);
		for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
			if (allowed.includes(other)) continue;
			const { status, headers } = await service().call(other, path);
			expect([other, status, headers.allow]).toEqual([other, 405, allowed.join(', ')]);
		}
		if (posts) expect(await statusOf(method, path, withType('text/plain'))).toBe(415);
		if (!hasBody) return expect(await statusOf(method, path, { body: {} })).toBe(400);
		for (const type of ['application/x-www-form-urlencoded', 'application/jsonp', 'text/json']) {
			expect([type, await statusOf(method, path, withType(type))]).toEqual([type, 415]);
		}
		expect(await statusOf(method, path)).toBe(415);
		for (const body of ['', '{"a":', '[]', '"text"', 'null', '1', '{"unheardOf":1}', '{"__proto__":{}}']) {
			expect([body, await statusOf(method, path, { body })]).toEqual([body, 400]);
		}
	});
});

it.each<[string, CallOptions]>([
	['an unknown key', { apiKey: 'eak_unknown' }],
	['an empty key', { apiKey: '' }],
	['another scheme', { apiKey: null, headers: { authorization: 'Basic dXNlcjpwYXNz' } }],
])('401 with %s', async (_name, options) => {
	expect(await statusOf('GET', '/groups', options)).toBe(401);
});

describe('404', () => {
	it.each(['', '/', '/nothing', '/groups/', '//groups', '/GROUPS', '/webhook/examples', '/certificate/a/b'])(
		'for the path %j, whatever the body is',
		async (path) => {
			expect(await statusOf('GET', path)).toBe(404);
			expect(await statusOf('POST', path, withType('text/xml', '{'))).toBe(404);
		},
	);

	it('for another version, the address without one, and a file under the path of another kind', async () => {
		const { get, simulator } = service();
		for (const version of ['2020q4', '2020Q3', 'v1', '.']) {
			expect(await statusOf('GET', '/groups', { version })).toBe(404);
		}
		expect((await get(`${simulator.baseHost}/groups`)).status).toBe(404);
		const fileId = (await simulator.control.createFile({ bytes: 1, kind: 'text' })).link.split('/').at(-1) ?? '';
		const paths = ['response-text', 'response-audio', 'certificate'].map((kind) => `/${kind}/${fileId}`);
		expect(await Promise.all(paths.map((path) => statusOf('GET', path)))).toEqual([200, 404, 404]);
	});
});

it('403 for what the account doesn’t have, and nothing is changed', async () => {
	const { assessmentId, simulator } = service();
	const { userCount } = await simulator.control.state();
	const emailAddress = 'new@example.com';
	const rows: Array<[path: string, body: object]> = [
		['/assign', { assessmentId: UUID, emailAddress }],
		['/assign', { assessmentId: await assessmentId(0), emailAddress, assignedGroups: [UUID] }],
		['/scores', { groupIds: [UUID] }],
		['/create-sign-in-token', { emailAddress: 'candidate001@example.com', userAssessmentId: UUID }],
	];
	for (const [path, body] of rows) expect([path, await statusOf('POST', path, { body })]).toEqual([path, 403]);
	expect((await simulator.control.state()).userCount).toBe(userCount);
});

it.each([
	['an administrator, by email', { emailAddress: 'ADMIN@example.com' }],
	['an administrator, by uniqueIdentifier', { uniqueIdentifier: 'ADMIN-001' }],
	['two users at once', { emailAddress: 'candidate001@example.com', uniqueIdentifier: 'EMP-002' }],
])('409 for an assignment to %s, and nothing is changed', async (_name, identity) => {
	const { assessmentId, call, simulator } = service();
	const before = await simulator.control.users();
	const body = { assessmentId: await assessmentId(0), ...identity };
	const { status, json } = await call('POST', '/assign', { body });
	expect([status, json]).toEqual([409, { errors: [{ code: 'conflict', message: expect.any(String) as string }] }]);
	expect(await simulator.control.users()).toEqual(before);
});

/** A body that would do, and the values that each field must not have; undefined leaves it out. */
it.each<[path: string, valid: object, wrong: Record<string, unknown[]>]>([
	['/groups', {}, { name: [undefined, '', ' ', 7] }],
	[
		'/assign',
		{ assessmentId: UUID, emailAddress: 'a@example.com' },
		{
			assessmentId: [undefined, 'x'],
			emailAddress: [undefined, '', null],
			uniqueIdentifier: [null, 'x'.repeat(201)],
			assignedGroups: [UUID, ['x']],
			returnUrl: ['/back', 'example.com/back'],
			givenName: [7],
		},
	],
	['/create-sign-in-token', { emailAddress: 'a@example.com' }, { emailAddress: [undefined], userAssessmentId: ['x'] }],
	[
		'/assignments',
		{ assignedOnOrAfter: '2026-01-01' },
		{
			assignedOnOrAfter: [undefined, 'yesterday', 1_700_000_000_000],
			assignedOnOrBefore: ['2026-02-30'],
			statuses: [['ScorePending'], 'Completed'],
			toString: [1],
		},
	],
	['/score', {}, { uniqueIdentifier: [undefined, ''], userId: ['x'] }],
	[
		'/scores',
		{},
		{ groupIds: [['x']], startedOnOrAfter: ['x'], completedOnOrBefore: [''], includeIncompleteAssessments: ['true'] },
	],
	[
		'/webhook',
		{},
		{ url: [undefined, '', '/hook', 'example.com/hook', 'ftp://example.com', 'http:///hook', 'https://exa mple.com'] },
	],
])('400 of POST %s', async (path, valid, wrong) => {
	const bodies = Object.entries(wrong).flatMap(([field, values]) =>
		values.map((value) => ({ ...valid, [field]: value })),
	);
	for (const body of bodies) {
		const { status, headers, json } = await service().call('POST', path, { body });
		expect([body, status]).toEqual([body, 400]);
		if (path === '/assignments') {
			expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
			expect(json).toMatchObject({ status: 400, title: expect.any(String) as string });
		} else expect(json).toEqual({ errors: [{ code: 'invalid', message: expect.any(String) as string }] });
	}
});

describe('shapes of what is refused', () => {
	const message = 'name is required.';
	const invalid = { code: 'invalid', message };
	const named = { propertyName: 'name', errorMessage: message };
	const unauthorized: unknown = expect.objectContaining({ code: 'unauthorized' });
	const anything: unknown = expect.anything();
	it.each<[Partial<Settings>, path: string, apiKey: string | undefined, expected: unknown]>([
		[{}, '/groups', undefined, { errors: [invalid] }],
		[{ errorItems: 'strings' }, '/groups', undefined, { errors: [message] }],
		[{ errorBody: 'bareArray' }, '/groups', undefined, [invalid]],
		[{ errorItems: 'propertyErrorMessage', errorBody: 'bareArray' }, '/groups', undefined, [named]],
		[{}, '/assignments', undefined, expect.objectContaining({ errors: { assignedOnOrAfter: [anything] } })],
		[{ problemErrorsMap: false }, '/assignments', undefined, expect.not.objectContaining({ errors: anything })],
		[{}, '/groups', 'x', ''],
		[{ unauthorizedBody: 'text' }, '/groups', 'x', 'Unauthorized'],
		[{ unauthorizedBody: 'html' }, '/groups', 'x', expect.stringMatching(/^<html>/)],
		[{ unauthorizedBody: 'errors' }, '/groups', 'x', { errors: [unauthorized] }],
	])('%j %s %s', async (settings, path, apiKey, expected) => {
		const { call, simulator } = service();
		await simulator.control.configure(settings);
		const { json, text } = await call('POST', path, { body: {}, ...(apiKey === undefined ? {} : { apiKey }) });
		expect(json ?? text).toEqual(expected);
	});

	it('names every wrong field', async () => {
		const body = { assignedOnOrBefore: 'x', statuses: ['Lost'] };
		const { json } = await service().call('POST', '/assignments', { body });
		const { errors } = json as { errors: object };
		expect(Object.keys(errors).sort()).toEqual(['assignedOnOrAfter', 'assignedOnOrBefore', 'statuses.0']);
	});

	it('exampleRequiresContentType', async () => {
		expect(await statusOf('POST', '/webhook/example')).toBe(200);
		await service().simulator.control.configure({ exampleRequiresContentType: true });
		expect(await statusOf('POST', '/webhook/example')).toBe(415);
	});
});
