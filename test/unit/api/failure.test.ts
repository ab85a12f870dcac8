import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EndpointName } from '../../../nodes/api/specification/endpoints.ts';
import { isSuccessStatus } from '../../../nodes/api/specification/endpoints.ts';
import { failureOf } from '../../../nodes/api/outcome/failure.ts';
import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { answered, KEY, NAMES, unanswered } from './support/outcomes.ts';

const told = (endpoint: EndpointName, outcome: Outcome) => failureOf(endpoint, outcome, KEY, true);

describe('every row of the Errors table', () => {
	it.each([
		[400, 'refused the request as invalid', 'parameters'],
		[401, 'did not accept the API key', "'API Key'"],
		[403, 'refused access', 'belong to the account'],
		[404, 'no such address', "'Service Address'"],
		[409, 'could not process', 'Administrators'],
		[429, 'rate limit', "'Max Rate Limit Wait (Seconds)'"],
		[408, 'error on its side', 'Try again later'],
		[500, 'error on its side', 'Try again later'],
		[599, 'error on its side', 'Try again later'],
		[302, 'redirected', "'Service Address'"],
		[418, 'status that the node does not expect', "'Service Address'"],
	])('%i says what happened and what to do', (status, what, advice) => {
		const { message, description } = told('getScore', answered(status, { errors: ['said the service'] }));
		expect(message).toContain(what);
		expect(message).toMatch(/: said the service$/);
		expect(description).toContain(advice);
		expect(description).toMatch(new RegExp(`\\(POST /score, status ${status}\\)$`));
	});

	const page = '<!DOCTYPE html><html><body>Blocked</body></html>';
	const proxy = /A proxy may have answered instead of the service/;

	it.each<[EndpointName, number, body: unknown, what: RegExp, advice: RegExp]>([
		// A request that takes no ID can't have a wrong one.
		['listAssessments', 403, { errors: ['no'] }, /^The service refused access: no$/, proxy],
		['deleteWebhook', 400, '', /^The service refused the request as invalid$/, proxy],
		// The service answers with JSON.
		['assign', 400, page, /^The service refused the request as invalid$/, proxy],
		['getScore', 401, page, /did not accept the API key$/, /'API Key'/],
		['downloadAudio', 302, '', /^The service redirected the download to another address$/, /leave 'Service Address'/],
		['downloadText', 404, '', /^The service has no file at this link$/, /Read the score again/],
	])('%s, %i with %j says what fits it', (endpoint, status, body, what, advice) => {
		const { message, description } = told(endpoint, answered(status, body));
		expect(message).toMatch(what);
		expect(description).toMatch(advice);
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
	const usedUp: Outcome = { kind: 'waitedTooLong', waitedMs: 1_600, freeAt: Date.UTC(2026, 10, 21) };
	const others: Outcome = { kind: 'waitedTooLong', waitedMs: 60_000, freeAt: undefined };

	it.each<[Outcome, RegExp, RegExp]>([
		[unanswered('timeout', true), /^The service did not answer in time$/, /'Timeout \(Seconds\)' \(POST \/score\)$/],
		[
			unanswered('connection', false, 'ENOTFOUND'),
			/^Nothing answers/,
			/'Service Address'.*\(POST \/score, ENOTFOUND\)/,
		],
		[unanswered('connection', false, 'wrong version number'), /does not speak https$/, /its port/],
		[unanswered('connection', false, 'CERT_HAS_EXPIRED'), /certificate .* has expired$/, /clock/],
		[unanswered('connection', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'), /self-signed$/, /NODE_EXTRA_CA_CERTS/],
		[unanswered('connection', false, 'SELF_SIGNED_CERT_IN_CHAIN'), /self-signed$/, /NODE_EXTRA_CA_CERTS/],
		[unanswered('connection', false, 'ERR_TLS_CERT_ALTNAME_INVALID'), /belongs to another name$/, /typing error/],
		[unanswered('connection', false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /is not trusted/, /A proxy/],
		[unanswered('connection', true, 'ECONNRESET'), /broke off$/, /Try again later.*\(POST \/score, ECONNRESET\)/],
		[usedUp, /used up until 2026-11-21T00:00:00Z$/, /waiting 2 s.*'Max Rate Limit Wait \(Seconds\)' \(POST \/score\)/],
		[others, /^Other requests of the account came first$/, /waiting 60 s.*'Max Rate Limit Wait \(Seconds\)'/],
		[{ kind: 'cancelled', mayBeProcessed: true }, /cancelled/, /POST \/score/],
		[
			{ kind: 'unreadable', status: 200, problem: `it has no '${KEY}'` },
			/^The answer is not what the API specifies: it has no '\*\*\*'$/,
			/'Service Address'.*\(POST \/score\)/,
		],
	])('%o', (outcome, message, description) => {
		const failure = told('getScore', outcome);
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
	});

	it.each([[unanswered('timeout', true)], [usedUp], [others], [answered(429)]])(
		'%o names no option where there is none',
		(outcome) => {
			const { message, description } = failureOf('getScore', outcome, KEY, false);
			expect(description).toMatch(/ry again/);
			expect(`${message} ${description}`).not.toMatch(/option|Timeout|Max Rate Limit Wait/);
		},
	);
});

/** Specification: what creates something or sends something at each call. */
const UNSAFE = ['assign', 'createGroup', 'registerWebhook', 'sendExampleEvent'];

// prettier-ignore
it.each<[what: string, outcome: Outcome, inDoubt: boolean, temporary: boolean, isOver: boolean]>([
	['400',                  answered(400),                                           false, false, false],
	['429',                  answered(429),                                           false, false, false],
	['408, of a proxy',      answered(408),                                           true,  true,  false],
	['500',                  answered(500),                                           true,  true,  true],
	['502',                  answered(502),                                           true,  true,  true],
	['503',                  answered(503),                                           true,  true,  true],
	['504, of a proxy',      answered(504),                                           true,  true,  false],
	['204 without meaning',  answered(204),                                           true,  false, false],
	['no answer in time',    unanswered('timeout', true),                             true,  true,  false],
	['a broken connection',  unanswered('connection', true),                          true,  true,  true],
	['no connection',        unanswered('connection', false),                         false, true,  true],
	['cancelled',            { kind: 'cancelled', mayBeProcessed: false },            false, false, false],
	['cancelled on its way', { kind: 'cancelled', mayBeProcessed: true },             true,  false, false],
	['no turn',              { kind: 'waitedTooLong', waitedMs: 1, freeAt: 2 },       false, false, false],
	['unreadable',           { kind: 'unreadable', status: 200, problem: 'it is x' }, true,  true,  false],
])('%s: in doubt, and told to be, just where it must not be repeated', (_what, outcome, inDoubt, temporary, isOver) => {
	for (const name of NAMES) {
		const isTold = inDoubt && UNSAFE.includes(name);
		const failure = told(name, outcome);
		const status = 'status' in outcome ? outcome.status : undefined;
		expect(failure, name).toMatchObject({ status, temporary, inDoubt: isTold, isOver });
		expect(/\. The request may have been processed/.test(failure.message), name).toBe(isTold);
	}
});

it('the key shows up nowhere, whatever the service repeats of it', () => {
	const text = fc.tuple(fc.string({ maxLength: 500 }), fc.string({ maxLength: 5 })).map(([a, b]) => `${a}${KEY}${b}`);
	const body = fc.oneof(
		text,
		fc.array(text),
		fc.record({ title: text, errors: fc.oneof(fc.array(text), fc.dictionary(text, text)), other: text }),
		fc.record({ unknown: fc.array(text) }),
	);
	const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
		fc.tuple(fc.integer({ min: 300, max: 599 }), body).map(([status, content]) => answered(status, content)),
		text.map((detail) => unanswered('connection', true, detail)),
	);
	fc.assert(
		fc.property(fc.constantFrom(...NAMES), outcomes, (name, outcome) => {
			const { message, description } = told(name, outcome);
			expect(`${message} ${description}`).not.toContain(KEY.slice(0, 6));
		}),
	);
});

it('no message has an endpoint, and none speaks of a problem', () => {
	const outcomes = [
		...Array.from({ length: 300 }, (_, index) => answered(300 + index)),
		...['ENOTFOUND', 'EPROTO', 'CERT_HAS_EXPIRED', 'ECONNRESET'].map((code) => unanswered('connection', true, code)),
		unanswered('timeout', true),
	];
	for (const name of NAMES) {
		for (const outcome of outcomes) {
			const { message, description } = told(name, outcome);
			expect(message).not.toMatch(/GET|POST|DELETE|\/\w|status \d/);
			expect(`${message} ${description}`).not.toMatch(/problem|mistake/i);
		}
	}
});
