import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, parse } from 'node:path';

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

it('shows every picture somewhere, with words for who does not see it', () => {
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
});

it('has a picture of every example', () => {
	const namesOf = (pattern: string) => globSync(pattern).map((file) => parse(file).name);
	expect(namesOf(`${IMAGES}/examples/*.png`).sort()).toEqual(namesOf('examples/*.json').sort());
});

it('keeps a page quick to load: no picture above 1.5 MB', () => {
	for (const picture of pictures) expect(statSync(picture).size, picture).toBeLessThan(1_500_000);
});
