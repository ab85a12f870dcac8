import { describe, expect, it } from 'vitest';
import { reportMatches, type ScoresFilter } from '../../../simulator/resources/filters.ts';
import type { Status } from '../../../simulator/resources/resources.ts';
import { instantOf, type Instant } from '../../../simulator/timestamps.ts';
import { userAssessment } from './builders.ts';

const at = (ms: number, ticks = 0): Instant => ({ ms, ticks: instantOf(ms).ticks + ticks });
const UNSCORED: Status[] = ['ScorePending', 'NeedsReview'];
const OPEN = { from: null, to: null };
const EVERYTHING: ScoresFilter = {
	groupIds: null,
	started: OPEN,
	completed: OPEN,
	includeIncompleteAssessments: true,
	completedFilterIncludes: [],
};

/** Started at 100 and finished at 200, as far as the status goes. */
const inStatus = (status: Status): ReturnType<typeof userAssessment> =>
	userAssessment({
		status,
		startedAt: status === 'NotStarted' ? null : 100,
		completedAt: status === 'NotStarted' || status === 'InProgress' ? null : 200,
	});

describe('reportMatches', () => {
	it.each<[Status, completedFilterIncludes: Status[], expected: string]>([
		['NotStarted', [], '. ! . . .'],
		['NotStarted', UNSCORED, '. ! . . .'],
		['InProgress', [], '. ! . . !'],
		['ScorePending', [], '. ! . . !'],
		['ScorePending', UNSCORED, '. ! ! ! !'],
		['NeedsReview', [], '. ! . . !'],
		['NeedsReview', UNSCORED, '. ! ! ! !'],
		['Completed', [], '! ! ! ! !'],
		['NeedsReview', ['NeedsReview'], '. ! ! ! !'],
		['ScorePending', ['NeedsReview'], '. ! . . !'],
		['Completed', UNSCORED, '! ! ! ! !'],
	])('%s (completed* also returns %j): %s', (status, completedFilterIncludes, expected) => {
		const filters: Array<Partial<ScoresFilter>> = [
			{ includeIncompleteAssessments: false },
			{},
			{ completed: { from: at(200), to: null } },
			{ completed: { from: null, to: at(200) }, includeIncompleteAssessments: false },
			{ started: { from: at(100), to: at(100) } },
		];
		const found = filters.map((filter) =>
			reportMatches(inStatus(status), { ...EVERYTHING, completedFilterIncludes, ...filter }),
		);
		expect(found.map((matches) => (matches ? '!' : '.')).join(' ')).toBe(expected);
	});

	it.each<[Partial<ScoresFilter>, boolean]>([
		[{ started: { from: at(101), to: null } }, false],
		[{ started: { from: null, to: at(99) } }, false],
		[{ completed: { from: at(200), to: at(200) } }, true],
		[{ completed: { from: at(200, 1), to: null } }, false],
		[{ completed: { from: null, to: at(200, -1) } }, false],
		[{ completed: { from: at(201), to: null } }, false],
		[{ completed: { from: null, to: at(199) } }, false],
		[{ started: { from: at(100), to: null }, completed: { from: null, to: at(199) } }, false],
	])('%j', (filter, expected) => {
		expect(reportMatches(inStatus('Completed'), { ...EVERYTHING, ...filter })).toBe(expected);
	});
});
