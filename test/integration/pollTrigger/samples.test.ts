import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';

import type { CredentialsData } from '../support/credentials.ts';
import { DAY, fetchTestEvent, ids, useAccount } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests } = useAccount();

async function emptyAccount(): Promise<CredentialsData> {
	await control().reset({ empty: true });
	return { ...credentials(), ...(await control().generateKey()) };
}

test('"Fetch Test Event" looks back a year only if a month has no scores, whatever Lookback Days is', async () => {
	const emptied = await emptyAccount();
	const fetched = async () => ids((await fetchTestEvent(emptied, { options: { lookbackDays: 3650 } })).items);
	await newScore(400 * DAY);
	const userAssessmentId = await newScore(300 * DAY);
	expect(await fetched()).toEqual([userAssessmentId]);
	await newScore();
	expect(await fetched()).not.toContain(userAssessmentId);
});

test('"Fetch Test Event" shows the five newest scores that the filters include, the newest first', async () => {
	const emptied = await emptyAccount();
	await control().configure({ completedFilterIncludesUnscored: true });
	await (await candidate()).finish();
	await (await candidate(0)).score(7);
	const scored: string[] = [];
	for (const days of [3, 6, 1, 4, 2, 5]) scored[days] = await newScore(days * DAY);
	const parameters = { simplify: true, filters: { assessmentTypes: ['ThousandPoint'] } };
	expect(ids((await fetchTestEvent(emptied, parameters)).items)).toEqual(scored.slice(1, 6));
});

test(`"Fetch Test Event" doesn't affect the saved state or a published workflow`, async () => {
	const live = await polled();
	const userAssessmentId = await newScore();
	const cursor = live.staticData();
	const sample = await fetchTestEvent(credentials(), { simplify: true }, live.staticData());
	expect(ids(sample.items)).toContain(userAssessmentId);
	expect(sample.staticData).toEqual(cursor);
	expect(await requests()).toHaveLength(2);
	expect(ids(await live.poll())).toEqual([userAssessmentId]);
});

test.each<[filters: INodeParameters]>([
	[{ groupIds: [], assessmentTypes: '', assessmentNames: '={{ [] }}' }],
	[{ assessmentTypes: ['TenPoint'] }],
])('"Fetch Test Event" says that there are no scores to show with the filters %j', async (filters) => {
	await expect(fetchTestEvent(await emptyAccount(), { filters })).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: 'There are no matching scores from the last 365 days',
		description: expect.stringContaining('remove filters, or wait until an assessment is scored'),
	});
});
