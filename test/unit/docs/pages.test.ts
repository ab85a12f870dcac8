import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, parse } from 'node:path';

import { expect, it } from 'vitest';

import { textsOf } from '../../../scripts/lintWords.ts';

const pages = globSync(['*.md', '{docs,docs/architecture,examples,playground,simulator,specification}/*.md']);
const pictures = globSync('docs/images/**/*.png');

const textOf = (file: string) => readFileSync(file, 'utf8');
const withoutCode = (page: string) => textOf(page).replace(/^```.*?^```/gms, '');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');

/** The anchors that GitHub creates for a page's headings. `#readme` leads to the README as a whole. */
function anchorsOf(page: string): string[] {
	const headings = matches(withoutCode(page), /^#+ +(.+)$/gm).map((heading) => heading.toLowerCase());
	const named = headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').trim());
	return ['readme', ...named.map((heading) => heading.replace(/\s/g, '-'))];
}

it.each(pages)('%s has no lines longer than 170 characters, and links to files and headings that exist', (page) => {
	expect(matches(textOf(page), /^(.{171,})$/gm)).toEqual([]);
	const targets = matches(textOf(page), /\]\(([^)\s]+)\)/g);
	const isBroken = (target: string) => {
		const [path = '', anchor = ''] = target.split('#');
		const file = path === '' ? page : join(dirname(page), path);
		return !existsSync(file) || (anchor !== '' && !anchorsOf(file).includes(anchor));
	};
	expect(targets.filter((target) => !/^[a-z]+:/.test(target) && isBroken(target))).toEqual([]);
});

it.each(globSync(['credentials/*.ts', 'nodes/**/*.node.json']))('%s links to pages and headings', (source) => {
	const linked = matches(textOf(source), /\/blob\/main\/([^"']+)/g);
	expect(linked.filter((page) => !existsSync(page))).toEqual([]);
	const anchors = matches(textOf(source), /n8n-nodes-enterprise-assessment#([\w-]+)/g);
	expect(anchors).not.toEqual([]);
	expect(anchorsOf('README.md')).toEqual(expect.arrayContaining(anchors));
});

it('every picture is on a page, has alternative text, and is smaller than 1 MB', () => {
	expect(pictures.length).toBeGreaterThan(10);
	const shown = pages.flatMap((page) =>
		matches(textOf(page), /!\[[^\]]+\]\(((?!https:)[^)]+)\)/g).map((path) => normalize(join(dirname(page), path))),
	);
	expect([...new Set(shown)].sort()).toEqual(pictures.toSorted());
	expect(pictures.filter((picture) => statSync(picture).size > 1_000_000)).toEqual([]);
});

it.each(['CONTRIBUTING.md', 'docs/architecture.md', ...globSync('docs/architecture/*.md')])(
	'%s names files and folders that exist',
	(page) => {
		const files = globSync('{nodes,simulator,playground,scripts,specification,test}/**').map(
			(path) => parse(path).base,
		);
		const name = /((?<![\w./])[a-z][\w.]*\/[\w./]*\w\.[a-z]+|(?<=`)[\w.]+\.(?:ts|mjs|yaml)(?=`))/g;
		const named = matches(textOf(page).replace(/\]\([^)]*\)/g, ']'), name);
		expect(named.length).toBeGreaterThan(2);
		expect(named.filter((file) => !existsSync(file) && !files.includes(file))).toEqual([]);
	},
);

it('docs/architecture.md explains every collection that lives as long as the process', () => {
	const made = String.raw`(?:new (?:Map|Set|WeakMap|WeakSet|Memory|SharedReadings)\b|recentKeys\()`;
	const isCollection = new RegExp(String.raw`^(?:export )?(?:const|let) \w+[^=\n]*= ${made}`, 'm');
	const modules = globSync('nodes/**/*.ts').filter((file) => isCollection.test(textOf(file)));
	expect(modules.length).toBeGreaterThan(10);
	const section = textOf('docs/architecture.md').split('## In-memory state')[1]?.split('\n## ')[0] ?? '';
	expect(modules.filter((file) => !section.includes(parse(file).base))).toEqual([]);
});

const said = globSync('{nodes,credentials}/**/*.ts').flatMap((file) => textsOf(file, textOf(file)));

it.each(['troubleshooting', 'list-errors', 'webhook-trigger', 'administrators'])('%s quotes our messages', (page) => {
	const text = textOf(`docs/${page}.md`).replace(/\s+/g, ' ');
	const bold = matches(text, /\*\*(.+?)\*\*/g).flatMap((one) => matches(one, /"([^"]+)"/g));
	const logged = text.split('## How do I monitor it?')[1]?.split(' ## ')[0] ?? '';
	const reasons = matches(logged, /- (\*\*.+?:\*\*)/g).flatMap((entry) => entry.split(/\*\*/));
	// A page uses an ellipsis where it omits something or where n8n shows a value.
	const quoted = [...bold, ...reasons].flatMap((quote) => quote.split(/…|:$/)).map((part) => part.trim());
	const ours = quoted.filter((part) => part.length > 5 && !part.startsWith('Unrecognized node type: '));
	expect(ours.length).toBeGreaterThan(0);
	expect(ours.filter((part) => !said.some((one) => one.includes(part)))).toEqual([]);
});

it.each(['poll-trigger', 'webhook-trigger'])('docs/%s.md names filters and options as the editor does', (page) => {
	const labels = matches(textOf(`docs/${page}.md`), /\*\*(?:Filters|Options) → (.+?):\*\*/g);
	expect(labels.length).toBeGreaterThan(2);
	expect(labels.filter((label) => !said.includes(label))).toEqual([]);
});
