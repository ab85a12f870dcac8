import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { apiError } from '../../../nodes/api/outcome/apiError.ts';
import type { EndpointName } from '../../../nodes/api/specification/endpoints.ts';
import { endpointLabel, ENDPOINTS, isSuccessStatus } from '../../../nodes/api/specification/endpoints.ts';
import { describeFailure, missingInVersion } from '../../../nodes/api/outcome/failure.ts';
import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';

const KEY = 'k3y-of-the-account';
const NAMES = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS);

/** Specification: what creates something or sends something at each call. */
const UNSAFE: EndpointName[] = ['assign', 'createGroup', 'registerWebhook', 'sendExampleEvent'];

/** Specification, Versioning 4. */
const NEWER: EndpointName[] = ['downloadCertificate', 'downloadText', 'listAssignments'];

const TELLING = { secrets: [KEY], isAdjustable: true };

const IN_DOUBT = /may have been processed/;

const answered = (status: number, body: unknown = ''): Outcome => ({ kind: 'answered', status, headers: {}, body });
const unanswered = (cause: 'timeout' | 'connection', detail: string, mayBeProcessed: boolean): Outcome => ({
	kind: 'unanswered',
	cause,
	detail,
	mayBeProcessed,
});

describe('every row of the Errors table', () => {
	it.each([
		[400, 'refused the request as invalid', 'parameters'],
		[401, 'did not accept the API key', "'API Key'"],
		[403, 'may not access', 'belong to the account'],
		[404, 'no such address', "'Service Address'"],
		[405, 'does not allow this method', "'API Version'"],
		[409, 'could not process', 'Administrators'],
		[415, 'content type', 'proxy'],
		[429, 'rate limit', "'Max Rate Limit Wait (Seconds)'"],
		[500, 'problem on its side', 'Try again later'],
		[503, 'problem on its side', 'Try again later'],
		[599, 'problem on its side', 'Try again later'],
		[302, 'redirected', "'Service Address'"],
		[418, 'status that the API does not name', "'Service Address'"],
	])('%i says what happened and what to do', (status, what, advice) => {
		const failure = describeFailure('getScore', answered(status, { errors: ['said the service'] }), TELLING);
		expect(failure.message).toContain(what);
		expect(failure.message).toContain(`: said the service (POST /score, status ${status})`);
		expect(failure.description).toContain(advice);
		expect(failure.httpCode).toBe(String(status));
	});

	it('404 of a file is about the file', () => {
		expect(describeFailure('downloadAudio', answered(404), TELLING).message).toContain('no file at this link');
	});

	it('2xx is success, 204 only where it has a meaning', () => {
		const with204 = NAMES.filter((name) => isSuccessStatus(name, 204));
		expect(with204.sort()).toEqual([
			'createSignInToken',
			'deleteWebhook',
			'getScore',
			'getWebhook',
			'sendExampleEvent',
		]);
		for (const name of NAMES) {
			const statuses = [200, 201, 202, 299, 199, 300, 304, 400, 429, 500];
			expect(statuses.filter((status) => isSuccessStatus(name, status))).toEqual([200, 201, 202, 299]);
		}
	});
});

describe('other ends', () => {
	it.each<[Outcome, RegExp, RegExp]>([
		[unanswered('timeout', 'ECONNABORTED', true), /did not answer in time \(POST \/score\)/, /'Timeout \(Seconds\)'/],
		[
			unanswered('connection', 'ENOTFOUND', false),
			/Nothing answers .*\(POST \/score, ENOTFOUND\)/,
			/'Service Address'/,
		],
		[
			unanswered('connection', 'CERT_HAS_EXPIRED', false),
			/not trusted \(POST \/score, CERT_HAS_EXPIRED\)/,
			/'Service Address'/,
		],
		[unanswered('connection', 'ECONNRESET', true), /broke off \(POST \/score, ECONNRESET\)/, /Try again later/],
		[
			{ kind: 'waitedTooLong', waitedMs: 1_600, freeAt: Date.UTC(2026, 10, 21) },
			/used up until 2026-11-21T00:00:00Z, later than 'Max Rate Limit Wait \(Seconds\)' allows/,
			/POST \/score was not processed, after waiting 2 s.*'Max Rate Limit Wait \(Seconds\)'/,
		],
		[
			{ kind: 'waitedTooLong', waitedMs: 60_000, freeAt: undefined },
			/^Other requests of the account came first for longer than 'Max Rate Limit Wait \(Seconds\)' allows$/,
			/after waiting 60 s.*'Max Rate Limit Wait \(Seconds\)'/,
		],
		[{ kind: 'cancelled' }, /cancelled/, /POST \/score/],
	])('%o', (outcome, message, description) => {
		const failure = describeFailure('getScore', outcome, TELLING);
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
	});

	it.each<[Outcome]>([
		[unanswered('timeout', 'ECONNABORTED', true)],
		[{ kind: 'waitedTooLong', waitedMs: 0, freeAt: 0 }],
		[{ kind: 'waitedTooLong', waitedMs: 0, freeAt: undefined }],
		[answered(429)],
	])('%o names no option where there is none', (outcome) => {
		const failure = describeFailure('getScore', outcome, { secrets: [], isAdjustable: false });
		expect(`${failure.message} ${failure.description}`).toMatch(/ry again/);
		expect(`${failure.message} ${failure.description}`).not.toMatch(/option|Timeout|Max Rate Limit Wait/);
	});
});

describe('doubt', () => {
	it.each(NAMES)('%s is told to be in doubt just when it is and must not be repeated', (name) => {
		const inDoubt = [
			unanswered('timeout', 'ECONNABORTED', true),
			unanswered('connection', 'ECONNRESET', true),
			answered(500),
			answered(503),
		];
		const settled: Outcome[] = [
			...[400, 401, 403, 404, 405, 409, 415, 429, 302].map((status) => answered(status)),
			unanswered('connection', 'ECONNREFUSED', false),
			{ kind: 'waitedTooLong', waitedMs: 0, freeAt: 0 },
		];
		for (const outcome of inDoubt) {
			expect(IN_DOUBT.test(describeFailure(name, outcome, TELLING).message)).toBe(UNSAFE.includes(name));
		}
		for (const outcome of settled) expect(describeFailure(name, outcome, TELLING).message).not.toMatch(IN_DOUBT);
	});

	it('stays in the words that n8n shows', () => {
		const node = {
			id: '1',
			name: 'n',
			type: 't',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		};
		for (const detail of ['ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED', 'ENOTFOUND', 'socket hang up']) {
			const failure = describeFailure('assign', unanswered('connection', detail, true), TELLING);
			const error = apiError(node, { ...failure, httpCode: '500' }, 3);
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toBe(failure.message);
			expect(error.message).toMatch(IN_DOUBT);
			expect(error.description).toBe(failure.description);
			expect(error).toMatchObject({ httpCode: '500', context: { itemIndex: 3 } });
		}
	});
});

it('the key shows up nowhere, whatever the service repeats of it', () => {
	const text = fc.tuple(fc.string({ maxLength: 500 }), fc.string({ maxLength: 5 })).map(([a, b]) => `${a}${KEY}${b}`);
	const body = fc.oneof(
		text,
		fc.array(text),
		fc.record({ title: text, errors: fc.oneof(fc.array(text), fc.dictionary(text, text)), other: text }),
		fc.record({ unknown: fc.array(text) }),
	);
	const outcome: fc.Arbitrary<Outcome> = fc.oneof(
		fc.tuple(fc.integer({ min: 300, max: 599 }), body).map(([status, content]) => answered(status, content)),
		text.map((detail) => unanswered('connection', detail, true)),
	);
	fc.assert(
		fc.property(fc.constantFrom(...NAMES), outcome, (name, end) => {
			const failure = describeFailure(name, end, { secrets: ['', KEY], isAdjustable: true });
			expect(`${failure.message} ${failure.description}`).not.toContain(KEY.slice(0, 6));
		}),
	);
});

describe('deprecated versions', () => {
	it.each(['beta', '2020q1'])('%s lacks what the specification says and names apiVersion', (version) => {
		const missing = NAMES.filter((name) => missingInVersion(name, version) !== undefined);
		expect(missing.sort()).toEqual(NEWER);
		for (const name of NEWER) {
			const failure = missingInVersion(name, version);
			expect(failure?.message).toBe(`API version ${version} is deprecated and has no ${endpointLabel(name)}`);
			expect(failure?.description).toContain('apiVersion');
		}
	});

	it.each(['2020q3', '2027q1'])('%s lacks nothing', (version) => {
		expect(NAMES.filter((name) => missingInVersion(name, version) !== undefined)).toEqual([]);
	});
});
