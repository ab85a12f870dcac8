import { describe, expect, it } from 'vitest';
import { FaultBook, type FaultMatch } from '../../../simulator/faults/faults.ts';
import { createRandom } from '../../../simulator/random.ts';

const random = createRandom('faults');
const GET_SCORES = { method: 'GET', path: '/scores' };

describe('FaultBook', () => {
	it.each<[FaultMatch | undefined, { method: string; path: string }, boolean]>([
		[undefined, GET_SCORES, true],
		[{ method: 'get' }, GET_SCORES, true],
		[{ method: 'POST' }, GET_SCORES, false],
		[{ path: '/scores' }, GET_SCORES, true],
		[{ path: '/score' }, GET_SCORES, false],
		[{ path: '/score*' }, GET_SCORES, true],
		[{ method: 'GET', path: '/assign' }, GET_SCORES, false],
	])('%j against %j: %s', (match, request, hit) => {
		const book = new FaultBook();
		book.inject({ ...(match ? { match } : {}), fault: { kind: 'cut' } });
		expect(book.takeAnswerFault(request, random)).toEqual(hit ? { kind: 'cut' } : null);
	});

	it('hits once unless said otherwise, `times` times, or always', () => {
		const hits = (times?: number | 'always'): number => {
			const book = new FaultBook();
			book.inject({ fault: { kind: 'html' }, ...(times === undefined ? {} : { times }) });
			return Array.from({ length: 10 }, () => book.takeAnswerFault(GET_SCORES, random)).filter(Boolean).length;
		};
		expect([hits(), hits(3), hits('always')]).toEqual([1, 3, 10]);
	});

	it('lets `skip` requests go first, and then the next fault takes its turn', () => {
		const book = new FaultBook();
		book.inject({ fault: { kind: 'html' }, skip: 2 });
		book.inject({ fault: { kind: 'cut' }, skip: 3 });
		const kinds = Array.from({ length: 5 }, () => book.takeAnswerFault(GET_SCORES, random)?.kind);
		expect(kinds).toEqual([undefined, undefined, 'html', undefined, 'cut']);
	});

	it('hits about the share asked for, the same for the same seed', () => {
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

	it('latency comes on top of another fault', () => {
		const book = new FaultBook();
		book.inject({ fault: { kind: 'latency', minMs: 1, maxMs: 2 } });
		book.inject({ fault: { kind: 'cut' } });
		expect(book.takeAnswerFault(GET_SCORES, random)?.kind).toBe('cut');
		expect(book.takeLatency(GET_SCORES, random)).toEqual({ kind: 'latency', minMs: 1, maxMs: 2 });
		expect(book.list()).toEqual([]);
	});

	it('removes one fault or all', () => {
		const book = new FaultBook();
		const first = book.inject({ fault: { kind: 'html' } });
		book.inject({ fault: { kind: 'cut' } });
		book.inject({ fault: { kind: 'hang' } });
		book.clear(first);
		expect(book.list().map(({ fault }) => fault.kind)).toEqual(['cut', 'hang']);
		book.clear();
		expect(book.list()).toEqual([]);
	});
});
