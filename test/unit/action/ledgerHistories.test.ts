import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Names } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/person.ts';
import { assignment, ledgerWith, links, NOW, person, SPEAKING, WRITING } from './support/ledgers.ts';

describe('an account of a few people with two names each', () => {
	const step = fc.oneof(
		{
			weight: 3,
			arbitrary: fc.record({
				do: fc.constant('invite' as const),
				who: fc.integer({ min: 0, max: 1 }),
				by: fc.constantFrom('email', 'identifier', 'both'),
				assessmentId: fc.constantFrom(SPEAKING, WRITING),
				outcome: fc.constantFrom('answered', 'lost', 'lost', 'lostUnprocessed', 'refused', 'assignedAgain'),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), isWhole: fc.boolean() }) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 10_000, 125_000) }) },
	);

	it('never comes to hold something twice unless that is wanted, however late and under whatever name it shows up', () => {
		const property = fc.property(
			fc.array(step, { maxLength: 60 }),
			fc.integer({ min: 0, max: 6_000 }),
			fc.constantFrom(' ', ' (former name)'),
			(steps, latenessMs, ending) => {
				const ledger = ledgerWith();
				const made: Array<{ who: number; assessmentId: string; at: number }> = [];
				let now = NOW;
				let lastRead = now;
				const read = (isWhole: boolean) => {
					lastRead = now;
					const visible = made
						.map(({ who, assessmentId, at }, index) => ({ who, assessmentId, at, index }))
						.filter(({ at }) => at + latenessMs <= now)
						.map(({ who, assessmentId, at, index }) =>
							assignment({
								...{ userId: `U${who}`, email: `${who}@example.com`, uniqueIdentifier: `${who}` },
								...{ userAssessmentId: `a${index}`, assignedAt: new Date(at).toISOString() },
								assessmentName: (assessmentId === SPEAKING ? 'Speaking' : 'Writing') + ending,
							}),
						);
					ledger.take(visible, now, { isWhole });
				};
				for (const action of steps) {
					now += 1;
					if (action.do === 'wait') now += action.ms;
					if (action.do === 'read') read(action.isWhole);
					if (action.do !== 'invite') continue;
					const { who, by, assessmentId, outcome } = action;
					const names: Names = {
						...(by === 'identifier' ? {} : { emailAddress: `${who}@example.com` }),
						...(by === 'email' ? {} : { uniqueIdentifier: `${who}` }),
					};
					if (now - lastRead > 5_000) read(false);
					const make = () => made.push({ who, assessmentId, at: now });
					const answer = () => ({ userId: `U${who}`, userAssessmentId: `a${made.length - 1}`, ...links });
					let whom = person(names);
					if (outcome === 'assignedAgain') {
						const attempt = ledger.begin(whom, assessmentId);
						make();
						ledger.succeeded(attempt, answer(), now);
						continue;
					}
					let verdict = ledger.judge(whom, assessmentId, now);
					if (verdict.kind === 'unidentified') {
						const full = { emailAddress: `${who}@example.com`, uniqueIdentifier: `${who}`, userId: `U${who}` };
						whom = { names: full, isIdentified: true };
						verdict = ledger.judge(whom, assessmentId, now);
					}
					if (verdict.kind !== 'free') continue;
					const attempt = ledger.begin(whom, assessmentId);
					if (outcome === 'answered' || outcome === 'lost') {
						expect(made.filter((other) => other.who === who && other.assessmentId === assessmentId)).toEqual([]);
						make();
					}
					if (outcome === 'answered') ledger.succeeded(attempt, answer(), now);
					else if (outcome === 'refused') ledger.failed(attempt);
					else ledger.doubt(attempt, now);
				}
			},
		);
		fc.assert(property, { numRuns: 5_000 });
	});
});
