import fc from 'fast-check';
import { NodeOperationError } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';

import { expectScores } from './histories/expectation.ts';
import type { Poll } from './histories/expectation.ts';
import { histories } from './histories/histories.ts';
import type { History } from './histories/histories.ts';
import { PublishedWorkflow } from './histories/publishedWorkflow.ts';
import { answer } from './histories/serviceModel.ts';

// Polls that fail at a start are logged. n8n-core reads this when it is loaded.
vi.hoisted(() => {
	process.env.N8N_LOG_LEVEL = 'silent';
});

const RUNS = Number(process.env.POLL_HISTORIES ?? 2_000);

const NODE = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };

/** Lives through a history; the successful polls, beginning with the first of which something is kept. */
async function live(history: History): Promise<Poll[]> {
	const { reading, engine, lookbackDays, emitRescored, assessmentTypes, serviceSkew, assessments } = history;
	const workflow = new PublishedWorkflow(engine, {
		simplify: true,
		filters: { assessmentTypes },
		options: { lookbackDays, emitRescored },
	});
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
		let hasRead = false;
		const items = await workflow
			.poll({
				now: () => begins + skew,
				async readReports(_context, { from }, begin) {
					if (fate === 'failsBefore') throw failure;
					const reader = begin();
					for (const user of answer(assessments, from, answered, serviceSkew, reading)) reader.take(user);
					if (fate !== 'succeeds') throw failure;
					hasRead = true;
					return await Promise.resolve(reader.result());
				},
			})
			.catch((error: unknown) => {
				if (error !== failure) throw error;
				return [];
			});
		if (hasRead !== (fate === 'succeeds')) throw new Error('A poll was left out');
		if (fate === 'killed') restart();
		if (!hasRead) continue;
		const scoresOf = (id: string) =>
			items.filter(({ json }) => json.userAssessmentId === id).map(({ json }) => json.score);
		polls.push({ ...planned, given: new Map(assessments.map(({ id }) => [id, scoresOf(id)])) });
	}
	return polls;
}

test('every score within the window is given exactly once, whatever happens', { timeout: 300_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const polls = await live(history);
			for (const assessment of history.assessments) {
				const isWanted = history.assessmentTypes.length === 0 || history.assessmentTypes.includes(assessment.type);
				expectScores(history, polls, assessment, isWanted);
			}
		}),
		{ numRuns: RUNS },
	);
	expect.hasAssertions();
});
