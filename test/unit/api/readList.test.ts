import { Readable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listBody, Selected } from '../../../nodes/api/request/readList.ts';
import { groups } from '../../../nodes/api/specification/responses.ts';

describe('what is kept of a list', () => {
	const element = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });

	it('is as many values as are wanted: those with the highest rank, equal ones in the order of the list', () => {
		fc.assert(
			fc.property(fc.array(element), fc.integer({ min: 1, max: 12 }), (elements, limit) => {
				let count = 0;
				const all = elements.map((ranks) => ranks.map((rank) => ({ rank, place: ++count })));
				const selected = new Selected<{ rank: number }>({ limit, rank: ({ rank }) => rank });
				for (const values of all) {
					selected.add(values);
					expect(selected.size).toBeLessThan(2 * limit);
				}
				const sorted = all.flat().toSorted((one, other) => other.rank - one.rank);
				expect(selected.result()).toEqual({ values: sorted.slice(0, limit), total: count });
			}),
		);
	});

	it.each([
		['all of them', {}, [3, 3, 1, 1, 2, 2]],
		['as many as are wanted', { limit: 3 }, [3, 3, 1]],
	])('is in the order of the list without a rank: %s', (_, selection, values) => {
		const selected = new Selected<number>(selection);
		for (const place of [3, 1, 2]) selected.add([place, place]);
		expect(selected.result()).toEqual({ values, total: 6 });
	});
});

it('the reader of a list begins with nothing for each answer', async () => {
	const read = listBody(groups, ({ groupId, name }) => (name === 'wanted' ? [groupId] : []), { limit: 2 });
	const bodyOf = (...names: string[]) => {
		const all = names.map((name, index) => ({ name, groupId: `${index}` }));
		return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify({ groups: all }))]) };
	};
	expect(await read(bodyOf('wanted', 'other', 'wanted', 'wanted'))).toEqual({
		value: { values: ['0', '2'], total: 3 },
	});
	expect(await read(bodyOf('other', 'wanted'))).toEqual({ value: { values: ['1'], total: 1 } });
});
