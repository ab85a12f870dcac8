import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { judge } from '../../../nodes/api/outcome/result.ts';
import { group, nothing, user } from '../../../nodes/api/specification/responses.ts';

const KEY = 'k3y-of-the-account';

const TELLING = { secrets: [KEY], isAdjustable: true };

const answered = (status: number, body: unknown = ''): Outcome => ({ kind: 'answered', status, headers: {}, body });
const unanswered = (cause: 'timeout' | 'connection', mayBeProcessed: boolean): Outcome => ({
	...{ kind: 'unanswered', cause, detail: 'no details' },
	mayBeProcessed,
});

describe('a success', () => {
	it('is the checked body', () => {
		const body = { groupId: 'g', name: 'Class A' };
		expect(judge('createGroup', answered(201, body), group, TELLING)).toEqual({ value: body });
	});

	it('without content is what the check makes of none, whatever body comes with it', () => {
		for (const body of ['', '{}', {}])
			expect(judge('getScore', answered(204, body), user, TELLING)).toEqual({ value: null });
		expect(judge('deleteWebhook', answered(204), nothing, TELLING)).toEqual({ value: null });
	});

	it('without content is none where the specification has no 204', () => {
		expect(judge('createGroup', answered(204), group, TELLING)).toMatchObject({ status: 204, inDoubt: false });
	});
});

// prettier-ignore
it.each<[what: string, outcome: Outcome, status: number | undefined, inDoubt: boolean, temporary: boolean]>([
	['400',                         answered(400),                                         400, false, false],
	['429',                         answered(429),                                         429, false, false],
	['408, of a proxy',             answered(408),                                         408, true,  true],
	['503',                         answered(503),                                         503, true,  true],
	['504, of a proxy',             answered(504),                                         504, true,  true],
	['no answer in time',           unanswered('timeout', true),                     undefined, true,  true],
	['a broken connection',         unanswered('connection', true),                  undefined, true,  true],
	['no connection',               unanswered('connection', false),                 undefined, false, true],
	['cancelled',                   { kind: 'cancelled' },                           undefined, false, false],
	['cancelled on its way',        { kind: 'cancelled', mayBeProcessed: true },     undefined, true,  false],
	['no turn',                     { kind: 'waitedTooLong', waitedMs: 1, freeAt: 2 }, undefined, false, false],
	['a success that is unreadable', answered(200, `<p>${KEY}</p>`),                       200, true,  true],
	['a success that lacks a field', answered(200, { name: KEY }),                         200, true,  true],
])('%s', (_what, outcome, status, inDoubt, temporary) => {
	const failed = { status, temporary, failure: expect.objectContaining({ message: expect.any(String) }) };
	const unsafe = judge('createGroup', outcome, group, TELLING);
	expect(unsafe).toEqual({ ...failed, inDoubt });
	expect(judge('listGroups', outcome, group, TELLING)).toEqual({ ...failed, inDoubt: false });
	expect('failure' in unsafe && /may have been processed/.test(unsafe.failure.message)).toBe(inDoubt);
	expect(JSON.stringify(unsafe)).not.toContain(KEY);
});

it('an answer that is not what the specification says names the endpoint and what is missing', () => {
	const secretly = judge(
		'getScore',
		answered(200, { userId: 'u' }),
		() => ({ problem: `it has no '${KEY}'` }),
		TELLING,
	);
	expect(secretly).toMatchObject({
		failure: {
			message: "The answer is not what the API specifies: it has no '***' (POST /score)",
			description: expect.stringContaining("'Service Address'"),
		},
	});
});
