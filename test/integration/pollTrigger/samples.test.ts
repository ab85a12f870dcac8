import { NodeOperationError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { CredentialsData } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { ActiveWorkflow, candidate, DAY, fetchTestEvent } from './activeWorkflow.ts';

const service = useSimulator();

/** An account without results. */
async function emptyAccount(): Promise<CredentialsData> {
	const { simulator, credentials } = service();
	await simulator.control.reset({ empty: true });
	return { ...credentials, ...(await simulator.control.generateKey()) };
}

describe('"Fetch Test Event"', () => {
	test('gives the five results completed last, those with a score, in their order', async () => {
		const { simulator } = service();
		const credentials = await emptyAccount();
		await simulator.control.configure({ completedFilterIncludesUnscored: true });
		for (const days of [3, 9, 1, 29, 5, 7, 2]) {
			const { finish, score } = await candidate(simulator);
			await finish(days * DAY);
			if (days !== 2) await score(days);
		}
		const { items } = await fetchTestEvent(credentials, { simplify: true });
		expect(items.map(({ score }) => score)).toEqual([9, 7, 5, 3, 1]);
		expect(items[0]).toMatchObject({ event: 'user-assessment-scored', status: 'Completed' });
	});

	test('leaves the cursor alone, and a live workflow too', async () => {
		const { simulator, credentials } = service();
		const live = new ActiveWorkflow(credentials, { simplify: true });
		await live.poll();
		const { userAssessmentId, score } = await candidate(simulator);
		await score();
		const cursor = live.staticData();
		const sample = await fetchTestEvent(credentials, { simplify: true }, live.staticData());
		expect(sample.items.map((item) => item.userAssessmentId)).toContain(userAssessmentId);
		expect(sample.staticData).toEqual(cursor);
		expect(await service().requests()).toHaveLength(2);
		expect((await live.poll()).map((item) => item.userAssessmentId)).toEqual([userAssessmentId]);
	});

	test.each([429, 503])('asks again after a status %i', async (status) => {
		const { simulator, credentials } = service();
		await (await candidate(simulator)).score();
		await simulator.control.inject({ match: { path: '/scores' }, fault: { kind: 'status', status } });
		const { items } = await fetchTestEvent(credentials);
		expect(items.length).toBeGreaterThan(0);
	});

	test('is not hindered by a cursor that can not be read', async () => {
		const { simulator, credentials } = service();
		await (await candidate(simulator)).score();
		const { items } = await fetchTestEvent(credentials, {}, { cursor: 'damaged' });
		expect(items.length).toBeGreaterThan(0);
	});

	test('says so when there is nothing to show', async () => {
		const failure = await fetchTestEvent(await emptyAccount()).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(NodeOperationError);
		expect(String(failure)).toMatch(/was completed and scored in the last 30 days/);
	});
});
