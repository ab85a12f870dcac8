import { expect, it } from 'vitest';

import { plainText } from '../../../nodes/api/specification/plainText.ts';

it.each([
	['line breaks of any kind', 'a\r\nb\u2028c\u2029d\ve', 'a b c d e'],
	['white space around it and in rows', ' \t a \u00a0  b\ufeff', 'a b'],
	['control characters', 'a\u001bb\u0085c', 'a[U+001B]b[U+0085]c'],
	['characters that change the direction', '\u202ea', '[U+202E]a'],
	['invisible characters', 'a\u200bb\u{e0061}', 'a[U+200B]b[U+E0061]'],
	['halves of characters', 'a\ud800b', 'a[U+D800]b'],
	['characters after the 500th', `${'x'.repeat(499)}😀y`, `${'x'.repeat(499)}😀…`],
	['a secret in it, also where JSON escapes it', 'k3y"1, {"key":"k3y\\"1"}, k3y"1', '***, {"key":"***"}, ***'],
	['a secret where the text is cut', `${'x'.repeat(498)}k3y"1`, `${'x'.repeat(498)}**…`],
	['markup', '<a href="//evil.example">x</a>', '‹a href="//evil.example"›x‹/a›'],
	['nothing else', "Zoë O'Neill & 证 😀", "Zoë O'Neill & 证 😀"],
	['nothing up to 500 characters', 'x'.repeat(500), 'x'.repeat(500)],
])('text from outside loses %s', (_what, text, plain) => {
	expect(plainText(text, 'k3y"1')).toBe(plain);
});
