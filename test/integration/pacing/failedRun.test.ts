import { expect, it } from 'vitest';

import { assessmentId, useAction } from '../action/support.ts';
import { refusal } from '../support/simulator.ts';

const action = useAction();

const assigned = async () => (await action.requests('/assign')).filter(({ status }) => status === 200).length;

/** Creates an assignment for the person in each row, until the execution fails. */
async function assignTo(emails: readonly string[]) {
	const parameters = {
		assessmentId: assessmentId(await action.assessmentId()),
		emailAddress: '={{ $json.email }}',
		ifAlreadyAssigned: 'assignAgain',
	};
	const items = emails.map((email) => ({ json: { email } }));
	return await action.failure('assignment.create', parameters, items);
}

const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index + 1}@example.com`);

// lists.test.ts covers rows that can't be used, and inviting.test.ts requests with a lost response.
it("a failed item's error is shown immediately, even if the rate limit is used up for ten minutes", async () => {
	await action.inject(refusal('600'), '/assign');
	const failure = await assignTo(people(20).with(1, 'admin@example.com'));
	expect(failure.message).toMatch(/couldn't process the request.*\[item 2/);
	expect(await assigned()).toBeLessThan(4);
});
