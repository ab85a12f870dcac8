import { expect, it } from 'vitest';
import { createRandom } from '../../../simulator/random.ts';

it('gives the same for the same seed, and something else for another', () => {
	const draw = (seed: number): unknown[] => {
		const random = createRandom(seed);
		return [random.uuid(), random.integer(0, 1e6), random.bytes(8).toString('hex'), random.fork('x').uuid()];
	};
	expect(draw(1)).toEqual(draw(1));
	expect(new Set([...draw(1), ...draw(2)]).size).toBe(8);
});

it('a fork neither takes from its origin nor depends on what was drawn before', () => {
	const [first, second] = [createRandom(1), createRandom(1)];
	const early = first.fork('users').uuid();
	expect(first.uuid()).toBe(second.uuid());
	expect(first.fork('users').uuid()).toBe(early);
});

it('UUIDs are version 4 and don’t repeat', () => {
	const random = createRandom('uuids');
	const uuids = Array.from({ length: 20_000 }, () => random.uuid());
	expect(new Set(uuids).size).toBe(20_000);
	const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
	expect(uuids.filter((uuid) => !version4.test(uuid))).toEqual([]);
	expect(new Set(uuids.map((uuid) => uuid.charAt(19)))).toEqual(new Set('89ab'));
});

it('whole numbers cover their range evenly, both ends included', () => {
	const random = createRandom(3);
	const counts = new Map<number, number>();
	for (let index = 0; index < 10_000; index++) {
		const value = random.integer(-2, 2);
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
	for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
});
