import fc from 'fast-check';
import { expect, it } from 'vitest';

import { resolveLink } from '../../../nodes/api/specification/links.ts';

const HOST = 'https://h.example';
const PREFIXED = 'https://h.example/assess';

it.each([
	[HOST, '/2020q3/certificate/1f0a', 'https://h.example/2020q3/certificate/1f0a'],
	[HOST, ' 2020q3/a \n', 'https://h.example/2020q3/a'],
	[HOST, 'HTTPS://H.Example:443/2020q3/a', 'https://h.example/2020q3/a'],
	[HOST, 'https://h.example/2020q3/a#page=2', 'https://h.example/2020q3/a'],
	[HOST, '2020q3/a:b?v=/../%2F', 'https://h.example/2020q3/a:b?v=/../%2F'],
	[HOST, '2020q3/Müller.wav', 'https://h.example/2020q3/M%C3%BCller.wav'],
	[HOST, '2020q3/a?of=https://x', 'https://h.example/2020q3/a?of=https://x'],
	[HOST, '@evil.example/a', 'https://h.example/@evil.example/a'],
	[HOST, '%252e%252e/a', 'https://h.example/%252e%252e/a'],
	[PREFIXED, '2020q3/a', 'https://h.example/assess/2020q3/a'],
	[PREFIXED, 'https://h.example/assess/2020q3/a', 'https://h.example/assess/2020q3/a'],
])('for the base host %s, the link %j becomes %s', (baseHost, link, url) => {
	expect(resolveLink(baseHost, link)).toEqual({ url });
});

it.each<[reason: string, baseHost: string, links: string[]]>([
	['outside', HOST, ['', ' \t\u00a0']],
	['outside', HOST, ['//evil.example/2020q3/a', '///evil.example', ' //evil.example']],
	['control', HOST, ['/\t/evil.example', '/\n/evil.example', 'ht\ntps://evil.example/a']],
	['control', HOST, ['2020q3/a b', '2020q3/a\u0000', '2020q3/a\u007fb']],
	['backslash', HOST, ['\\\\evil.example', '/\\evil.example', 'https:\\\\evil.example', '2020q3\\..\\a']],
	['outside', HOST, ['JavaScript:alert(1)', 'file:///etc/passwd', 'data:text/plain,a', 'h.example:443/a']],
	['outside', HOST, ['https:evil.example', 'https:/evil.example', 'https:///evil.example']],
	['outside', HOST, ['/', 'https://h.example', 'https://h.example/']],
	['outside', HOST, ['http://h.example/2020q3/a', 'https://h.example:8443/2020q3/a', 'https://h.example./2020q3/a']],
	['outside', HOST, ['https://evil.example/2020q3/a', 'https://h.example.evil.example/a']],
	['outside', HOST, ['https://h.example@evil.example/a', 'https://user@h.example', 'https://:password@h.example']],
	["isn't a valid", HOST, ['https://h.example:99999/a']],
	['segment', HOST, ['..', '../a', '2020q3/..', '2020q3/./a', '2020q3/../../a']],
	['segment', PREFIXED, ['2020q3/..;/a', '..;x=1/a', 'a/%2e%2e%3b/b', 'https://h.example/assess/..;/admin']],
	['segment', HOST, ['2020q3/%2e%2E/a', '2020q3/.%2e?a', '2020q3/%2e#a']],
	['encoded slash', HOST, ['2020q3/..%2Fa', '2020q3/..%5Ca', '%2f%2fevil.example']],
	['outside', PREFIXED, ['https://h.example/2020q3/a', 'https://h.example/assess', 'https://h.example/assess/']],
	['outside', PREFIXED, ['https://h.example/assess-evil/2020q3/a', 'https://h.example/Assess/2020q3/a']],
	['segment', PREFIXED, ['https://h.example/assess-evil/../assess/a', 'https://h.example/assess/../2020q3/a']],
])('a link is refused with the reason %j, for the base host %s: %j', (reason, baseHost, links) => {
	for (const link of links)
		expect(resolveLink(baseHost, link), link).toEqual({ problem: expect.stringContaining(reason) });
});

it('the API key is never sent outside the base host, whatever the link', () => {
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
