import { expect, it } from 'vitest';

import { EACH, row, useInviting } from '../action/invitations.ts';
import { refusal } from '../support/simulator.ts';

const inviting = useInviting();

// lists.test.ts covers rows that can't be used, and inviting.test.ts requests with a lost response.
it("a failed item's error is shown immediately, even if the rate limit is used up for ten minutes", async () => {
	await inviting.inject(refusal('600'), '/assign');
	const people = Array.from({ length: 20 }, (_, index) => row(`person${index}@example.com`));
	const failure = await inviting.refusal(EACH, 'assignAgain', people.with(1, row('admin@example.com')));
	expect(failure.message).toMatch(/couldn't process the request.*\[item 2/);
	const assigned = (await inviting.requests('/assign')).filter(({ status }) => status === 200);
	expect(assigned.length).toBeLessThan(4);
});
