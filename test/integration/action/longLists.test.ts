import { expect, it } from 'vitest';

import { endlessService } from '../../endlessService.ts';
import { failureOf, run, useAction } from './support.ts';

const action = useAction();

it("the node doesn't receive the rest of a broken 1 GB response", async () => {
	await using service = await endlessService('{"userScores":[{"userId":"', 'x');
	const failure = await failureOf(run({ ...action.credentials(), baseHost: service.baseHost }, 'score.getAll'));
	expect(failure.message).toContain('it holds more than 32 MB in one piece');
	expect(service.sentMegabytes()).toBeLessThan(100);
});
