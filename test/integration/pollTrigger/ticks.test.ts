import { expect, test } from 'vitest';

import { readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { pass } from '../support/virtualTime.ts';
import { type ActiveWorkflow, ids, useAccount } from './activeWorkflow.ts';

/** In n8n's database scheduler, each tick has its own context, the activation mode of publishing, and a time budget. */

const { candidate, control, newScore, polled, requests } = useAccount();

const TICK = { activation: 'update', budgetMs: 36_000 } as const;

function ticksOf(published: ActiveWorkflow, budgetMs: number = TICK.budgetMs): () => Promise<unknown[]> {
	let last = published;
	return async () => {
		last = last.again({ ...TICK, budgetMs });
		return ids(await last.poll());
	};
}

const scores = { match: { path: '/scores' } };

test.each([
	['by default', 36_000],
	['with long limits in the settings of n8n', 239_999],
])('a tick (%s) sends a single request, even if an assessment in its filter was renamed', async (_what, budgetMs) => {
	const published = await polled({ filters: { assessmentNames: ['English Speaking'] } });
	const [speaking] = (await control().state()).assessments;
	const rename = async (name: string) =>
		await control().renameAssessment({ assessmentId: speaking?.assessmentId ?? '', name });
	const before = (await requests()).length;
	const tick = ticksOf(published, budgetMs);
	await rename('Speaking 2');
	expect(await tick()).toEqual([]);
	await rename('English Speaking');
	const { userAssessmentId, score } = await candidate(0);
	await score(7);
	expect(await tick()).toEqual([userAssessmentId]);
	expect((await requests()).slice(before).map(({ endpoint }) => endpoint)).toEqual(['/scores', '/scores']);
});

test("a tick doesn't return a score again while n8n saves the items of the poll at its start", async () => {
	const published = await polled();
	const userAssessmentId = await newScore();
	const staticData = published.staticData();
	const slowly: typeof readReports = async (...request) => await readReports(...request).finally(() => pass(90_000));
	expect(ids(await published.again({ activation: 'init' }).poll(slowly))).toEqual([userAssessmentId]);
	pass(55_000);
	expect(await published.again({ ...TICK, staticData }).poll()).toEqual([]);
	// A publication can't wait for that.
	expect(ids(await published.again({ staticData }).poll())).toEqual([userAssessmentId]);
	// If n8n rejected the first poll's items, they are returned again.
	pass(61_000);
	expect(ids(await published.again({ ...TICK, staticData }).poll())).toEqual([userAssessmentId]);
});

test('a tick ends within its budget if the service is silent, and the next one finds the score in spite of two 503s', async () => {
	const published = await polled();
	const userAssessmentId = await newScore();
	const { faultId } = await control().inject({ ...scores, fault: { kind: 'hang' }, times: 'always' });
	const began = Date.now();
	const failure: unknown = await ticksOf(published)().catch((error: unknown) => error);
	expect(String(failure)).toMatch(/didn't answer in time/);
	expect(String(failure)).not.toContain('Lookback Days');
	// n8n needs time of its own to store the cursor.
	expect(Date.now() - began).toBeLessThanOrEqual(TICK.budgetMs - 4_000);
	await control().clearFaults({ faultId });
	await control().inject({ ...scores, fault: { kind: 'status', status: 503 }, times: 2 });
	expect(await ticksOf(published)()).toEqual([userAssessmentId]);
});
