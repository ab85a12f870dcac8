import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { judge } from '../../../nodes/api/outcome/result.ts';
import { group, nothing, user } from '../../../nodes/api/specification/responses.ts';
import { answered, KEY, NAMES, TELLING, unanswered } from './support/outcomes.ts';

/** Specification: what creates something or sends something at each call. */
const UNSAFE = ['assign', 'createGroup', 'registerWebhook', 'sendExampleEvent'];

const IN_DOUBT = /may have been processed/;

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

	it('without content leaves in doubt what was made where the specification has no 204', () => {
		expect(judge('createGroup', answered(204), group, TELLING)).toMatchObject({ status: 204, inDoubt: true });
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
])('%s: in doubt, and told to be, just where it must not be repeated', (_what, outcome, status, inDoubt, temporary) => {
	for (const name of NAMES) {
		const isTold = inDoubt && UNSAFE.includes(name);
		const judged = judge(name, outcome, group, TELLING);
		const message = isTold ? expect.stringMatching(IN_DOUBT) : expect.not.stringMatching(IN_DOUBT);
		expect(judged, name).toMatchObject({ status, temporary, inDoubt: isTold, failure: { message } });
		expect(JSON.stringify(judged)).not.toContain(KEY);
	}
});

it('an answer that is not what the specification says names the endpoint and what is missing', () => {
	const check = () => ({ problem: `it has no '${KEY}'` });
	expect(judge('getScore', answered(200, { userId: 'u' }), check, TELLING)).toMatchObject({
		failure: {
			message: "The answer is not what the API specifies: it has no '***' (POST /score)",
			description: expect.stringContaining("'Service Address'"),
		},
	});
});

it.each<[isOver: boolean, outcomes: Outcome[]]>([
	[true, [...[500, 502, 503].map((status) => answered(status)), unanswered('connection', true)]],
	[false, [...[400, 408, 429, 504].map((status) => answered(status)), unanswered('timeout', true)]],
])('the service is done with a request (%s)', (isOver, outcomes) => {
	for (const outcome of outcomes) expect(judge('assign', outcome, group, TELLING)).toMatchObject({ isOver });
});
