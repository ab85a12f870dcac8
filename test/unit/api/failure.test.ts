import { describe, expect, it } from 'vitest';

import { type Failure, failureOfThrown, pauseBeforeNextTry, retryAfterMs } from '../../../nodes/api/request/failure.ts';
import { answered, unanswered } from './support/failures.ts';

const thrownAs = (error: unknown, { isLate = false, hasBegun = false } = {}) =>
	failureOfThrown({ error, apiKey: 'k3y', isLate, hasBegun });

const CODES = {
	unreachable: ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ERR_INVALID_URL'],
	untrusted: [
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
		...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
	],
	// The strings after the first two only resemble the codes above.
	lost: [
		...['ECONNRESET', 'EPIPE', 'NOT ENOTFOUND', 'ENOTFOUND2'],
		...['UNABLE_TO_', 'CERT_', 'CERT', '_CERT', 'ACERT_X', 'A_CERTIFICATE'],
	],
};

describe('the failure of a request that threw an error', () => {
	it.each(Object.entries(CODES))('says whether the service may have received the request: %s', (cause, codes) => {
		for (const code of codes) {
			const failure = { cause, detail: code, mayHaveArrived: cause === 'lost' };
			expect(thrownAs({ code, message: 'x' })).toMatchObject(failure);
		}
	});

	const lost = (detail: string) => ({ cause: 'lost', detail, mayHaveArrived: true });
	const timeout = (detail: string) => ({ cause: 'timeout', detail, mayHaveArrived: true });
	const refused = { cause: 'n8n', detail: 'Invalid time zone : ***', mayHaveArrived: false };
	const noTls = { code: 'EPROTO', message: 'write EPROTO 0A00010B:SSL routines:ssl3_get_record:wrong version number' };

	it.each<[what: string, thrown: unknown, failure: object, given?: Parameters<typeof thrownAs>[1]]>([
		["the network's timeout", Object.assign(new Error('x'), { code: 'ETIMEDOUT' }), timeout('ETIMEDOUT')],
		["the request's own time, whatever the error says", { code: 'ENOTFOUND' }, timeout('ENOTFOUND'), { isLate: true }],
		['an error of n8n before it sends', new RangeError('Invalid time zone\n: k3y'), refused],
		['an error while the body is read', new Error('hung up'), lost('hung up'), { hasBegun: true }],
		['a message, with the API key masked', { message: 'k3y hung up' }, lost('*** hung up')],
		['the message if the code is a number', { code: 500, message: 'hung up' }, lost('hung up')],
		["the cause's code", new Error('outer', { cause: { code: 'EPIPE' } }), lost('EPIPE')],
		['the outermost code', { code: 'EPIPE', cause: { code: 'ECONNRESET' } }, lost('EPIPE')],
		["the cause's code, which n8n 1.x keeps as httpCode", { message: 'x', httpCode: 'EPIPE' }, lost('EPIPE')],
		['a TLS error after the handshake', { code: 'EPROTO', message: 'bad record mac' }, lost('EPROTO')],
		[
			'a server without TLS',
			{ message: 'x', cause: noTls },
			{ cause: 'noTls', detail: 'EPROTO', mayHaveArrived: false },
		],
		['null', null, lost('no details')],
	])('is read from %s', (_what, thrown, failure, given) => {
		expect(thrownAs(thrown, given)).toMatchObject({ kind: 'unanswered', ...failure });
	});
});

it.each<[header: unknown, ms: number]>([
	['120', 120_000],
	[' 7 ', 7_000],
	['Sat, 21 Nov 2026 04:00:30 GMT', 29_500],
	['Sat, 21 Nov 2026 03:59:00 GMT', 0],
	['-5', 0],
	['soon', 0],
	[undefined, 0],
	[['3'], 0],
	[['Sat, 21 Nov 2026 04:00:30 GMT'], 0],
])('Retry-After with the value %j is read as this many ms: %s', (header, ms) => {
	expect(retryAfterMs(header, Date.parse('2026-11-21T04:00:00.500Z'))).toBe(ms);
});

const ONCE = { tries: 1, maxTries: 4, longestMs: 60_000, random: 0.5 };

describe('a failed request', () => {
	type Row = [what: string, failure: Failure, safe: boolean, unsafe: boolean];
	it.each<Row>([
		...[400, 401, 403, 404, 409, 422].map((status): Row => [`${status}`, answered(status), false, false]),
		...[408, 500, 502, 503, 504, 599].map((status): Row => [`${status}`, answered(status), true, false]),
		['a lost connection', unanswered('lost', true), true, false],
		['a connection that was never made', unanswered('unreachable', false), true, true],
	])('is retried only if that is safe and could succeed: after %s', (_what, failure, safe, unsafe) => {
		expect(pauseBeforeNextTry(failure, ONCE) !== undefined).toBe(safe);
		expect(pauseBeforeNextTry({ ...failure, endpoint: 'assign' }, ONCE) !== undefined).toBe(unsafe);
	});

	it.each([1, 2, 4])('is retried until it has been sent the maximum number of times: %s', (maxTries) => {
		const pauses = [1, 2, 3, 4].map((tries) => pauseBeforeNextTry(answered(503), { ...ONCE, maxTries, tries }));
		expect(pauses.filter((pause) => pause !== undefined)).toHaveLength(maxTries - 1);
	});

	it.each<[when: string, wishMs: number | undefined, plan: Partial<typeof ONCE>, pauseMs: number | undefined]>([
		['immediately, with the smallest random number', undefined, { random: 0 }, 0],
		['within a second at first', undefined, { random: 0.999 }, 999],
		['within twice that after each further try', undefined, { tries: 3 }, 2_000],
		['after a pause no longer than the timeout', undefined, { longestMs: 300, random: 0.9 }, 300],
		['after the pause that the service asks for', 20_000, {}, 20_000],
		['after a pause as long as the timeout if the service asks for that', 60_000, {}, 60_000],
		['never if the service asks for a pause longer than the timeout', 61_000, {}, undefined],
		['never if no time is left', undefined, { longestMs: -1 }, undefined],
	])('is retried %s', (_when, wishMs, plan, pauseMs) => {
		expect(pauseBeforeNextTry(answered(503, '', wishMs), { ...ONCE, ...plan })).toBe(pauseMs);
	});
});
