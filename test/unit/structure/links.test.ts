import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const documents = globSync(['*.md', 'docs/*.md', 'examples/*.md', 'playground/*.md', 'simulator/*.md'], { cwd: root });
const sources = globSync(['credentials/*.ts', 'nodes/**/*.node.json'], { cwd: root });

/** The anchors that GitHub gives a document's headings. */
function anchorsOf(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8').replace(/^```.*?^```/gms, '');
	const headings = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
	return headings.map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);
}

/** Where links within the repository lead: file (of this repository) and anchor. */
function linksOf(document: string): Array<{ file: string; anchor: string }> {
	const text = readFileSync(join(root, document), 'utf8');
	const targets = [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
		([, inline, defined]) => inline ?? defined ?? '',
	);
	return targets
		.filter((target) => !/^[a-z]+:/.test(target))
		.map((target) => {
			const [path = '', anchor = ''] = target.split('#');
			return { file: path === '' ? document : join(dirname(document), path), anchor };
		});
}

describe('every link', () => {
	it.each(documents)('in %s leads somewhere', (document) => {
		const broken = linksOf(document).filter(
			({ file, anchor }) => !existsSync(join(root, file)) || (anchor !== '' && !anchorsOf(file).includes(anchor)),
		);
		expect(broken).toEqual([]);
	});

	it.each(sources)('of %s to the README leads to a heading there', (source) => {
		const text = readFileSync(join(root, source), 'utf8');
		const anchors = [...text.matchAll(/n8n-nodes-enterprise-assessment#([\w-]+)/g)].map(([, anchor]) => anchor);
		expect(anchors).not.toEqual([]);
		// GitHub has an anchor of its own for the whole README.
		expect(['readme', ...anchorsOf('README.md')]).toEqual(expect.arrayContaining(anchors));
	});
});
