import { expect, it } from 'vitest';
import { operationsOf } from '../../../simulator/document.ts';
import { CURRENT_VERSION } from '../../../simulator/versions.ts';
import { useSimulator, type CallOptions } from './harness.ts';

/** The requests that the service refuses, and its responses to them (specification: Errors). */

const { assessmentId, call, control, statusOf } = useSimulator();
const UUID = '00000000-0000-4000-8000-000000000000';
const OPERATIONS = operationsOf(CURRENT_VERSION).map((operation) => ({
	...operation,
	path: operation.path.replace(':fileId', UUID),
}));

const typed = (type: string, body = '{}'): CallOptions => ({ body, headers: { 'content-type': type } });

it.each(OPERATIONS)(
	'$operationId refuses a wrong key, method, query string, content type or body structure',
	async ({ body: schema, method, path }) => {
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
	},
);

it('a wrong URL gets 404 with any body, and so does a file at the URL of a different kind', async () => {
	for (const path of ['', '/', '/nothing', '/groups/', '//groups', '/GROUPS', '/certificate/a/b']) {
		expect([path, await statusOf('GET', path)]).toEqual([path, 404]);
		expect([path, await statusOf('POST', path, typed('text/xml', '{'))]).toEqual([path, 404]);
	}
	for (const version of ['2020q4', '2020Q3', 'v1', '.']) {
		expect([version, await statusOf('GET', '/groups', { version })]).toEqual([version, 404]);
	}
	const fileId = (await control().createFile({ bytes: 1, kind: 'text' })).link.split('/').at(-1) ?? '';
	const paths = ['response-text', 'response-audio', 'certificate'].map((kind) => `/${kind}/${fileId}`);
	expect(await Promise.all(paths.map((path) => statusOf('GET', path)))).toEqual([200, 404, 404]);
});

it("wrong values get 400, unknown ones 403, conflicting ones 409, and the data doesn't change", async () => {
	const [assessment, before] = [await assessmentId(0), await control().users()];
	const emailAddress = 'candidate001@example.com';
	const assignment = { assessmentId: assessment, emailAddress: 'new@example.com' };
	const rows: Array<[status: number, path: string, valid: object, ...wrong: object[]]> = [
		[400, '/groups', {}, {}, { name: '' }, { name: ' ' }, { name: 7 }],
		[400, '/assign', { assessmentId: assessment }, {}, { emailAddress: '' }, { uniqueIdentifier: 'x'.repeat(201) }],
		[400, '/assign', assignment, { assessmentId: 'x' }, { uniqueIdentifier: null }, { returnUrl: '/back' }],
		[400, '/assign', assignment, { assignedGroups: ['x'] }, { assignedGroups: UUID }],
		[400, '/create-sign-in-token', {}, {}, { emailAddress, userAssessmentId: 'x' }],
		[400, '/assignments', {}, {}, { assignedOnOrAfter: 'yesterday' }, { assignedOnOrAfter: '2026-02-30' }],
		[400, '/assignments', { assignedOnOrAfter: '2026-01-01' }, { statuses: ['ScorePending'] }],
		[400, '/score', {}, {}, { uniqueIdentifier: '' }, { userId: 'x' }],
		[400, '/scores', {}, { groupIds: ['x'] }, { completedOnOrBefore: '' }, { includeIncompleteAssessments: ['true'] }],
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

it('a 400 names every wrong field', async () => {
	const { json } = await call('POST', '/assignments', { body: { assignedOnOrBefore: 'x', statuses: ['Lost'] } });
	const { errors } = json as { errors: object };
	expect(Object.keys(errors).sort()).toEqual(['assignedOnOrAfter', 'assignedOnOrBefore', 'statuses.0']);
});
