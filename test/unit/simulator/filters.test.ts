import { describe, expect, it } from 'vitest';
import { reportMatches, type ScoresFilter } from '../../../simulator/resources/filters.ts';
import type { Status } from '../../../simulator/resources/resources.ts';
import { userAssessment } from './builders.ts';

const OPEN = { from: null, to: null };
const EVERYTHING: ScoresFilter = {
	groupIds: null,
	started: OPEN,
	completed: OPEN,
	includeIncompleteAssessments: true,
	completedFilterIncludesUnscored: false,
};

/** Started at 100 and finished at 200, as far as the status goes. */
const inStatus = (status: Status): ReturnType<typeof userAssessment> =>
	userAssessment({
		status,
		startedAt: status === 'NotStarted' ? null : 100,
		completedAt: status === 'NotStarted' || status === 'InProgress' ? null : 200,
	});

describe('reportMatches', () => {
	it.each<[Status, unscoredInCompletedFilter: boolean, expected: string]>([
		['NotStarted', false, '. ! . . .'],
		['NotStarted', true, '. ! . . .'],
		['InProgress', false, '. ! . . !'],
		['ScorePending', false, '. ! . . !'],
		['ScorePending', true, '. ! ! ! !'],
		['NeedsReview', false, '. ! . . !'],
		['NeedsReview', true, '. ! ! ! !'],
		['Completed', false, '! ! ! ! !'],
		['Completed', true, '! ! ! ! !'],
	])('%s (completed* also returns unscored: %s): %s', (status, completedFilterIncludesUnscored, expected) => {
		const filters: Array<Partial<ScoresFilter>> = [
			{ includeIncompleteAssessments: false },
			{},
			{ completed: { from: 200, to: null } },
			{ completed: { from: null, to: 200 }, includeIncompleteAssessments: false },
			{ started: { from: 100, to: 100 } },
		];
		const found = filters.map((filter) =>
			reportMatches(inStatus(status), { ...EVERYTHING, completedFilterIncludesUnscored, ...filter }),
		);
		expect(found.map((matches) => (matches ? '!' : '.')).join(' ')).toBe(expected);
	});

	it.each<[Partial<ScoresFilter>, boolean]>([
		[{ started: { from: 101, to: null } }, false],
		[{ started: { from: null, to: 99 } }, false],
		[{ completed: { from: 200, to: 200 } }, true],
		[{ completed: { from: 201, to: null } }, false],
		[{ completed: { from: null, to: 199 } }, false],
		[{ started: { from: 100, to: null }, completed: { from: null, to: 199 } }, false],
	])('%j', (filter, expected) => {
		expect(reportMatches(inStatus('Completed'), { ...EVERYTHING, ...filter })).toBe(expected);
	});
});
