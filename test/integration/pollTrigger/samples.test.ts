import type { INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { CredentialsData } from '../support/credentials.ts';
import { DAY, fetchTestEvent, ids, useAccount } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests } = useAccount();

/** An account without results. */
async function emptyAccount(): Promise<CredentialsData> {
	await control().reset({ empty: true });
	return { ...credentials(), ...(await control().generateKey()) };
}

describe('"Fetch Test Event"', () => {
	test('gives the five results completed last, those with a score, in their order', async () => {
		const emptied = await emptyAccount();
		await control().configure({ completedFilterIncludesUnscored: true });
		for (const days of [3, 9, 1, 29, 5, 7, 2]) {
			const { finish, score } = await candidate();
			await finish(days * DAY);
			if (days !== 2) await score(days);
		}
		const { items } = await fetchTestEvent(emptied, { simplify: true });
		expect(items.map(({ score }) => score)).toEqual([9, 7, 5, 3, 1]);
		expect(items[0]).toMatchObject({ event: 'user-assessment-scored', status: 'Completed' });
	});

	test('looks back a year where a month holds nothing', async () => {
		const emptied = await emptyAccount();
		const { userAssessmentId, finish, score } = await candidate();
		await finish(300 * DAY);
		await score();
		expect(ids((await fetchTestEvent(emptied)).items)).toEqual([userAssessmentId]);
		await newScore();
		expect(ids((await fetchTestEvent(emptied)).items)).not.toContain(userAssessmentId);
	});

	test('leaves the cursor alone, and a live workflow too', async () => {
		const live = await polled();
		const userAssessmentId = await newScore();
		const cursor = live.staticData();
		const sample = await fetchTestEvent(credentials(), { simplify: true }, live.staticData());
		expect(ids(sample.items)).toContain(userAssessmentId);
		expect(sample.staticData).toEqual(cursor);
		expect(await requests()).toHaveLength(2);
		expect(ids(await live.poll())).toEqual([userAssessmentId]);
	});

	test.each([429, 503])('asks again after a status %i', async (status) => {
		await newScore();
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'status', status } });
		expect((await fetchTestEvent(credentials())).items.length).toBeGreaterThan(0);
	});

	test('is not hindered by a cursor that can not be read', async () => {
		await newScore();
		expect((await fetchTestEvent(credentials(), {}, { cursor: 'damaged' })).items.length).toBeGreaterThan(0);
	});

	test('knows the assessments whose IDs the filter lists', async () => {
		const userAssessmentId = await newScore();
		const { assessments } = await control().state();
		const samplesOf = async (assessmentNames: string[]) =>
			ids((await fetchTestEvent(credentials(), { filters: { assessmentNames } })).items);
		expect(await samplesOf(assessments.map(({ assessmentId }) => assessmentId))).toContain(userAssessmentId);
	});

	test.each<[filters: INodeParameters]>([[{}], [{ groupIds: [], assessmentTypes: '', assessmentNames: '={{ [] }}' }]])(
		'says so when there is nothing to show, with the filters %j',
		async (filters) => {
			const failure = await fetchTestEvent(await emptyAccount(), { filters }).catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(NodeOperationError);
			expect(failure).toMatchObject({
				message: 'The account has no score of the last 365 days to show',
				description: expect.stringMatching(/^This is no mistake in the node\. You can publish all the same/),
			});
		},
	);

	test('says so when the filters let nothing through', async () => {
		const emptied = await emptyAccount();
		const { groupId } = await control().addGroup({ name: 'Nobody' });
		for (const filters of [{ groupIds: [groupId] }, { assessmentTypes: ['TenPoint'] }, { assessmentNames: ['None'] }]) {
			const failure = await fetchTestEvent(emptied, { filters }).catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(NodeOperationError);
			expect(failure).toMatchObject({
				message: expect.stringMatching(/was completed and scored in the last 365 days/),
				description: expect.stringMatching(/^Take filters away, or raise the option 'Lookback Days' for the test/),
			});
		}
	});
});
