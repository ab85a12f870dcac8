import { isNativeError } from 'node:util/types';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { type INode, type INodeTypes, Workflow } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { CREDENTIAL_TEST, isLocal, usableCredentials } from '../../../nodes/api/specification/address.ts';
import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';

const NODE: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };
const nodeType = () => new EnterpriseAssessment();
const nodeTypes: INodeTypes = { getByName: nodeType, getByNameAndVersion: nodeType, getKnownTypes: () => ({}) };
const { expression } = new Workflow({ nodes: [NODE], connections: {}, active: false, nodeTypes });

const GOOD = { apiKey: 'key', baseHost: 'https://h.example', apiVersion: '' };

/** A part of the URL that n8n uses for the credentials test. */
function credentialTest(part: keyof typeof CREDENTIAL_TEST, credentials: Partial<typeof GOOD>): string {
	const $credentials = { ...GOOD, ...credentials };
	return String(expression.getSimpleParameterValue(NODE, CREDENTIAL_TEST[part], 'internal', { $credentials }));
}

/** What n8n's expression engine shows for rejected credentials. It runs the expression as JavaScript. */
function credentialTestProblem(credentials: Partial<typeof GOOD>): string {
	const code = CREDENTIAL_TEST.url.slice('={{'.length, -'}}'.length);
	try {
		return String(runInNewContext(code, { $credentials: { ...GOOD, ...credentials } }));
	} catch (error) {
		return isNativeError(error) ? `${error.name}: ${error.message}` : String(error);
	}
}

const ACCEPTED: Array<[input: string, baseHost: string]> = [
	['https://assess.example.com', 'https://assess.example.com'],
	['  https://assess.example.com//  ', 'https://assess.example.com'],
	['HTTPS://Assess.Example.COM:443/', 'https://assess.example.com'],
	['https://assess.example.com:8443/2020q3', 'https://assess.example.com:8443'],
	['https://assess.example.com/2020Q4/', 'https://assess.example.com'],
	['https://example.com/assess//2020q3/', 'https://example.com/assess'],
	['https://example.com/2020q5/beta-2', 'https://example.com/2020q5/beta-2'],
	['https://prüfung.example', 'https://xn--prfung-4ya.example'],
	['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
	['http://localhost:3000/', 'http://localhost:3000'],
	['http://[::1]:3000', 'http://[::1]:3000'],
	['http://127.0.0.1', 'http://127.0.0.1'],
];

const REFUSED: Record<string, string[]> = {
	'no scheme': ['', 'assess.example.com', '//assess.example.com'],
	'a different scheme': ['ftp://assess.example.com', 'javascript:alert(1)'],
	'http to a different machine': ['http://h.example', 'http://localhost.h.example', 'http://127.0.0.1.h.example'],
	'http to a host that only resembles this machine': ['http://127.1', 'http://[::ffff:127.0.0.1]', 'http://localhost.'],
	'too few or too many slashes': ['http:localhost', 'https:h.example', 'https:/h.example', 'https:///h.example'],
	'a user name': ['https://user:password@h.example', 'https://@h.example', 'http://localhost:3000@h.example'],
	'a query': ['https://h.example?key=1', 'https://h.example/?'],
	'a backslash': ['http://localhost\\@h.example', 'https://h.example\\evil'],
	'white space or a control character': ['https://h.example/a b', 'https://h\t.example', 'https://h.example/a\nb'],
	'a dot segment': ['https://h.example/..', 'https://h.example/./a', 'https://h.example/2020q3/%2E%2e'],
	'an invalid host or port': ['https://h<.example', 'https://h.example:99999', 'https://h.example:port'],
};

describe('the Service Address', () => {
	it.each(ACCEPTED)('%j becomes %j, in the nodes and in the credentials test', (input, baseHost) => {
		expect(usableCredentials({ ...GOOD, baseHost: input })).toEqual({ ...GOOD, baseHost, apiVersion: '2020q3' });
		expect(new URL(credentialTest('baseURL', { baseHost: input })).href).toBe(`${baseHost}/2020q3`);
	});

	it.each(Object.entries(REFUSED))('is refused with %s, and the message names the field: %j', (_what, inputs) => {
		for (const input of inputs) {
			const problem: unknown = expect.stringContaining("'Service Address'");
			expect(usableCredentials({ ...GOOD, baseHost: input }), input).toMatchObject({ problem });
			expect(URL.canParse(`${credentialTest('baseURL', { baseHost: input })}/assessments`), input).toBe(false);
		}
	});

	it('is read the same way by the credentials test and the nodes', () => {
		fc.assert(
			fc.property(address(), (input) => {
				const normalized = usableCredentials({ ...GOOD, baseHost: input });
				const url = `${credentialTest('baseURL', { baseHost: input })}/assessments`;
				const visited = URL.canParse(url) ? new URL(url).href : undefined;
				expect(visited).toBe('problem' in normalized ? undefined : `${normalized.baseHost}/2020q3/assessments`);
			}),
			{ numRuns: 2_000 },
		);
	});
});

const NO_VERSIONS = ['.', '..', 'a/b', '/2020q3', '2020q3/', '?', '2020 q3', '%2e%2e', '\\', '@evil.example'];

it.each<[input: string, version: string | undefined]>([
	['', '2020q3'],
	['  ', '2020q3'],
	[' beta ', 'beta'],
	['BETA', 'beta'],
	['2020Q3', '2020q3'],
	['v1.2_a-b', 'v1.2_a-b'],
	...NO_VERSIONS.map((input): [string, undefined] => [input, undefined]),
])('the API Version %j becomes %j, in the nodes and in the credentials test', (input, version) => {
	const url = credentialTest('baseURL', { apiVersion: input });
	const problem: unknown = expect.stringContaining("'API Version'");
	const normalized = version === undefined ? { problem } : { ...GOOD, apiVersion: version };
	expect(usableCredentials({ ...GOOD, apiVersion: input })).toMatchObject(normalized);
	expect(URL.canParse(url) ? url : undefined).toBe(version && `https://h.example/${version}`);
});

it.each<[what: string, apiKeys: string[], problem: RegExp | undefined]>([
	['a key', ['key', ' k-._~+/=!"9\n', 'Bearer', 'bearerkey'], undefined],
	['nothing', ['', ' \n'], /^The 'API Key' in the credentials is empty\. Create one /],
	['the word Bearer', ['Bearer key', ' bearer\tk', 'BEARER k\ny'], /begins with the word Bearer.+ Remove the word\. /],
	['other characters', ['k y', 'k\r\nX: 1', '“key”', 'k\u00a0y', 'k\u200by', 'kéy'], /invalid character.+again/],
])('an API Key with %s is judged alike by the credentials test and the nodes: %j', (_what, apiKeys, problem) => {
	for (const apiKey of apiKeys) {
		const usable = usableCredentials({ ...GOOD, apiKey });
		const said = credentialTestProblem({ apiKey });
		if (problem === undefined) {
			expect(usable).toMatchObject({ apiKey: apiKey.trim() });
			expect(said).toBe('/assessments');
			expect(credentialTest('url', { apiKey })).toBe('/assessments');
			continue;
		}
		const { problem: message, advice } = 'problem' in usable ? usable : {};
		expect(`${message}. ${advice}`, apiKey).toMatch(problem);
		expect(said).toBe(`ExpressionError: ${message}. ${advice}`);
		// n8n's older engine hides the message. The URL is invalid, so nothing is sent.
		expect(credentialTest('baseURL', { apiKey })).toBe('refused');
	}
});

it.each([
	[true, 'n8n localhost n8n.local n8n.lan n8n.internal n8n.localhost n8n.home.arpa 0.0.0.0 127.0.0.2 0x7f.1 10.1.2.3'],
	[true, '192.168.1.20 172.16.0.1 172.31.255.254 169.254.1.1 100.64.0.1 100.127.0.1 [::] [::1] [fd12::1] [fe80::1]'],
	[false, 'n8n.lan.example.com 10.example.com 192.168.example.com local.example.com 1.1.1.1 110.0.0.1 172.15.0.1'],
	[false, '172.32.0.1 192.169.0.1 100.63.0.1 100.128.0.1 [2001:db8::1] [::2] [2fd0::1] prüfung.example'],
])('only a local network has these hosts: %s, %s', (expected, hosts) => {
	for (const host of hosts.split(' ')) expect(isLocal(`http://${host}:5678/webhook/1`), host).toBe(expected);
});

/** URLs made of parts that matter to URL parsers. Most of them are almost valid. */
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
