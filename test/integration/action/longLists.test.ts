import { expect, it } from 'vitest';

import { endlessService } from '../../endlessService.ts';
import { failureOf, run, useAction } from './support.ts';

const action = useAction();

it.each([
	['score.getAll', '/scores', { output: 'users' }],
	['score.getAll', '/scores', { output: 'scoreReports' }],
	['assignment.getAll', '/assignments', { assignedOnOrAfter: '2000-01-01T00:00:00Z' }],
] as const)(
	'%s rereads a list that was cut off, and drops the entries of the first try',
	async (operation, path, more) => {
		await action.control().addUsers({ count: 200 });
		const parameters = { returnAll: true, simplify: false, ...more };
		const expected = await action.runJson(operation, parameters);
		expect(expected.length).toBeGreaterThan(200);
		await action.inject({ kind: 'truncate', bytes: 20_000 }, path);
		expect(await action.runJson(operation, parameters)).toEqual(expected);
	},
);

it("the node doesn't receive the rest of a broken 1 GB response", async () => {
	await using service = await endlessService('{"userScores":[{"userId":"', 'x');
	const failure = await failureOf(run({ ...action.credentials(), baseHost: service.baseHost }, 'score.getAll'));
	expect(failure.message).toContain('it holds more than 32 MB in one piece');
	expect(service.sentMegabytes()).toBeLessThan(100);
});
