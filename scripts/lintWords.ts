// Finds habits of translated English in texts for people. Usage: node scripts/lintWords.ts [file…]
import { globSync, readFileSync } from 'node:fs';

import ts from 'typescript';

/** `interface` is the text that nodes show: labels, descriptions, errors, log lines. */
type Kind = 'page' | 'interface';

/** Habits that a tool can detect, and what to write instead: CONTRIBUTING.md, "Writing". */
const HABITS: ReadonlyArray<[pattern: RegExp, instead: string, kind?: Kind]> = [
	[/\w, [\w'-]+ (?:and|or) [\w'-]/, "a comma before 'and' or 'or'"],
	[/\banew\b/i, "'again' or 'start over'"],
	[/\b(?:some|every|any|no)body\b|\bwhoever\b/i, "'someone', 'everyone', 'anyone', 'no one' or 'anyone who'"],
	[/\bcan not\b/i, "'can't'"],
	[/\bwhich then\b/i, 'a new sentence'],
	[/(?:^|[.!:] )[\s*_>-]*\bWhatever\b/, 'a noun as the subject'],
	[/(?:^|[.!:] )[\s*_>-]*\bWhat\b(?= [a-z])(?![^.!]*\?)/, 'a noun as the subject', 'page'],
	[/(?<!\b(?:email|service)[ -])\baddress(?:es)?\b/i, "'email address', 'URL' or 'Service Address'"],
	[/\bgives?\b/i, "'return' or 'show'", 'interface'],
];

/** @returns the text found and what to write instead, for each habit in a line */
export function habitsIn(line: string, kind: Kind): string[] {
	return HABITS.filter(([, , only = kind]) => only === kind).flatMap(([pattern, instead]) => {
		const [found] = pattern.exec(line) ?? [];
		return found === undefined ? [] : [`'${found.trim()}': write ${instead}`];
	});
}

/** The texts for people in a page, in a workflow as n8n exports it, or in TypeScript. */
export function textsOf(file: string, content: string): string[] {
	if (file.endsWith('.md')) return linesOfMarkdown(content);
	return file.endsWith('.ts') ? textsOfSource(content) : textsOfJson(JSON.parse(content));
}

/** A page's lines without headings, code, quotations and link targets. */
function linesOfMarkdown(text: string): string[] {
	const prose = text.replace(/^```[^]*?^```|^#+ .*|`[^`]*`|"[^"\n]*"|\]\([^)]*\)|^\[[^\]]+\]: .*/gm, '');
	return prose.split('\n').filter((line) => line.trim() !== '');
}

/** Notes, emails, forms and names, without expressions or HTML tags. */
function textsOfJson(json: unknown): string[] {
	if (typeof json === 'string') return linesOfMarkdown(json.replace(/\{\{[^]*?\}\}|<[^>]*>/g, ''));
	return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsOfJson) : [];
}

function textsOfSource(source: string): string[] {
	const texts: string[] = [];
	function visit(node: ts.Node): void {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
			texts.push(node.text);
		if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
	}
	visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
	return texts;
}

if (import.meta.main) {
	const files = globSync(['*.md', 'docs/**/*.md', 'examples/*.{md,json}', '{nodes,credentials}/**/*.ts']);
	for (const file of process.argv.length > 2 ? process.argv.slice(2) : files) {
		const kind = file.endsWith('.ts') ? 'interface' : 'page';
		for (const text of textsOf(file, readFileSync(file, 'utf8'))) {
			for (const habit of habitsIn(text, kind)) {
				console.error(`${file}: ${habit}, in "${text.trim()}"`);
				process.exitCode = 1;
			}
		}
	}
}
