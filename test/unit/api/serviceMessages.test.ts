import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { serviceMessages } from '../../../nodes/api/outcome/serviceMessages.ts';

const said = (body: unknown) => serviceMessages(body, 'k3y');

describe('serviceMessages', () => {
	it.each<[what: string, body: unknown, messages: string[]]>([
		['a bare array of texts', ['name is required', 'too long'], ['name is required', 'too long']],
		['a bare text', 'Bad things  happened\n here', ['Bad things happened here']],
		['errors as texts', { errors: ['a', 'b', 'a', ' '] }, ['a', 'b']],
		['objects with a message', { errors: [{ message: 'm' }, { errorMessage: 'e' }, { reason: 'r' }] }, ['m', 'e', 'r']],
		['objects with a name', [{ field: 'emailAddress', message: 'is no address' }], ['emailAddress: is no address']],
		['objects with a code only', [{ code: 'NotEligible' }], ['{"code":"NotEligible"}']],
		[
			'objects with a name and a list of messages',
			{ errors: [{ field: 'emailAddress', messages: ['is invalid'] }] },
			['{"field":"emailAddress","messages":["is invalid"]}'],
		],
		['a nested error', { error: { code: 'E1', message: 'inner' } }, ['{"error":{"code":"E1","message":"inner"}}']],
		['errors within errors', { errors: [{ errors: [{ message: 'deep' }] }] }, ['deep']],
		['one error object', { errors: { message: 'm' } }, ['message: m']],
		[
			'a problem detail',
			{ type: 'about:blank', title: 'Bad Request', status: 400, detail: 'No start', traceId: 't' },
			['Bad Request: No start'],
		],
		[
			'a problem detail with a map',
			{ title: 'Invalid.', status: 400, errors: { assignedOnOrAfter: ['is required', 'is no date'], '': ['whole'] } },
			['Invalid.', 'assignedOnOrAfter: is required', 'assignedOnOrAfter: is no date', 'whole'],
		],
		['a map to texts and objects', { errors: { a: 'x', b: { message: 'y' }, c: null } }, ['a: x', 'b: y']],
		['a web page', '<!DOCTYPE html><html><body>502</body></html>', []],
		['a piece of HTML', '<center><h1>502 Bad Gateway</h1></center>', []],
		['a text with a bracket', '<name> is required', ['<name> is required']],
		['an empty body', '', []],
		['nothing', undefined, []],
		['an empty object', {}, []],
	])('reads %s', (_what, body, messages) => {
		expect(said(body)).toEqual(messages);
	});

	it('bounds how much is said', () => {
		expect(said(['x'.repeat(10_000)])).toEqual([`${'x'.repeat(500)}…`]);
		expect(said(Array.from({ length: 50 }, (_, index) => `message ${index}`))).toHaveLength(10);
	});

	it('shows no part of a secret, wherever the text is cut', () => {
		const key = 'k3y-of-the-account';
		fc.assert(
			fc.property(fc.integer({ min: 470, max: 505 }), (before) => {
				const [message] = serviceMessages([`${'.'.repeat(before)}${key}`], key);
				expect(message).not.toContain('k3y');
			}),
		);
	});

	it('gives a few bounded texts for whatever JSON comes', () => {
		const { shaped } = fc.letrec((tie) => ({
			shaped: fc.oneof(
				{ maxDepth: 4 },
				fc.jsonValue(),
				fc.array(tie('shaped'), { maxLength: 4 }),
				fc.dictionary(fc.constantFrom('errors', 'error', 'message', 'title', 'field', 'x', ''), tie('shaped')),
			),
		}));
		fc.assert(
			fc.property(shaped, (body) => {
				const messages = said(body);
				expect(messages.length).toBeLessThanOrEqual(10);
				for (const message of messages) {
					expect(message.trim()).not.toBe('');
					expect(message.length).toBeLessThanOrEqual(501);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
