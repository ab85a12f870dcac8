import { describe, expect, it } from 'vitest';

import {
	isLoopback,
	isSameAddress,
	isTestTwin,
} from '../../../nodes/EnterpriseAssessmentTrigger/registration/webhookAddress.ts';

const ID = 'd3b07384-d113-4ec6-a5d2-1f1f6b0c7a11';

describe('isTestTwin', () => {
	it.each([
		['https://n8n.example.com/webhook/', 'https://n8n.example.com/webhook-test/', true],
		['https://n8n.example.com/webhook-test/', 'https://n8n.example.com/webhook/', true],
		['https://example.com/n8n/hooks/', 'https://example.com/n8n/trials/', true],
		['https://n8n.example.com/webhook/', 'https://n8n.example.com/webhook/', false],
		['https://n8n.example.com/webhook/', 'http://n8n.example.com/webhook-test/', false],
		['https://n8n.example.com/webhook/', 'https://other.example.com/webhook-test/', false],
		// Two instances beside each other, one made from a copy of the other.
		['https://example.com/live/webhook/', 'https://example.com/staging/webhook/', false],
		['https://example.com/live/webhook/', 'https://example.com/staging/webhook-test/', false],
		['https://example.com/webhook/', 'https://example.com/a/webhook-test/', false],
	])('%s and %s: %s', (one, other, expected) => {
		expect(isTestTwin(`${one}${ID}/webhook`, `${other}${ID}/webhook`, ID)).toBe(expected);
	});

	it('another node is no twin', () => {
		const address = `https://n8n.example.com/webhook/${ID}/webhook`;
		const other = `https://n8n.example.com/webhook-test/${ID.replace('d3', 'd4')}/webhook`;
		expect(isTestTwin(address, other, ID)).toBe(false);
		expect(isTestTwin(address, `https://n8n.example.com/webhook-test/${ID}/other`, ID)).toBe(false);
		expect(isTestTwin(address, `https://n8n.example.com/webhook-test/${ID}/webhook?x`, ID)).toBe(false);
		expect(isTestTwin(address, address.replace('webhook/', 'webhook-test/'), undefined)).toBe(false);
		expect(isTestTwin(address, 'no address', ID)).toBe(false);
		expect(isTestTwin('no address', address, ID)).toBe(false);
	});

	it.each(['', undefined, 'another-id'])('nothing is the twin of anything for the id %j', (id) => {
		const address = `https://n8n.example.com/webhook/${ID}/webhook`;
		expect(isTestTwin(address, address, id)).toBe(false);
		expect(isTestTwin(address, address.replace('webhook/', 'webhook-test/'), id)).toBe(false);
		expect(isTestTwin('https://h.example/a//x', 'https://h.example/b//x', id)).toBe(false);
		expect(isTestTwin('https://h.example/a/undefined/x', 'https://h.example/b/undefined/x', id)).toBe(false);
	});

	it('a longer path is another one', () => {
		const address = `https://n8n.example.com/webhook/${ID}/webhook`;
		const longer = `https://n8n.example.com/webhook-test/${ID}/webhook/more`;
		expect(isTestTwin(address, longer, ID)).toBe(false);
		expect(isTestTwin(longer, address, ID)).toBe(false);
	});
});

describe('isSameAddress', () => {
	it.each([
		['https://a.example/x', 'https://a.example/x', true],
		['https://a.example/x', 'HTTPS://A.example:443/x', true],
		['https://a.example/x', 'https://a.example/x/', false],
		['https://a.example/x', 'https://a.example/X', false],
		['https://a.example/x', 'http://a.example/x', false],
		['https://a.example/x', 'https://a.example/x?y', false],
		['no address', 'no address', true],
		['no address', 'none either', false],
		['no address', 'https://a.example/x', false],
		['https://a.example/x', 'no address', false],
	])('%s and %s: %s', (one, other, expected) => {
		expect(isSameAddress(one, other)).toBe(expected);
	});
});

it.each([
	['http://localhost:5678/webhook', true],
	['http://127.0.0.1/webhook', true],
	['http://[::1]:5678/webhook', true],
	['http://127.0.0.2/webhook', false],
	['https://localhost.example.com/webhook', false],
	['no address', false],
])('isLoopback: %s: %s', (address, expected) => {
	expect(isLoopback(address)).toBe(expected);
});
