import { globSync, readFileSync } from 'node:fs';

import ts from 'typescript';
import { expect, it } from 'vitest';

import { chooseFileName } from '../../../nodes/api/request/fileNames.ts';
import {
	CREDENTIAL_TEST_BASE_URL,
	CREDENTIAL_TEST_PATH,
	normalizeBaseHost,
} from '../../../nodes/api/specification/address.ts';
import { plainText } from '../../../nodes/api/specification/plainText.ts';
import { nameKey } from '../../../nodes/shared/filters.ts';

const LENGTH = 100_000;
const MOST_MS = 50;

/** n8n's expressions in the credentials contain regular expressions, too. */
const expressions = [CREDENTIAL_TEST_BASE_URL, CREDENTIAL_TEST_PATH].map((text) =>
	text.slice('={{'.length, -'}}'.length),
);
const paths = globSync('{nodes,credentials}/**/*.ts');
const sources = [...paths.map((path) => readFileSync(path, 'utf8')), ...expressions].map((text, index) =>
	ts.createSourceFile(paths[index] ?? 'credential test', text, ts.ScriptTarget.Latest, true),
);

function* nodesIn(node: ts.Node): Generator<ts.Node> {
	yield node;
	for (const child of node.getChildren()) yield* nodesIn(child);
}

const allNodes = sources.flatMap((source) => [...nodesIn(source)]);
const constants = new Map(
	allNodes.flatMap((node) =>
		ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined
			? [[node.name.text, node.initializer] as const]
			: [],
	),
);

/** The value of a text that is known without running the code. */
function textOf(node: ts.Node | undefined): string {
	if (node === undefined) return '';
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isIdentifier(node)) return textOf(constants.get(node.text));
	if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
	if (ts.isTemplateExpression(node)) {
		const rest = node.templateSpans.map(({ expression, literal }) => textOf(expression) + literal.text);
		return node.head.text + rest.join('');
	}
	throw new Error(`The regular expression can't be read from ${node.getText()}. Make it of constants`);
}

const found = allNodes.flatMap((node): RegExp[] => {
	if (ts.isRegularExpressionLiteral(node)) {
		const end = node.text.lastIndexOf('/');
		return [new RegExp(node.text.slice(1, end), node.text.slice(end + 1))];
	}
	const makesOne = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
	return makesOne ? [new RegExp(textOf(node.arguments?.[0]), textOf(node.arguments?.[1]))] : [];
});
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

/** The thread's processor time, which doesn't depend on what else the machine does. */
function msOf(read: (text: string) => unknown, text: string): number {
	const before = process.threadCpuUsage();
	read(text);
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1_000;
}

/** Functions that do more than search, e.g. compose characters. */
const readers: Record<string, (text: string) => unknown> = {
	plainText: (text) => plainText(text, 'k3y'),
	nameKey,
	normalizeBaseHost,
	chooseFileName(text) {
		const file = { kind: 'audio', id: text, stem: text, mimeType: text, contentDisposition: `a; filename="${text}"` };
		return [text, ''].map((requested) => chooseFileName({ ...file, requested }));
	},
};

it('finds the regular expressions', () => {
	expect(patterns.length).toBeGreaterThan(40);
});

it.each([
	...patterns.map((pattern) => [String(pattern), (text: string) => text.replace(pattern, '')] as const),
	...Object.entries(readers),
])('%s takes at most 50 ms for 100,000 characters', (_, read) => {
	for (const text of texts) expect(msOf(read, text), JSON.stringify(text.slice(0, 40))).toBeLessThan(MOST_MS);
});
