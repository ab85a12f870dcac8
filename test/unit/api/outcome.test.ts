import { describe, expect, it } from 'vitest';

import { isInDoubt, outcomeOfThrown } from '../../../nodes/api/outcome/outcome.ts';

describe('outcomeOfThrown', () => {
	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'ERR_INVALID_URL',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
	])('%s: the service never saw the request', (code) => {
		expect(outcomeOfThrown({ code, message: 'what happened' }, false)).toEqual({
			kind: 'unanswered',
			cause: 'connection',
			detail: code,
			mayBeProcessed: false,
		});
	});

	it.each([
		'ECONNRESET',
		'EPIPE',
		'NOT ENOTFOUND',
		'ENOTFOUND2',
		'UNABLE_TO_',
		'CERT_',
		'CERT',
		'_CERT',
		'ACERT_X',
		'',
	])('%j: the service may have seen the request', (code) => {
		expect(outcomeOfThrown({ code, message: 'what happened' }, false)).toEqual({
			kind: 'unanswered',
			cause: 'connection',
			detail: code === '' ? 'what happened' : code,
			mayBeProcessed: true,
		});
	});

	const loop: { message: string; cause?: unknown } = { message: 'a loop' };
	loop.cause = loop;

	it.each<[what: string, thrown: unknown, cause: 'timeout' | 'connection', detail: string]>([
		['a time-out of the HTTP client', { code: 'ECONNABORTED', message: 'x' }, 'timeout', 'ECONNABORTED'],
		['a time-out of the network', { code: 'ETIMEDOUT', message: 'x' }, 'timeout', 'ETIMEDOUT'],
		['a time-out by its message', { message: 'Timeout of 300ms exceeded' }, 'timeout', 'Timeout of 300ms exceeded'],
		['another one', new Error('The operation timed out'), 'timeout', 'The operation timed out'],
		['a message alone', new Error('socket hang up'), 'connection', 'socket hang up'],
		['a code that is a number', { code: 500, message: 'hung up' }, 'connection', 'hung up'],
		['the code of a cause', { message: 'outer', cause: { code: 'EPIPE' } }, 'connection', 'EPIPE'],
		['the message of a cause', { cause: { message: 'inner' } }, 'connection', 'inner'],
		['the outermost code', { code: 'EPIPE', cause: { code: 'ECONNRESET' } }, 'connection', 'EPIPE'],
		['a message that is none', { message: 7 }, 'connection', 'no details'],
		['a text', 'what happened', 'connection', 'no details'],
		['null', null, 'connection', 'no details'],
		['nothing', undefined, 'connection', 'no details'],
		['a loop of causes', loop, 'connection', 'a loop'],
	])('reads %s', (_what, thrown, cause, detail) => {
		expect(outcomeOfThrown(thrown, false)).toEqual({ kind: 'unanswered', cause, detail, mayBeProcessed: true });
	});

	it('is cancelled, whatever was thrown, once the execution is', () => {
		expect(outcomeOfThrown({ code: 'ECONNRESET' }, true)).toEqual({ kind: 'cancelled', mayBeProcessed: true });
	});
});

it.each([
	[499, false],
	[408, true],
	[500, true],
	[599, true],
	[429, false],
	[200, false],
])('an answer with status %s is in doubt: %s', (status, expected) => {
	expect(isInDoubt({ kind: 'answered', status, headers: {}, body: '' })).toBe(expected);
});
