import { describe, expect, it } from 'vitest';

import { outcomeOfThrown } from '../../../nodes/api/outcome/outcome.ts';

/** Codes of connections that did not come about, at the network or at the certificate. */
const NEVER_SENT = [
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ERR_INVALID_URL'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
	...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
];
/** Codes of connections that broke, and what only resembles one of those above. */
const PERHAPS_SENT = [
	...['ECONNRESET', 'EPIPE', 'NOT ENOTFOUND', 'ENOTFOUND2'],
	...['UNABLE_TO_', 'CERT_', 'CERT', '_CERT', 'ACERT_X', 'A_CERTIFICATE'],
];

describe('outcomeOfThrown', () => {
	it.each([...NEVER_SENT.map((code) => [code, false] as const), ...PERHAPS_SENT.map((code) => [code, true] as const)])(
		'%s: the service may have seen the request: %s',
		(code, mayBeProcessed) => {
			expect(outcomeOfThrown({ code, message: 'what happened' })).toEqual({
				kind: 'unanswered',
				cause: 'connection',
				detail: code,
				mayBeProcessed,
			});
		},
	);

	it.each<[what: string, thrown: unknown, cause: 'timeout' | 'connection', detail: string]>([
		['a time-out of the HTTP client', { code: 'ECONNABORTED', message: 'x' }, 'timeout', 'ECONNABORTED'],
		['a time-out of the network', { code: 'ETIMEDOUT', message: 'x' }, 'timeout', 'ETIMEDOUT'],
		['a time-out by its message', { message: 'Timeout of 300ms exceeded' }, 'timeout', 'Timeout of 300ms exceeded'],
		['a message alone', new Error('socket hang up'), 'connection', 'socket hang up'],
		['a code that is a number', { code: 500, message: 'hung up' }, 'connection', 'hung up'],
		['the code of a cause', { message: 'outer', cause: { code: 'EPIPE' } }, 'connection', 'EPIPE'],
		['the outermost code', { code: 'EPIPE', cause: { code: 'ECONNRESET' } }, 'connection', 'EPIPE'],
		['null', null, 'connection', 'no details'],
	])('reads %s', (_what, thrown, cause, detail) => {
		expect(outcomeOfThrown(thrown)).toEqual({ kind: 'unanswered', cause, detail, mayBeProcessed: true });
	});

	it('never sent is also what was spoken to a server without TLS, but not every error of TLS', () => {
		const thrown = (message: string) => outcomeOfThrown({ message: 'x', cause: { code: 'EPROTO', message } });
		expect(thrown('write EPROTO 0A00010B:SSL routines:ssl3_get_record:wrong version number')).toMatchObject({
			detail: 'wrong version number',
			mayBeProcessed: false,
		});
		expect(thrown('write EPROTO bad record mac')).toMatchObject({ detail: 'EPROTO', mayBeProcessed: true });
	});
});
