import fc from 'fast-check';
import { expect, test } from 'vitest';

import { expectedScores } from './expectation.ts';
import { histories } from './histories.ts';
import type { History } from './histories.ts';
import { WorkflowModel } from './n8nModel.ts';
import { answer } from './serviceModel.ts';

const RUNS = 10_000;

class PollFailed extends Error {}

/** Lives through a history: what was emitted of each assessment, in order. */
function live(history: History): Map<string, number[]> {
	const { reading, engine, lookbackDays, emitRescored, serviceSkew, assessments } = history;
	const workflow = new WorkflowModel(engine, {
		lookbackDays,
		emitRescored,
		credentialsId: '',
		groupIds: [],
		wants: () => true,
	});
	const emitted = new Map<string, number[]>(assessments.map(({ id }) => [id, []]));
	for (const { begins, answered, skew, fate, restartBefore } of history.polls) {
		if (restartBefore) workflow.restart();
		try {
			const results = workflow.poll(
				begins + skew,
				(filter) => {
					if (fate === 'failsBefore') throw new PollFailed(fate);
					return answer(assessments, filter, answered, serviceSkew, reading);
				},
				() => {
					if (fate !== 'succeeds') throw new PollFailed(fate);
				},
			);
			for (const { report } of results) emitted.get(report.userAssessmentId)?.push(report.score ?? Number.NaN);
		} catch (error) {
			if (!(error instanceof PollFailed)) throw error;
			if (fate === 'killed') workflow.restart();
		}
	}
	return emitted;
}

test('every score within the window is emitted exactly once, whatever happens', { timeout: 300_000 }, () => {
	fc.assert(
		fc.property(histories, (history) => {
			const emitted = live(history);
			for (const assessment of history.assessments) {
				const expected = expectedScores(history, assessment);
				const scores = emitted.get(assessment.id) ?? [];
				const allowed = expected.filter(({ score, must }) => must || scores.includes(score)).map(({ score }) => score);
				if (!history.emitRescored) expect(scores.length).toBeLessThanOrEqual(1);
				expect({ assessment: assessment.id, scores }).toEqual({ assessment: assessment.id, scores: allowed });
			}
		}),
		{ numRuns: RUNS },
	);
});
