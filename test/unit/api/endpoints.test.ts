import fc from 'fast-check';
import type { INode, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	CREDENTIAL_TEST_BASE_URL,
	linkId,
	normalizeAddress,
	normalizeVersion,
	resolveLink,
} from '../../../nodes/api/specification/endpoints.ts';
import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';

const NODE: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };
const nodeType = () => new EnterpriseAssessment();
const nodeTypes: INodeTypes = { getByName: nodeType, getByNameAndVersion: nodeType, getKnownTypes: () => ({}) };
const { expression } = new Workflow({ nodes: [NODE], connections: {}, active: false, nodeTypes });

/** The base URL that n8n uses for the credential test. */
function credentialTestBaseUrl(baseHost: string, apiVersion = '2020q3'): string {
	const credentials = { baseHost, apiVersion, apiKey: 'key' };
	return String(
		expression.getSimpleParameterValue(NODE, CREDENTIAL_TEST_BASE_URL, 'internal', { $credentials: credentials }),
	);
}

const ACCEPTED: Array<[input: string, baseHost: string]> = [
	['https://assess.example.com', 'https://assess.example.com'],
	['  https://assess.example.com//  ', 'https://assess.example.com'],
	['HTTPS://Assess.Example.COM:443/', 'https://assess.example.com'],
	['https://assess.example.com:8443/2020q3', 'https://assess.example.com:8443'],
	['https://assess.example.com/2020Q3/', 'https://assess.example.com'],
	['https://example.com/assess/2020q3/', 'https://example.com/assess'],
	['https://example.com/assess//2020q3', 'https://example.com/assess'],
	['https://example.com/2020q5', 'https://example.com/2020q5'],
	['https://example.com/alphabeta', 'https://example.com/alphabeta'],
	['https://example.com/..assess', 'https://example.com/..assess'],
	['https://beta', 'https://beta'],
	['https://prüfung.example', 'https://xn--prfung-4ya.example'],
	['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
	['http://localhost:3000/', 'http://localhost:3000'],
	['http://[::1]:3000', 'http://[::1]:3000'],
];

const REFUSED: Record<string, string[]> = {
	'no scheme': ['', 'assess.example.com', '//assess.example.com'],
	'another scheme': ['ftp://assess.example.com', 'javascript:alert(1)'],
	'http to another machine': [
		...['http://assess.example.com', 'http://localhost.example.com', 'http://127.0.0.1.evil.example'],
		...['http://127.0.0.2', 'http://127.1', 'http://0.0.0.0', 'http://[::ffff:127.0.0.1]', 'http://localhost.'],
	],
	'too few or too many slashes': [
		...['http:localhost', 'https:assess.example.com', 'https:/assess.example.com', 'https:///assess.example.com'],
	],
	'a user name': [
		...['https://user@assess.example.com', 'https://user:password@assess.example.com', 'https://@assess.example.com'],
		...['http://localhost@evil.example', 'http://localhost:3000@evil.example'],
	],
	'a query or fragment': [...['https://assess.example.com?key=1', 'https://assess.example.com/?']],
	'a backslash': ['http://localhost\\@evil.example', 'https://assess.example.com\\evil'],
	'white space or a control character': [
		...['https://assess.example.com/a b', 'https://assess\t.example.com', 'https://assess.example.com/a\nb'],
	],
	'a dot segment': [
		...['https://assess.example.com/..', 'https://assess.example.com/a/../b'],
		...['https://assess.example.com/./a', 'https://assess.example.com/2020q3/%2E%2e'],
	],
	'no valid host or port': [
		...['https://exa<mple.com', 'https://[::1', 'https://assess.example.com:99999', 'https://assess.example.com:port'],
	],
};

describe('the Service Address', () => {
	it.each(ACCEPTED)('%j becomes %j, for the credential test too', (input, baseHost) => {
		expect(normalizeAddress(input)).toEqual({ baseHost });
		expect(new URL(credentialTestBaseUrl(input)).href).toBe(`${baseHost}/2020q3`);
	});

	it.each(Object.entries(REFUSED))('with %s is refused, and the message names the field: %j', (_what, inputs) => {
		for (const input of inputs) {
			expect(normalizeAddress(input), input).toEqual({ problem: expect.stringContaining("'Service Address'") });
			expect(URL.canParse(`${credentialTestBaseUrl(input)}/assessments`), input).toBe(false);
		}
	});

	it('sends the credential test to the same URL as the nodes, or nowhere', () => {
		fc.assert(
			fc.property(address(), (input) => {
				const normalized = normalizeAddress(input);
				const url = `${credentialTestBaseUrl(input)}/assessments`;
				const visited = URL.canParse(url) ? new URL(url).href : undefined;
				expect(visited).toBe('problem' in normalized ? undefined : `${normalized.baseHost}/2020q3/assessments`);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('normalizeVersion', () => {
	it.each([
		['', '2020q3'],
		['  ', '2020q3'],
		[' beta ', 'beta'],
		['BETA', 'beta'],
		['2020Q3', '2020q3'],
		['2020q1', '2020q1'],
		['v1.2_a-b', 'v1.2_a-b'],
	])('%j becomes %j', (input, version) => {
		expect(normalizeVersion(input)).toBe(version);
		expect(credentialTestBaseUrl('https://h.example', input)).toBe(`https://h.example/${version}`);
	});

	it.each(['.', '..', 'a/b', '/2020q3', '2020q3/', '?', '2020 q3', '%2e%2e', '\\', '@evil.example'])(
		'refuses %j',
		(input) => {
			expect(normalizeVersion(input)).toBeUndefined();
			expect(URL.canParse(credentialTestBaseUrl('https://h.example', input))).toBe(false);
		},
	);
});

/** URLs made of parts that matter to URL parsers, most of them nearly right. */
function address(): fc.Arbitrary<string> {
	const parts = (...values: string[]) => fc.constantFrom(...values);
	const scheme = parts('https://', 'https://', 'http://', 'HTTPS://', 'https:/', 'https:///', 'https:\\\\', '//', '');
	const user = parts('', '', '', '@', 'user@', 'user:pw@', 'localhost@');
	const host = parts(
		...['h.example', 'localhost', '127.0.0.1', '[::1]', 'beta', '2020q3'],
		...['ｈ．example', 'h%2e.example', ''],
	);
	const port = parts('', '', ':443', ':80', ':0443', ':3000', ':', ':99999', ':a');
	const segment = parts('/', '/a', '/beta', '/2020Q3', '/.', '/..', '/%2e', '/.%2E', '/a%2f', '/é', '\\b', '/:', '/@x');
	const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.join(''));
	const end = parts('', '', '', '/', '?', '?a=1', '#', '\t', '\u00a0', '\u0000', ' x');
	return fc.tuple(scheme, user, host, port, path, end).map((all) => all.join(''));
}

const HOST = 'https://h.example';
const PREFIXED = 'https://h.example/assess';

describe('resolveLink accepts', () => {
	it.each([
		[HOST, '2020q3/certificate/1f0a', 'https://h.example/2020q3/certificate/1f0a'],
		[HOST, '/2020q3/certificate/1f0a', 'https://h.example/2020q3/certificate/1f0a'],
		[HOST, ' 2020q3/a \n', 'https://h.example/2020q3/a'],
		[HOST, 'HTTPS://H.Example:443/2020q3/a', 'https://h.example/2020q3/a'],
		[HOST, 'https://h.example/2020q3/a#page=2', 'https://h.example/2020q3/a'],
		[HOST, '2020q3/a:b?v=/../%2F', 'https://h.example/2020q3/a:b?v=/../%2F'],
		[HOST, '@evil.example/a', 'https://h.example/@evil.example/a'],
		[HOST, '／／evil.example', 'https://h.example/%EF%BC%8F%EF%BC%8Fevil.example'],
		[HOST, 'https://ｈ．example/2020q3/a', 'https://h.example/2020q3/a'],
		[HOST, '%252e%252e/a', 'https://h.example/%252e%252e/a'],
		[PREFIXED, '2020q3/a', 'https://h.example/assess/2020q3/a'],
		[PREFIXED, '/2020q3/a', 'https://h.example/assess/2020q3/a'],
		[PREFIXED, 'https://h.example/assess/2020q3/a', 'https://h.example/assess/2020q3/a'],
	])('under %s %j', (baseHost, link, url) => {
		expect(resolveLink(baseHost, link)).toEqual({ url });
	});
});

describe('resolveLink refuses', () => {
	it.each<[reason: string, baseHost: string, links: string[]]>([
		['empty', HOST, ['', ' \t\u00a0']],
		['no path', HOST, ['?a=1', '#a']],
		['another host', HOST, ['//evil.example/2020q3/a', '///evil.example', ' //evil.example']],
		['control', HOST, ['/\t/evil.example', '/\n/evil.example', 'ht\ntps://evil.example/a']],
		['control', HOST, ['2020q3/a b', '2020q3/a\u0000', '2020q3/a\u007fb']],
		['backslash', HOST, ['\\\\evil.example', '/\\evil.example', 'https:\\\\evil.example', '2020q3\\..\\a']],
		["isn't an http", HOST, ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/plain,a', 'h.example:443/a']],
		["isn't an http", HOST, ['https:evil.example', 'https:/evil.example', 'https:///evil.example']],
		['outside', HOST, ['/', 'https://h.example', 'https://h.example/']],
		['outside', HOST, ['http://h.example/2020q3/a', 'https://h.example:8443/2020q3/a', 'https://h.example./2020q3/a']],
		['outside', HOST, ['https://evil.example/2020q3/a', 'https://h.example.evil.example/a']],
		[
			'user name',
			HOST,
			['https://h.example@evil.example/a', 'https://user@h.example/a', 'https://:password@h.example/a'],
		],
		["isn't a valid", HOST, ['https://h.example:99999/a']],
		['segment', HOST, ['..', '../a', '2020q3/..', '2020q3/./a', '2020q3/../../a']],
		['segment', HOST, ['2020q3/%2e%2E/a', '2020q3/.%2e?a', '2020q3/%2e#a']],
		['%2F', HOST, ['2020q3/..%2fa', '%2f%2fevil.example']],
		['%5C', HOST, ['2020q3/..%5Ca']],
		['outside', PREFIXED, ['https://h.example/2020q3/a', 'https://h.example/assess', 'https://h.example/assess/']],
		['outside', PREFIXED, ['https://h.example/assess-evil/2020q3/a', 'https://h.example/Assess/2020q3/a']],
		['segment', PREFIXED, ['https://h.example/assess-evil/../assess/a', 'https://h.example/assess/../2020q3/a']],
		['segment', PREFIXED, ['/assess-evil/..']],
	])('for %j, under %s: %j', (reason, baseHost, links) => {
		for (const link of links) {
			expect(resolveLink(baseHost, link), link).toEqual({ problem: expect.stringContaining(reason) });
		}
	});
});

it('no link takes the API key outside the base host', () => {
	const baseHosts = [HOST, PREFIXED, 'https://h.example:8443/a/b', 'http://[::1]:3000'];
	const part = fc.constantFrom(
		...['/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '?', '#', '@', ':', ';', '\t', '\n', ' ', '／', '．'],
		...['https:', 'http://', 'javascript:', 'h.example', 'evil.example', 'user:pw@', 'assess', '2020q3', 'a', '[::1]'],
		...baseHosts,
	);
	const link = fc.oneof(
		fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
		fc.string({ unit: 'binary', maxLength: 20 }),
		fc.webUrl(),
	);
	fc.assert(
		fc.property(fc.constantFrom(...baseHosts), link, (baseHost, candidate) => {
			const resolved = resolveLink(baseHost, candidate);
			if ('problem' in resolved) return true;
			// The HTTP client parses the URL again.
			const { href, origin, pathname, username, password, hash } = new URL(resolved.url);
			return (
				href === resolved.url &&
				href.startsWith(`${baseHost}/`) &&
				href.length > baseHost.length + 1 &&
				origin === new URL(baseHost).origin &&
				`${username}${password}${hash}` === '' &&
				!/\\|%2f|%5c|(?:^|\/)\.{1,2}(?:\/|$)/i.test(pathname)
			);
		}),
		{ numRuns: 1_000 },
	);
});

it.each([
	['https://h.example/2020q3/certificate/1f0a', '1f0a'],
	['https://h.example/2020q3/certificate/1f0a/?a=b/c', '1f0a'],
	['https://h.example/2020q3/a%20b', 'a b'],
	['https://h.example/2020q3/caf%C3%A9', 'caf%C3%A9'],
	['https://h.example/2020q3/50%', '50%'],
	['https://h.example/', ''],
])('linkId of %s is %j', (url, id) => {
	expect(linkId(url)).toBe(id);
});
