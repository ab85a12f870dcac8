import { expect, it } from 'vitest';

import type { Notes } from '../../../nodes/EnterpriseAssessment/hints.ts';
import { hintsOf } from '../../../nodes/EnterpriseAssessment/hints.ts';

type Person = Notes['people'][number];

const several = (count: number, person: Person) => Array.from({ length: count }, () => person);
const OPEN: Person = { fate: 'open' };
const FINISHED: Person = { fate: 'finished' };
const ADDED: Person = { fate: 'new' };
const nameless = (details: string): Person => ({ fate: 'nameless', details });

it.each<[hints: Array<string | RegExp>, items: number, people: Person[]]>([
	[[], 3, []],
	[[], 0, []],
	[
		[
			"12 of 40 people finished the assessment recently, so they weren't invited again. To invite them too, set 'Skip People Who Finished Within (Days)' to 0.",
		],
		40,
		several(12, FINISHED),
	],
	[
		[
			/^2 of 4 people already had an open .* that you haven't stored, use Sign-In Link: Create/,
			/^1 of 4 people finished/,
		],
		4,
		[OPEN, FINISHED, OPEN],
	],
	[[/^2 of 3 people got an assignment, but .* return a reusable link.* don't email it\.$/], 3, several(2, ADDED)],
	[[/^The person already had an open assignment, /], 1, [OPEN]],
	[
		[/^2 of 2 people came without a name, .* from the item\. The first fields\.$/],
		2,
		['The first fields', ''].map(nameless),
	],
	[[], 3, ['', ''].map(nameless)],
	[[/^1 of 2 users weren't found/], 2, [{ fate: 'notFound' }]],
	[[/^The person wasn't found/], 1, [{ fate: 'notFound' }]],
])('the hints %j count people among %i items', (hints, items, people) => {
	const messages = hintsOf({ lists: [], people, said: new Set() }, items).map(({ message }) => message);
	expect(messages).toEqual(
		hints.map((hint): unknown => (typeof hint === 'string' ? hint : expect.stringMatching(hint))),
	);
});
