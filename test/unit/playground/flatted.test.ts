import { describe, expect, it } from 'vitest';

import { parseFlatted } from '../../../playground/api/flatted.ts';

describe('parseFlatted', () => {
	it.each([
		{ what: 'a text', text: '["a"]', expected: 'a' },
		{
			what: 'numbers, null and booleans in place',
			text: '[{"n":1,"z":null,"t":true}]',
			expected: { n: 1, z: null, t: true },
		},
		{ what: 'texts by their index', text: '[{"a":"1","b":"2"},"x","7"]', expected: { a: 'x', b: '7' } },
		{ what: 'nested lists', text: '[["1","2"],{"a":"3"},[4],"x"]', expected: [{ a: 'x' }, [4]] },
	])('reads $what', ({ text, expected }) => {
		expect(parseFlatted(text)).toEqual(expected);
	});

	it('gives a value that is named twice as one', () => {
		const parsed = parseFlatted('[["1","1"],{"a":"2"},"x"]');
		expect(parsed).toEqual([{ a: 'x' }, { a: 'x' }]);
		expect(Array.isArray(parsed) && parsed[0] === parsed[1]).toBe(true);
	});

	it('reads a value that holds itself', () => {
		const parsed = parseFlatted('[{"self":"0"}]');
		expect(parsed).toHaveProperty('self.self.self', parsed);
	});

	it('refuses what is not such data', () => {
		expect(() => parseFlatted('{"a":1}')).toThrow('not an array');
	});
});
