import { describe, expect, it } from 'vitest';

import { isSameAddress, isTestTwin } from '../../../nodes/EnterpriseAssessmentTrigger/registration/decision.ts';

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
		['https://example.com/n8n/2/webhook/', 'https://example.com/n8n2/webhook-test/', false],
		['https://example.com/live/webhook/', 'https://example.com/staging/webhook-test/', false],
	])('%s and %s: %s', (one, other, expected) => {
		expect(isTestTwin(`${one}${ID}/webhook`, `${other}${ID}/webhook`, ID, '')).toBe(expected);
	});

	it.each([
		['https://editor.example.com/', 'https://editor.example.com/webhook-test/', true],
		['https://editor.example.com', 'https://editor.example.com/webhook-test/', true],
		['https://editor.example.com/n8n/', 'https://editor.example.com/webhook-test/', false],
		['https://editor.example.com/', 'https://editor.example.com/webhook/', false],
	])('with an editor at %s, %s is of the same n8n: %s', (editorBase, other, expected) => {
		const production = `https://hooks.example.com/webhook/${ID}/webhook`;
		expect(isTestTwin(production, `${other}${ID}/webhook`, ID, editorBase)).toBe(expected);
	});

	const production = `https://n8n.example.com/webhook/${ID}/webhook`;
	const test = `https://n8n.example.com/webhook-test/${ID}/webhook`;

	it.each<[what: string, one: string, other: string, id: string | undefined]>([
		['another node', production, test.replace('d3', 'd4'), ID],
		['another path', production, test.replace(/webhook$/, 'web/hook'), ID],
		['a longer path', production, `${test}/more`, ID],
		['another query', production, `${test}?x`, ID],
		['no address', production, 'no address', ID],
		['without an id', production, test, undefined],
		['an empty id', production, test, ''],
		['another id', production, test, 'another-id'],
		['an empty id and an empty segment', 'https://h.example/a//x', 'https://h.example/b//x', ''],
		['no id and its word', 'https://h.example/a/undefined/x', 'https://h.example/b/undefined/x', undefined],
	])('is false: %s', (_what, one, other, id) => {
		expect(isTestTwin(one, other, id, '')).toBe(false);
		expect(isTestTwin(other, one, id, '')).toBe(false);
	});
});

describe('isSameAddress', () => {
	it.each([
		['https://a.example/x', 'https://a.example/x', true],
		['https://a.example/x', 'HTTPS://A.example:443/x', true],
		['https://a.example/x', 'https://a.example/x/', false],
		['https://a.example/x', 'http://a.example/x', false],
		['https://a.example/x', 'https://a.example/x?y', false],
		['no address', 'no address', true],
		['no address', 'https://a.example/x', false],
		['https://a.example/x', 'no address', false],
	])('%s and %s: %s', (one, other, expected) => {
		expect(isSameAddress(one, other)).toBe(expected);
	});
});
