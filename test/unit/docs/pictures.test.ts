import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

import { expect, it } from 'vitest';

const IMAGES = 'docs/images';
const pages = globSync(['*.md', 'docs/*.md', 'examples/*.md']);
const pictures = globSync(`${IMAGES}/**/*.png`);

/** Every picture that a page shows, by its path from the repository's root. */
const shown = pages.flatMap((page) =>
	[...readFileSync(page, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)]
		.map(([, path]) => path ?? '')
		.filter((path) => !path.startsWith('https:'))
		.map((path) => normalize(join(dirname(page), path))),
);

it('shows every picture somewhere, with words for who does not see it, and none that is not there', () => {
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	expect(shown.filter((picture) => !existsSync(picture))).toEqual([]);
});

it('has a picture of every example', () => {
	const examples = globSync('examples/*.json').map((file) => basename(file, '.json'));
	expect(globSync(`${IMAGES}/examples/*.png`).map((file) => basename(file, '.png'))).toEqual(
		expect.arrayContaining(examples),
	);
	expect(globSync(`${IMAGES}/examples/*.png`)).toHaveLength(examples.length);
});

it('keeps a page quick to load: no picture above 1.5 MB', () => {
	for (const picture of pictures) expect(statSync(picture).size, picture).toBeLessThan(1_500_000);
});
