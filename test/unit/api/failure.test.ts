import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EndpointName } from '../../../nodes/api/specification/endpoints.ts';
import { isSuccessStatus } from '../../../nodes/api/specification/endpoints.ts';
import { describeFailure, missingInVersion } from '../../../nodes/api/outcome/failure.ts';
import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { answered, KEY, NAMES, TELLING, unanswered } from './support/outcomes.ts';

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

	const page = '<!DOCTYPE html><html><body>Blocked</body></html>';
	const errors = { errors: ['said the service'] };
	const proxy = /'Service Address' and 'API Version' .*A proxy may have answered instead of the service/;

	it.each<[EndpointName, number, body: unknown, what: RegExp, advice: RegExp]>([
		// What takes no ID can't have a wrong one.
		['listAssessments', 403, errors, /^The service refused access: said the service/, proxy],
		['listGroups', 403, '', /^The service refused access \(GET \/groups, status 403\)/, proxy],
		['getWebhook', 400, errors, /refused the request as invalid: said the service/, proxy],
		['deleteWebhook', 403, errors, /^The service refused access: said the service/, proxy],
		['sendExampleEvent', 403, errors, /^The service refused access: said the service/, proxy],
		// The service answers with JSON.
		['listScores', 403, page, /^Access was refused with a web page \(HTML\) \(POST \/scores, status 403\)/, proxy],
		['assign', 400, page, /^The request was refused as invalid with a web page \(HTML\) \(POST \/assign/, proxy],
		['listGroups', 403, page, /^Access was refused with a web page \(HTML\) \(GET \/groups/, proxy],
		['getScore', 401, page, /did not accept the API key/, /'API Key'/],
		['downloadAudio', 302, '', /^The service redirected the download to another address/, /leave 'Service Address'/],
		['downloadText', 307, '', /^The service redirected the download to another address/, /leave 'Service Address'/],
		['downloadCertificate', 301, '', /^The service redirected the download/, /the API key would go along/],
	])('%s, %i with %j says what fits it', (endpoint, status, body, what, advice) => {
		const failure = describeFailure(endpoint, answered(status, body), TELLING);
		expect(failure.message).toMatch(what);
		expect(failure.description).toMatch(advice);
	});

	it('2xx is success, 204 only where it has a meaning', () => {
		expect(NAMES.filter((name) => isSuccessStatus(name, 204)).sort()).toEqual([
			...['createSignInToken', 'deleteWebhook', 'getScore', 'getWebhook', 'sendExampleEvent'],
		]);
		for (const name of NAMES) {
			const statuses = [200, 201, 202, 299, 199, 300, 304, 400, 429, 500];
			expect(statuses.filter((status) => isSuccessStatus(name, status))).toEqual([200, 201, 202, 299]);
		}
	});
});

describe('other ends', () => {
	it.each<[Outcome, RegExp, RegExp]>([
		[unanswered('timeout', true), /did not answer in time \(POST \/score\)/, /'Timeout \(Seconds\)'/],
		[
			unanswered('connection', false, 'ENOTFOUND'),
			/Nothing answers .*\(POST \/score, ENOTFOUND\)/,
			/'Service Address'/,
		],
		[
			unanswered('connection', false, 'CERT_HAS_EXPIRED'),
			/not trusted \(POST \/score, CERT_HAS_EXPIRED\)/,
			/'Service Address'/,
		],
		[unanswered('connection', true, 'ECONNRESET'), /broke off \(POST \/score, ECONNRESET\)/, /Try again later/],
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
		[unanswered('timeout', true)],
		[{ kind: 'waitedTooLong', waitedMs: 0, freeAt: 0 }],
		[{ kind: 'waitedTooLong', waitedMs: 0, freeAt: undefined }],
		[answered(429)],
	])('%o names no option where there is none', (outcome) => {
		const failure = describeFailure('getScore', outcome, { secrets: [], isAdjustable: false });
		expect(`${failure.message} ${failure.description}`).toMatch(/ry again/);
		expect(`${failure.message} ${failure.description}`).not.toMatch(/option|Timeout|Max Rate Limit Wait/);
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
		text.map((detail) => unanswered('connection', true, detail)),
	);
	fc.assert(
		fc.property(fc.constantFrom(...NAMES), outcome, (name, end) => {
			const failure = describeFailure(name, end, TELLING);
			expect(`${failure.message} ${failure.description}`).not.toContain(KEY.slice(0, 6));
		}),
	);
});

const NEWER = ['downloadCertificate', 'downloadText', 'listAssignments'];

// Specification, Versioning 4.
it.each([
	['beta', NEWER],
	['2020q1', NEWER],
	['2020q3', []],
	['2027q1', []],
])('version %s lacks %j', (version, missing) => {
	expect(NAMES.filter((name) => missingInVersion(name, version) !== undefined).sort()).toEqual(missing);
});
