import { expect, it } from 'vitest';
import { FaultBook } from '../../../simulator/faults/faults.ts';
import { createRandom } from '../../../simulator/random.ts';

const random = createRandom('faults');
const GET_SCORES = { method: 'GET', path: '/scores' };

it('a fault lets `skip` requests pass and hits `times` requests before the next fault applies', () => {
	const book = new FaultBook();
	book.inject({ fault: { kind: 'html' }, skip: 2, times: 2 });
	book.inject({ fault: { kind: 'cut' }, skip: 3 });
	const kinds = Array.from({ length: 6 }, () => book.takeAnswerFault(GET_SCORES, random)?.kind);
	expect(kinds).toEqual([undefined, undefined, 'html', 'html', undefined, 'cut']);
});

it('a fault with a probability hits that share of requests, and the same ones for the same seed', () => {
	const pattern = (seed: number): string => {
		const book = new FaultBook();
		const draws = createRandom(seed);
		book.inject({ fault: { kind: 'cut' }, times: 'always', probability: 0.25 });
		return Array.from({ length: 400 }, () => (book.takeAnswerFault(GET_SCORES, draws) ? 'x' : '.')).join('');
	};
	expect(pattern(1)).toBe(pattern(1));
	expect(pattern(1)).not.toBe(pattern(2));
	expect(Math.abs(pattern(1).replaceAll('.', '').length - 100)).toBeLessThan(30);
});

it('a latency fault and another fault hit the same request', () => {
	const book = new FaultBook();
	book.inject({ fault: { kind: 'latency', minMs: 1, maxMs: 2 } });
	book.inject({ fault: { kind: 'cut' } });
	expect(book.takeAnswerFault(GET_SCORES, random)?.kind).toBe('cut');
	expect(book.takeLatency(GET_SCORES, random)).toEqual({ kind: 'latency', minMs: 1, maxMs: 2 });
	expect(book.list()).toEqual([]);
});
