import { describe, expect, it } from 'vitest';

import { type Failure, isInDoubt, isTemporary, serviceGaveUp } from '../../../nodes/api/request/failure.ts';
import { explain, wordsOf } from '../../../nodes/api/request/messages.ts';
import type { EndpointName } from '../../../nodes/api/specification/endpoints.ts';
import { answered, canceled, NAMES, unanswered, unreadable, waitedTooLong } from './support/failures.ts';

function told(endpoint: EndpointName, failure: Failure) {
	const words = wordsOf({ ...failure, endpoint }, true);
	// n8n's guidelines advise against these words.
	expect(`${words.message} ${words.description}`).not.toMatch(/problem|mistake/i);
	return words;
}

describe('the message about an error response', () => {
	const said = { errors: ['one', 'two'] };
	const page = '<!DOCTYPE html><html><body>Blocked</body></html>';
	const orProxy = /\. A proxy or firewall may have answered instead of the service$/;
	const correctRow = /^Check the values in the node's parameters\. If they come from a list, correct this row$/;
	const waitLonger = /^The request wasn't processed\. Check .+\. Try again later, or increase 'Max Rate Limit Wait/;

	it.each<[EndpointName, statuses: number | number[], body: unknown, what: RegExp, advice: RegExp]>([
		['getScore', 400, said, /rejected the request as invalid: one; two \(/, correctRow],
		['getScore', 401, said, /didn't accept the API key: one; two \(POST \/score, /, /'API Key'/],
		['getScore', 403, said, /refused access: one; two \(/, /same account as the API key$/],
		['getScore', 404, said, /can't find this URL: one; two \(/, /'Service Address'/],
		['getScore', 409, said, /couldn't process the request: one; two \(/, /an administrator of your account$/],
		['getScore', 429, said, /rate limit.*: one; two \(/, waitLonger],
		['getScore', [408, 500, 599], said, /went wrong on the service's side: one; two \(/, /Try again later/],
		['getScore', [300, 399], said, /redirected .*: one; two \(/, /'Service Address'/],
		['getScore', 407, said, /network's proxy requires a login.*: one; two \(/, /HTTPS_PROXY=http:\/\/user:password@/],
		['getScore', 418, said, /unexpected status: one; two \(/, /'Service Address'/],
		['listAssessments', 403, '', /^The service refused access \(GET \/assessments, /, orProxy],
		// The service responds with JSON, so this page isn't from the service.
		['assign', 400, page, /^The service rejected the request as invalid \(/, orProxy],
		['downloadAudio', 401, page, /didn't accept the API key \(/, /'API Key'.+ admin dashboard$/],
		['getScore', 404, page, /can't find this URL \(/, /Leave out page paths, as in https:\/\/example\.com\. A proxy/],
		['downloadAudio', 302, '', /redirected the request to another URL \(audio download/, /ask the service's operator/],
		['downloadText', 404, '', /has no file at this link \(text download/, /score report\. .* get the score again/],
	])('of %s, status %j and body %j says what happened and what to do', (endpoint, statuses, body, what, advice) => {
		for (const status of [statuses].flat()) {
			const { message, description } = told(endpoint, answered(status, body));
			expect(message).toMatch(what);
			expect(message).toMatch(new RegExp(`, status ${status}\\)$`));
			expect(description).toMatch(advice);
		}
	});
});

describe('the message about a request without a usable response', () => {
	const lost = unanswered('lost', true, 'ECONNRESET');
	const midnight = Date.UTC(2026, 10, 21);
	const usedUp = waitedTooLong(1_600, midnight);
	const afterStatus = (status: number) => waitedTooLong(1_600, midnight, status);
	const others = waitedTooLong(60_000);
	const noTime: Failure = { kind: 'noTime', endpoint: 'getScore', tries: 0 };
	const deprecated: Failure = { kind: 'notInVersion', endpoint: 'getScore', tries: 0, apiVersion: 'alpha' };

	it.each<[Failure, RegExp, RegExp]>([
		[unanswered('timeout', true), /^The service didn't answer in time \(POST \/score\)$/, /'Timeout \(Seconds\)'$/],
		[noTime, /^There wasn't enough time left .* \(POST \/score\)$/, /^Try again later$/],
		[unanswered('unreachable', false, 'ENOTFOUND'), /^No server answered.*, ENOTFOUND\)$/, / to reach it$/],
		[unanswered('noTls', false, 'EPROTO'), /doesn't use HTTPS \(POST \/score, EPROTO\)$/, /especially the port/],
		[unanswered('untrusted', false, 'CERT_X'), /certificate .+ isn't trusted \(.+, CERT_X\)$/, /typos.+CERTS/],
		[unanswered('n8n', false, 'Blocked'), /^n8n didn't send the request: Blocked \(POST \/score\)$/, /own settings/],
		[{ ...lost, tries: 4 }, /was lost \(POST \/score, ECONNRESET, 4 tries\)$/, /Try again later/],
		[{ ...noTime, kind: 'unavailable', cause: lost }, /, so .+ sent \(.+, ECONNRESET\)$/, /check 'Service Address'/],
		[usedUp, /used up until 2026-11-21 00:00:00 UTC \(POST \/score\)$/, / waited 2 s and wasn't sent\. Try again/],
		[{ ...usedUp, tries: 1 }, /used up until .+UTC \(POST \/score\)$/, / waited 2 s and wasn't sent again\. Try /],
		[afterStatus(429), /used up until .+UTC \(POST \/score, status 429\)$/, / was refused and not processed\. Try /],
		[afterStatus(503), /used up until .+UTC \(POST \/score, status 503\)$/, / wasn't sent again\. Try /],
		[others, /waited too long behind other requests/, / waited 60 s .+'Max Rate Limit Wait \(Seconds\)'$/],
		[canceled(true), /canceled \(POST \/score\)$/, /^Run the workflow again/],
		[unreadable('it is x'), /match the API specification: it is x \(POST \/score\)$/, /'Service Address'/],
		[deprecated, /^API version alpha is deprecated .+ endpoint \(POST \/score\)$/, /^Set 'API Version' .* to 2020q3$/],
	])('says what happened and what to do: %o', (outcome, message, description) => {
		const failure = told('getScore', outcome);
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
	});
});

/** Endpoints that create or send something with each call. */
const UNSAFE = ['assign', 'createGroup', 'registerWebhook', 'sendExampleEvent'];

// prettier-ignore
it.each<[what: string, failure: Failure, inDoubt: boolean, temporary: boolean, ends: boolean]>([
	['400',                 answered(400),                   false, false, false],
	['429',                 answered(429),                   false, false, false],
	['408 from a proxy',    answered(408),                   true,  true,  false],
	['500',                 answered(500),                   true,  true,  true],
	['502',                 answered(502),                   true,  true,  true],
	['503',                 answered(503),                   true,  true,  true],
	['504 from a proxy',    answered(504),                   true,  true,  false],
	['no response in time', unanswered('timeout', true),     true,  true,  false],
	['a lost connection',   unanswered('lost', true),        true,  true,  true],
	['no connection',       unanswered('noTls', false),      false, true,  false],
	['an error of n8n',     unanswered('n8n', false),        false, false, false],
	['canceling early',     canceled(false),                false, false, false],
	['canceling midway',    canceled(true),                 true,  false, false],
	['no turn in time',     waitedTooLong(1, 2),             false, false, false],
	['no turn after 503',   waitedTooLong(1, 2, 503),        false, false, false],
	['a bad response',      unreadable('it is x'),           true,  false, false],
])('after %s, the message says whether an unsafe request may have gone through', (_what, outcome, inDoubt, temporary, ends) => {
	for (const name of NAMES) {
		const isTold = inDoubt && UNSAFE.includes(name);
		const failure = { ...outcome, endpoint: name };
		const judged = { inDoubt: isInDoubt(failure), temporary: isTemporary(failure), ends: serviceGaveUp(failure) };
		expect(judged, name).toEqual({ inDoubt: isTold, temporary, ends });
		expect(/\. The request may still have gone through/.test(wordsOf(failure).message), name).toBe(isTold);
	}
});

it("a message has a single period after the service's words", () => {
	for (const said of ['no such group', 'No such group.']) {
		const body = { errors: [said] };
		const doubtful = Object.values(told('assign', answered(500, body))).join();
		expect(doubtful).toMatch(/: no such group \([^)]+\)\. The request.+,Check [^.]+again\. Try again later$/i);
		expect(explain(answered(400, body))).toMatch(/: no such group \([^)]+\)\. Check [^.]+\.[^.]+\.$/i);
	}
	expect(explain({ message: 'Use 1.5.', description: '' })).toBe('Use 1.5.');
});
