import { describe, expect, it } from 'vitest';

import { releaseProblems } from '../../../scripts/release/releaseProblems.ts';

const good = {
	tag: 'v1.2.0',
	manifest: { version: '1.2.0', author: { name: 'A', email: 'a@example-owner.com' } },
	changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-21\n\n## [1.1.0] - Unreleased\n',
};

describe('releaseProblems', () => {
	it('finds none in a version that is ready', () => {
		expect(releaseProblems(good)).toEqual([]);
	});

	it.each([
		['another tag', { tag: 'v1.2.1' }, 'v1.2.1'],
		['a tag without the v', { tag: '1.2.0' }, 'The tag is 1.2.0'],
		['no tag', { tag: '' }, 'The tag is '],
		['a changelog without the version', { changelog: '## [1.1.0] - 2026-11-21' }, '## [1.2.0] - <date>'],
		['a version without a date', { changelog: '## [1.2.0] - Unreleased' }, '## [1.2.0] - <date>'],
		['a longer version', { changelog: '## [1.2.01] - 2026-11-21' }, '## [1.2.0] - <date>'],
		[
			'a placeholder for the author',
			{ manifest: { version: '1.2.0', author: { email: 'maintainers@owner.example' } } },
			"placeholder 'maintainers@owner.example'",
		],
	])('finds %s', (_what, change, problem) => {
		expect(releaseProblems({ ...good, ...change })).toEqual([expect.stringContaining(problem)]);
	});
});
