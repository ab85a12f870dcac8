import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Line } from '../../../nodes/api/pacing/line.ts';

interface Someone {
	ticket: number;
	waitUntil: number;
}

type Step = { join: number } | { again: true } | { serve: true } | { giveUp: number } | { expire: number };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ join: fc.integer({ min: 0, max: 50 }) }) },
	fc.constant<Step>({ again: true }),
	{ weight: 3, arbitrary: fc.constant<Step>({ serve: true }) },
	{ weight: 2, arbitrary: fc.record({ giveUp: fc.nat() }) },
	fc.record({ expire: fc.integer({ min: 0, max: 50 }) }),
);

describe('Line', () => {
	it('behaves as a list sorted by ticket, whoever comes again, gives up or is late', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
				const line = new Line<Someone>();
				let expected: Someone[] = [];
				const served: Someone[] = [];
				let tickets = 0;
				const leave = (someone: Someone) => {
					expect([line.leave(someone), line.leave(someone)]).toEqual([true, false]);
					expected = expected.filter((other) => other !== someone);
				};
				const join = (someone: Someone) => {
					line.join(someone);
					expected = [...expected, someone].sort((a, b) => a.ticket - b.ticket);
				};
				for (const action of steps) {
					if ('join' in action) {
						join({ ticket: tickets++, waitUntil: action.join });
					} else if ('again' in action) {
						const back = served.shift();
						if (back !== undefined) join({ ...back });
					} else if ('serve' in action) {
						const first = line.first();
						expect(first).toBe(expected[0]);
						if (first !== undefined) {
							leave(first);
							served.push(first);
						}
					} else if ('giveUp' in action) {
						const someone = expected[action.giveUp % Math.max(1, expected.length)];
						if (someone !== undefined) leave(someone);
					} else {
						const late = line.expired(action.expire).sort((a, b) => a.ticket - b.ticket);
						expect(late).toEqual(expected.filter(({ waitUntil }) => waitUntil <= action.expire));
						for (const someone of late) leave(someone);
					}
					expect(line.length).toBe(expected.length);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
