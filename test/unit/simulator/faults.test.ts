import { expect, it } from 'vitest';
import { FaultBook } from '../../../simulator/faults/faults.ts';
import { createRandom } from '../../../simulator/random.ts';

it('a fault with a probability hits that share of requests, and the same ones for the same seed', () => {
	const pattern = (seed: number): string => {
		const book = new FaultBook();
		const draws = createRandom(seed);
		book.inject({ fault: { kind: 'cut' }, times: 'always', probability: 0.25 });
		return Array.from({ length: 400 }, () =>
			book.takeAnswerFault({ method: 'GET', path: '/groups' }, draws) ? 'x' : '.',
		).join('');
	};
	expect(pattern(1)).toBe(pattern(1));
	expect(pattern(1)).not.toBe(pattern(2));
	expect(Math.abs(pattern(1).replaceAll('.', '').length - 100)).toBeLessThan(30);
});
