import { describe, expect, it } from 'vitest';

import { type Failure, failureOfThrown, retryAfterMs, signOf } from '../../../nodes/api/request/failure.ts';
import { answered, canceled, unanswered, unreadable, waitedTooLong } from './support/failures.ts';

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
		['a server without TLS', { cause: noTls }, { cause: 'noTls', detail: 'EPROTO', mayHaveArrived: false }],
		['null', null, lost('no details')],
	])('is read from %s', (_what, thrown, failure, given) => {
		expect(thrownAs(thrown, given)).toMatchObject({ kind: 'unanswered', ...failure });
	});
});

it.each<[header: unknown, ms: number, date?: string]>([
	['120', 120_000],
	[' 7 ', 7_000, 'Sat, 21 Nov 2026 03:00:00 GMT'],
	['Sat, 21 Nov 2026 04:00:30 GMT', 29_500],
	['Sat, 21 Nov 2026 04:00:30 GMT', 29_500, 'now'],
	// The service's clock is an hour ahead.
	['Sat, 21 Nov 2026 05:00:30 GMT', 20_000, 'Sat, 21 Nov 2026 05:00:10 GMT'],
	['Sat, 21 Nov 2026 03:59:00 GMT', 0],
	['-5', 0],
	['soon', 0],
	[undefined, 0],
	[['3'], 0],
	[['Sat, 21 Nov 2026 04:00:30 GMT'], 0],
])('Retry-After with the value %j is read as this many ms: %s (Date: %s)', (header, ms, date) => {
	expect(retryAfterMs({ 'retry-after': header, date }, Date.parse('2026-11-21T04:00:00.500Z'))).toBe(ms);
});

it('a failure says of the service that it works, fails, stays silent, or nothing', () => {
	const sign = (failure: Failure) => signOf(failure, 60_000);
	const [lost, unreachable] = [unanswered('lost', true), unanswered('unreachable', false)];
	expect([500, 503, 504, 408].map((status) => sign(answered(status)))).toEqual(Array(4).fill('fails'));
	expect([lost, unreachable, unanswered('untrusted', false)].map(sign)).toEqual(Array(3).fill('fails'));
	expect([400, 401, 404, 302].map((status) => sign(answered(status)))).toEqual(Array(4).fill('works'));
	const timeout = unanswered('timeout', true);
	expect([signOf(timeout, 15_000), signOf(timeout, 14_999)]).toEqual(['silent', 'fails']);
	const ours = [answered(429), canceled(true), unanswered('n8n', false), waitedTooLong(1), unreadable('')];
	expect(ours.map(sign)).toEqual(Array(5).fill(undefined));
});
