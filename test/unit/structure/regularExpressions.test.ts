import { globSync, readFileSync } from 'node:fs';

import ts from 'typescript';
import { expect, it } from 'vitest';

import { chooseFileName } from '../../../nodes/api/request/fileNames.ts';
import { CREDENTIAL_TEST, usableCredentials } from '../../../nodes/api/specification/address.ts';
import { plainText } from '../../../nodes/api/specification/plainText.ts';
import { isId } from '../../../nodes/api/specification/values.ts';
import { nameKey } from '../../../nodes/shared/filters.ts';

const LENGTH = 100_000;
const MOST_MS = 50;

const codes = globSync('{nodes,credentials}/**/*.ts').map((path) => readFileSync(path, 'utf8'));
/** n8n's expressions in the credentials contain regular expressions, too: those that address.ts makes of the same constants. */
const expressions = Object.values(CREDENTIAL_TEST).map((text) => text.slice('={{'.length, -'}}'.length));

function regularExpressionsIn(node: ts.Node): RegExp[] {
	if (!ts.isRegularExpressionLiteral(node)) return node.getChildren().flatMap(regularExpressionsIn);
	const end = node.text.lastIndexOf('/');
	return [new RegExp(node.text.slice(1, end), node.text.slice(end + 1))];
}

const found = [...codes, ...expressions].flatMap((code) =>
	regularExpressionsIn(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true)),
);
const patterns = [...new Map(found.map((pattern) => [String(pattern), pattern])).values()];

/** What a text can begin with, so that an expression doesn't fail at the first character. */
const BEGINNINGS = [
	...['', 'x', '"', '<', '<a>', 'a:', 'https://', 'https://h/', ';filename="', ";filename*=utf-8''", '; filename'],
	...['2026-11-21T04:14:05.', 'audio/', 'UNABLE_TO_', 'Algorithm=HMAC-SHA256; Signature=', '\ufeff'],
];
/** What comes again and again behind it. */
const UNITS = [
	...[' ', '.', '/', '\\', '-', '_', ':', ';', '=', ',', '"', "'", '<', '>', '?', '#', '@', '%', '%2e', '[', ']', '{'],
	...['a', 'A', '0', '/a', './', '\\"', '"x', 'a.', '; ', '<a', '</', '<a>', '\n', '\u00a0', '\u0300', '\u0300\u0323'],
	...['\u0000', '\u200b', '\ud800', '😀', '_CERT', '4q'],
];
const texts = BEGINNINGS.flatMap((begin) =>
	[...UNITS, begin || 'x'].map((unit) => `${begin}${unit.repeat(LENGTH / unit.length)}`.slice(0, LENGTH) + '\u0001x'),
);

/** The thread's processor time, which hardly depends on what else the machine does: the shortest of a few attempts counts. */
function isFast(read: (text: string) => unknown, text: string): boolean {
	return [1, 2, 3].some(() => {
		const before = process.threadCpuUsage();
		read(text);
		const { user, system } = process.threadCpuUsage(before);
		return user + system < MOST_MS * 1_000;
	});
}

/** Functions that do more than search, e.g. compose characters, or make a regular expression. */
const readers: Record<string, (text: string) => unknown> = {
	plainText: (text) => plainText(text, 'k3y'),
	nameKey,
	isId,
	usableCredentials: (text) => usableCredentials({ apiKey: 'key', baseHost: text, apiVersion: text }),
	chooseFileName(text) {
		const file = { stem: text, mimeType: text, contentDisposition: `a; filename="${text}"` };
		return [text, ''].map((requested) => chooseFileName({ ...file, requested }));
	},
};

it('finds the regular expressions', () => expect(patterns.length).toBeGreaterThan(40));

it.each([
	...patterns.map((pattern) => [String(pattern), (text: string) => text.replace(pattern, '')] as const),
	...Object.entries(readers),
])('%s takes at most 50 ms for 100,000 characters', (_, read) => {
	expect(texts.find((text) => !isFast(read, text))?.slice(0, 40)).toBeUndefined();
});
