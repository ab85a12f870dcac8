import fc from 'fast-check';
import { NodeOperationError } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';

import { expectedScores } from './histories/expectation.ts';
import type { Poll } from './histories/expectation.ts';
import { histories, SPELLINGS } from './histories/histories.ts';
import type { History } from './histories/histories.ts';
import { PublishedWorkflow } from './histories/publishedWorkflow.ts';
import { answer } from './histories/serviceModel.ts';

// Polls that fail at a start are logged. n8n-core reads this when it is loaded.
vi.hoisted(() => {
	process.env.N8N_LOG_LEVEL = 'silent';
});

const RUNS = 10_000;

const NODE = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };

interface Lived {
	/** The scores that were emitted of each assessment, in order. */
	emitted: Map<string, unknown[]>;
	/** The successful polls, beginning with the first of which something is kept. */
	polls: Poll[];
}

/** Lives through a history. */
async function live(history: History): Promise<Lived> {
	const { reading, engine, lookbackDays, emitRescored, assessmentNames, serviceSkew, assessments } = history;
	const workflow = new PublishedWorkflow(engine, {
		simplify: true,
		filters: { assessmentNames },
		options: { lookbackDays, emitRescored },
	});
	const emitted = new Map<string, unknown[]>(assessments.map(({ id }) => [id, []]));
	const polls: Poll[] = [];
	const restart = () => {
		workflow.restart();
		if (!workflow.isKept) polls.splice(0);
	};
	for (const planned of history.polls) {
		const { begins, answered, skew, fate, restartBefore, renameBefore } = planned;
		if (restartBefore) restart();
		if (renameBefore) workflow.rename();
		const failure = new NodeOperationError(NODE, fate);
		let succeeded = false;
		const items = await workflow
			.poll({
				now: () => begins + skew,
				steadyNow: () => begins,
				async readReports(_context, { completedOnOrAfter }, _patience, begin) {
					if (fate === 'failsBefore') throw failure;
					const reader = begin();
					for (const { user, report } of answer(assessments, { completedOnOrAfter }, answered, serviceSkew, reading)) {
						reader.take(user, report);
					}
					if (fate !== 'succeeds') throw failure;
					succeeded = true;
					polls.push({ ...planned, askedFrom: Date.parse(completedOnOrAfter) });
					return await Promise.resolve(reader.result());
				},
			})
			.catch((error: unknown) => {
				if (error !== failure) throw error;
				return [];
			});
		if (!succeeded && fate === 'succeeds') throw new Error('A poll was left out');
		if (fate === 'killed') restart();
		for (const { json } of items) emitted.get(json.userAssessmentId as string)?.push(json.score);
	}
	return { emitted, polls };
}

test('every score within the window is emitted exactly once, whatever happens', { timeout: 300_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const { emitted, polls } = await live(history);
			const filtered = history.assessmentNames.length > 0;
			for (const assessment of history.assessments) {
				const isWanted = !filtered || SPELLINGS.includes(assessment.name);
				const expected = isWanted ? expectedScores(history, polls, assessment) : [];
				const scores = emitted.get(assessment.id) ?? [];
				const allowed = expected.filter(({ score, must }) => must || scores.includes(score)).map(({ score }) => score);
				if (!history.emitRescored) expect(scores.length).toBeLessThanOrEqual(1);
				expect({ assessment: assessment.id, scores }).toEqual({ assessment: assessment.id, scores: allowed });
			}
		}),
		{ numRuns: RUNS },
	);
});
