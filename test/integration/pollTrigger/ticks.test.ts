import { describe, expect, test } from 'vitest';

import { readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import type { ActiveWorkflow } from './activeWorkflow.ts';
import { ids, useAccount } from './activeWorkflow.ts';

const { candidate, control, newScore, polled, requests } = useAccount();

/** As n8n's database scheduler polls: each tick has a context of its own, the activation mode of a publication, and a budget. */
function ticksOf(published: ActiveWorkflow, budgetMs = 36_000): () => Promise<unknown[]> {
	let last = published;
	return async () => {
		last = last.again({ activation: 'update', budgetMs });
		return ids(await last.poll());
	};
}

const scores = { match: { path: '/scores' } };

describe("a tick of n8n's database scheduler", () => {
	test('sends one request, and goes on when an assessment in its filter was renamed', async () => {
		const published = await polled({ filters: { assessmentNames: ['English Speaking'] } });
		const [speaking] = (await control().state()).assessments;
		const before = (await requests()).length;
		const tick = ticksOf(published);
		await control().renameAssessment({ assessmentId: speaking?.assessmentId ?? '', name: 'Speaking 2' });
		expect(await tick()).toEqual([]);
		await control().renameAssessment({ assessmentId: speaking?.assessmentId ?? '', name: 'English Speaking' });
		const { userAssessmentId, score } = await candidate(0);
		await score(7);
		expect(await tick()).toEqual([userAssessmentId]);
		const sent = (await requests()).slice(before).map(({ endpoint }) => endpoint);
		expect(sent).toEqual(['/scores', '/scores']);
	});

	test('sends its request again after two 503s', async () => {
		const tick = ticksOf(await polled());
		const userAssessmentId = await newScore();
		await control().inject({ ...scores, fault: { kind: 'status', status: 503 }, times: 2 });
		expect(await tick()).toEqual([userAssessmentId]);
		expect(await tick()).toEqual([]);
	});

	test('returns no score twice while n8n saves what its poll at the start returned', async () => {
		const published = await polled();
		const userAssessmentId = await newScore();
		const stored = published.staticData();
		const started = published.again({ activation: 'init' });
		expect(ids(await started.poll())).toEqual([userAssessmentId]);
		const tick = published.again({ activation: 'update', budgetMs: 36_000, staticData: stored });
		expect(await tick.poll()).toEqual([]);
		// If n8n refused the items of the first, they come again.
		const later = published.again({ activation: 'update', budgetMs: 36_000, staticData: stored });
		const now = () => Date.now() + 31_000;
		expect(ids(await later.poll({ now, readReports }))).toEqual([userAssessmentId]);
	});

	test(
		'ends within its budget where the service is silent, and the next one finds the score',
		{ timeout: 15_000 },
		async () => {
			const published = await polled();
			const userAssessmentId = await newScore();
			const { faultId } = await control().inject({ ...scores, fault: { kind: 'hang' }, times: 'always' });
			const failure: unknown = await ticksOf(published, 4_000)().catch((error: unknown) => error);
			expect(String(failure)).toMatch(/did not answer in time/);
			expect(String(failure)).not.toContain('Lookback Days');
			await control().clearFaults({ faultId });
			expect(await ticksOf(published)()).toEqual([userAssessmentId]);
		},
	);
});
