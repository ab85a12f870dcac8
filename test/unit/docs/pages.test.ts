import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, parse } from 'node:path';

import { describe, expect, it } from 'vitest';

const IMAGES = 'docs/images';
const WIDEST = 170;
const pages = globSync(['*.md', 'docs/*.md', 'examples/*.md']);
const pictures = globSync(`${IMAGES}/**/*.png`);
const examples = globSync('examples/*.json').map((file) => parse(file).name);

const textOf = (page: string) => readFileSync(page, 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');

it('finds pages, pictures and examples', () => {
	expect(pages).toEqual(expect.arrayContaining(['README.md', 'examples/README.md', 'docs/output.md']));
	expect(pictures).toContain(`${IMAGES}/score-to-slack.png`);
	expect(examples).toContain('score-to-slack-and-crm');
});

describe.each(pages)('%s', (page) => {
	it('can be read as it is: no line is wider than a window, addresses aside', () => {
		const lines = textOf(page)
			.split('\n')
			.map((line) => line.replace(/\]\([^)]*\)/g, ']').replace(/^(\[.+?\]:).*/, '$1'));
		expect(lines.filter((line) => line.length > WIDEST)).toEqual([]);
	});

	it('says where each of its reference links leads, and no other', () => {
		const text = textOf(page).replace(/^```.*?^```/gms, '');
		const used = matches(text, /\]\[([^\]]+)\]/g);
		const shortcuts = matches(text, /\[([^\]\n]+)\](?![[(:])/g);
		const defined = matches(text, /^\[([^\]]+)\]: \S/gm);
		expect(used.filter((name) => !defined.includes(name))).toEqual([]);
		expect(defined.filter((name) => ![...used, ...shortcuts].includes(name))).toEqual([]);
	});
});

it('shows every picture somewhere, with words for people who do not see it', () => {
	const shown = pages.flatMap((page) =>
		matches(textOf(page), /!\[[^\]]+\]\(([^)]+)\)/g).map((path) => normalize(join(dirname(page), path))),
	);
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	expect(shown.filter((picture) => !pictures.includes(picture))).toEqual([]);
});

it('has a picture of every example', () => {
	const pictured = globSync(`${IMAGES}/examples/*.png`).map((file) => parse(file).name);
	expect(pictured.sort()).toEqual(examples.sort());
});

it('keeps a page quick to load: no picture above 1 MB', () => {
	expect(pictures.filter((picture) => statSync(picture).size > 1_000_000)).toEqual([]);
});

it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names files and folders that exist', (page) => {
	const files = globSync('{nodes,simulator,playground,scripts,specification,test}/**').map((path) => parse(path).base);
	const named = matches(
		textOf(page),
		/((?<![\w./])[a-z][\w.]*\/[\w./]*\w\.[a-z]+|(?<=`)[\w.]+\.(?:ts|mjs|yaml)(?=`))/g,
	);
	expect(named.length).toBeGreaterThan(2);
	expect(named.filter((name) => !existsSync(name) && !files.includes(name))).toEqual([]);
});

it('docs/architecture.md explains every collection that lives as long as the process', () => {
	const isCollection = /^(?:export )?(?:const|let) \w+[^=\n]*= new (?:Map|Set|WeakMap|WeakSet)\b/m;
	const modules = globSync('nodes/**/*.ts').filter((file) => isCollection.test(textOf(file)));
	expect(modules.length).toBeGreaterThan(5);
	const section = textOf('docs/architecture.md').split('## State of the process')[1]?.split('\n## ')[0] ?? '';
	expect(modules.filter((file) => !section.includes(parse(file).base))).toEqual([]);
});
