import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator, type CallOptions } from './harness.ts';

/** The rows of the specification's Errors, and what it says about the form of requests. */

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
	['POST', '/webhook'],
	['GET', '/webhook'],
	['DELETE', '/webhook'],
	['POST', '/webhook/example'],
];
const WITH_BODY = ALL.filter(([method, path]) => method === 'POST' && path !== '/webhook/example');

describe('401', () => {
	it.each(ALL)('%s %s without a key, before the body is looked at', async (method, path) => {
		const reply = await service().call(method, path, {
			apiKey: null,
			...(method === 'POST' ? { body: '{broken', headers: { 'content-type': 'text/xml' } } : {}),
		});
		expect([reply.status, reply.text]).toEqual([401, '']);
	});

	it.each<[string, CallOptions]>([
		['an unknown key', { apiKey: 'eak_unknown' }],
		['an empty key', { apiKey: '' }],
		['another scheme', { apiKey: null, headers: { authorization: 'Basic dXNlcjpwYXNz' } }],
	])('with %s', async (_name, options) => {
		expect((await service().call('GET', '/groups', options)).status).toBe(401);
	});

	it.each([
		['empty', ''],
		['text', 'Unauthorized'],
		['html', '<html>'],
		['errors', '{"errors":[{"code":"unauthorized"'],
	] as const)('with the body: %s', async (unauthorizedBody, start) => {
		const { call, simulator } = service();
		await simulator.control.configure({ unauthorizedBody });
		const { text } = await call('GET', '/groups', { apiKey: null });
		expect(text.slice(0, start.length)).toBe(start);
		expect(text === '').toBe(start === '');
	});
});

describe('404, 405 and 415', () => {
	it.each([
		'',
		'/',
		'/nothing',
		'/groups/',
		'//groups',
		'/GROUPS',
		'/webhook/examples',
		'/certificate',
		'/certificate/a/b',
	])('404 for the path %j', async (path) => {
		expect((await service().call('GET', path)).status).toBe(404);
		expect((await service().call('POST', path, { body: '<x/>', headers: { 'content-type': 'text/xml' } })).status).toBe(
			404,
		);
		expect((await service().call('POST', path, { body: '{' })).status).toBe(404);
	});

	it('404 for another version, and for the address without one', async () => {
		for (const version of ['2020q4', '2020Q3', 'v1', '.']) {
			expect((await service().call('GET', '/groups', { version })).status).toBe(404);
		}
		expect((await service().get(`${service().simulator.baseHost}/groups`)).status).toBe(404);
	});

	const paths = [...new Set(ALL.map(([, path]) => path))];
	it.each(paths)('405 for every other method on %s', async (path) => {
		const allowed = ALL.filter((row) => row[1] === path).map(([method]) => method);
		for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
			if (allowed.includes(method)) continue;
			const reply = await service().call(method, path);
			expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, allowed.join(', ')]);
		}
	});

	it.each(WITH_BODY)('415 for %s %s with another content type, or none', async (method, path) => {
		for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json']) {
			const reply = await service().call(method, path, { body: '{}', headers: { 'content-type': contentType } });
			expect([contentType, reply.status]).toEqual([contentType, 415]);
		}
		expect((await service().call(method, path)).status).toBe(415);
	});

	it('415 for POST /webhook/example with a wrong content type; without one only where the settings say so', async () => {
		const { call, simulator } = service();
		expect((await call('POST', '/webhook/example', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
		expect((await call('POST', '/webhook/example')).status).toBe(200);
		await simulator.control.configure({ exampleRequiresContentType: true });
		expect((await call('POST', '/webhook/example')).status).toBe(415);
	});
});

describe('400', () => {
	it.each(ALL)('%s %s with a query string', async (method, path) => {
		const reply = await service().call(method, `${path}?a=b`, method === 'POST' ? { body: {} } : {});
		expect(reply.status).toBe(400);
	});

	it.each(WITH_BODY)('%s %s with a body that is not an object, or not JSON', async (method, path) => {
		for (const body of ['', '{"a":', '[]', '"text"', 'null', '1']) {
			const reply = await service().call(method, path, { body });
			expect([body, reply.status]).toEqual([body, 400]);
		}
	});

	it.each(WITH_BODY)('%s %s with a field that it does not have', async (method, path) => {
		const reply = await service().call(method, path, { body: { unheardOf: 1 } });
		expect(reply.status).toBe(400);
		expect(reply.text).toContain('unheardOf');
	});

	it.each(ALL.filter((row) => !WITH_BODY.includes(row)))('%s %s with a payload', async (method, path) => {
		expect((await service().call(method, path, { body: {} })).status).toBe(400);
	});

	const assessmentId = UUID;
	const emailAddress = 'a@example.com';
	const assignedOnOrAfter = '2026-01-01';
	it.each<[string, unknown]>([
		['/groups', {}],
		['/groups', { name: '' }],
		['/groups', { name: ' ' }],
		['/groups', { name: 7 }],
		['/assign', { emailAddress }],
		['/assign', { assessmentId }],
		['/assign', { assessmentId, emailAddress: '', uniqueIdentifier: '' }],
		['/assign', { assessmentId: 'x', emailAddress }],
		['/assign', { assessmentId, emailAddress: null, uniqueIdentifier: 'x' }],
		['/assign', { assessmentId, emailAddress, assignedGroups: UUID }],
		['/assign', { assessmentId, emailAddress, assignedGroups: ['x'] }],
		['/assign', { assessmentId, emailAddress, returnUrl: '/back' }],
		['/assign', { assessmentId, emailAddress, returnUrl: 'example.com/back' }],
		['/assign', { assessmentId, emailAddress, givenName: 7 }],
		['/create-sign-in-token', {}],
		['/create-sign-in-token', { userId: 'x' }],
		['/create-sign-in-token', { emailAddress, userAssessmentId: 'x' }],
		['/assignments', {}],
		['/assignments', { assignedOnOrAfter: 'yesterday' }],
		['/assignments', { assignedOnOrAfter: 1_700_000_000_000 }],
		['/assignments', { assignedOnOrAfter, assignedOnOrBefore: '2026-02-30' }],
		['/assignments', { assignedOnOrAfter, statuses: ['ScorePending'] }],
		['/assignments', { assignedOnOrAfter, statuses: 'Completed' }],
		['/score', {}],
		['/score', { uniqueIdentifier: '' }],
		['/assignments', { assignedOnOrAfter, toString: 1 }],
		['/groups', '{"name":"a","__proto__":{}}'],
		['/scores', { groupIds: ['x'] }],
		['/scores', { startedOnOrAfter: 'x' }],
		['/scores', { completedOnOrBefore: '' }],
		['/scores', { includeIncompleteAssessments: 'true' }],
		['/webhook', {}],
		['/webhook', { url: '' }],
		['/webhook', { url: '/hook' }],
		['/webhook', { url: 'example.com/hook' }],
		['/webhook', { url: 'ftp://example.com/hook' }],
		['/webhook', { url: 'http:///hook' }],
		['/webhook', { url: 'https://exa mple.com' }],
	])('POST %s with %j', async (path, body) => {
		const reply = await service().call('POST', path, { body });
		expect(reply.status).toBe(400);
		if (path === '/assignments') {
			expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
			expect(reply.json).toMatchObject({ status: 400, title: expect.any(String) as string });
		} else {
			expect(reply.json).toEqual({ errors: [{ code: 'invalid', message: expect.any(String) as string }] });
		}
	});

	it.each<[Settings['errorItems'], Settings['errorBody'], unknown]>([
		['codeMessage', 'errorsProperty', { errors: [{ code: 'invalid', message: 'name is required.' }] }],
		['strings', 'errorsProperty', { errors: ['name is required.'] }],
		['strings', 'bareArray', ['name is required.']],
		['codeMessage', 'bareArray', [{ code: 'invalid', message: 'name is required.' }]],
		[
			'propertyErrorMessage',
			'errorsProperty',
			{ errors: [{ propertyName: 'name', errorMessage: 'name is required.' }] },
		],
	])('its errors array as %s in %s', async (errorItems, errorBody, expected) => {
		const { call, simulator } = service();
		await simulator.control.configure({ errorItems, errorBody });
		expect((await call('POST', '/groups', { body: {} })).json).toEqual(expected);
	});

	it('names every wrong field', async () => {
		const body = { assignedOnOrBefore: 'x', statuses: ['Lost'] };
		const { json } = await service().call('POST', '/assignments', { body });
		expect(Object.keys((json as { errors: object }).errors).sort()).toEqual([
			'assignedOnOrAfter',
			'assignedOnOrBefore',
			'statuses.0',
		]);
	});
});
