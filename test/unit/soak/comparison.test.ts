import { expect, it } from 'vitest';

import { compare } from '../../soak/comparison.ts';

it.each([
	['all once, in another order', ['a', 'b'], ['b', 'a'], {}],
	['one lost', ['a', 'b', 'c'], ['a', 'c'], { lost: ['b'] }],
	['one three times', ['a', 'b'], ['a', 'b', 'a', 'a'], { doubled: ['a'] }],
	['one of unknown origin', ['a'], ['a', 'x'], { strange: ['x'] }],
	['all of it', ['a', 'b'], ['x', 'b', 'b'], { lost: ['a'], doubled: ['b'], strange: ['x'] }],
])('%s', (_, expected, seen, found) => {
	expect(compare(expected, seen)).toEqual({ lost: [], doubled: [], strange: [], ...found });
});
