import { expect, it } from 'vitest';
import { useSimulator } from './harness.ts';

const { assessmentId, control, simulator, statusOf } = useSimulator();
const NO_DATES = [
	...['', 'yesterday', '05.11.2021', '1636113600000', '2026-02-29', '2026-11-31', '2026-13-01', ' 2021-11-05'],
	...['2021-11-05Z', '2026-11-05T24:00:00Z', '2026-11-05T12:60:00Z', '2021-11-05T12:00:00+24:00'],
	'2021-11-05T12:00:00Zulu',
];
const UUID = '00000000-0000-4000-8000-000000000000';

it('the simulator checks the URL, method, API key, limits, form and JSON of a request in this order', async () => {
	await control().configure({ limits: { perSecond: 5, per20Minutes: 2000 } });
	await control().inject({ fault: { kind: 'status', status: 503 } });
	const { apiKey } = await control().generateKey();
	const wrongForm = { body: '{', headers: { 'content-type': 'text/xml' } };
	const group = { body: { name: 'New' } };
	const statuses = [
		await statusOf('PUT', '/nothing?a=b', { ...wrongForm, apiKey: 'wrong' }),
		await statusOf('PUT', '/groups?a=b', { ...wrongForm, apiKey: 'wrong' }),
		await statusOf('POST', '/groups?a=b', { ...wrongForm, apiKey: 'wrong' }),
		// From here on, requests count against the limit. The first one hits the fault.
		await statusOf('POST', '/groups?a=b', wrongForm),
		await statusOf('POST', '/groups?a=b', wrongForm),
		await statusOf('POST', '/groups', wrongForm),
		await statusOf('POST', '/scores', { body: '{' }),
		await statusOf('POST', '/groups', group),
		await statusOf('POST', '/groups', { ...group, apiKey }),
	];
	expect(statuses).toEqual([404, 405, 401, 503, 400, 415, 400, 200, 429]);
	expect((await control().state()).groups).toHaveLength(4);
	await control().clearLimits();
	await control().revokeKey({ apiKey });
	expect([await statusOf('GET', '/groups'), await statusOf('GET', '/groups', { apiKey })]).toEqual([200, 401]);
});

it('a wrong URL gets 404, and so does a file at the URL of a different kind', async () => {
	const wrong = ['', '/nothing', '/groups/', '//groups', '/GROUPS'].map(async (path) => await statusOf('GET', path));
	const versions = ['2020q4', 'v1'].map(async (version) => await statusOf('GET', '/groups', { version }));
	expect(new Set(await Promise.all([...wrong, ...versions]))).toEqual(new Set([404]));
	const body = { assignedOnOrAfter: '2020-01-01' };
	expect(await statusOf('POST', '/assignments', { version: 'beta', body })).toBe(404);
	const { link } = await control().createFile({ bytes: 1, kind: 'text' });
	const paths = ['response-text', 'response-audio', 'certificate'].map((kind) => `/${kind}/${link.split('/').at(-1)}`);
	expect(await Promise.all(paths.map((path) => statusOf('GET', path)))).toEqual([200, 404, 404]);
});

it("invalid values get 400, unknown ones 403, conflicting ones 409, and the data doesn't change", async () => {
	const [assessment, before] = [await assessmentId(0), await control().users()];
	const emailAddress = 'candidate001@example.com';
	const assignment = { assessmentId: assessment, emailAddress: 'new@example.com' };
	const rows: Array<[status: number, path: string, valid: object, ...wrong: object[]]> = [
		[400, '/groups', {}, {}, { name: '' }, { name: ' ' }, { name: 5 }, { name: null }, { name: ['New'] }],
		[400, '/assign', { assessmentId: assessment }, {}, { emailAddress: '' }, { uniqueIdentifier: 'x'.repeat(201) }],
		[400, '/assign', assignment, { returnUrl: '/back' }],
		[400, '/assignments', {}, ...NO_DATES.map((assignedOnOrAfter) => ({ assignedOnOrAfter }))],
		[400, '/score', {}, {}, { uniqueIdentifier: '' }],
		[400, '/scores', {}, { completedOnOrBefore: '' }, { unknownField: 1 }, { groupIds: '' }, { groupIds: [5] }],
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
	for (const body of ['', '{"name":', '[]', 'null', '5'])
		expect([body, await statusOf('POST', '/groups', { body })]).toEqual([body, 400]);
	expect(await statusOf('POST', '/webhook/example', { body: {} })).toBe(400);
	expect(await control().users()).toEqual(before);
	expect((await control().state()).groups).toHaveLength(3);
	expect(simulator().breaches).toEqual([]);
});
