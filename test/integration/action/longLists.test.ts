import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { endlessService } from '../../endlessService.ts';
import { useSimulator } from '../support/simulator.ts';
import { failureOf, runJson } from './support.ts';

const underTest = useSimulator();

const SINCE = '2000-01-01T00:00:00Z';

describe('a list that breaks off is read again, and nothing of the first try stays', () => {
	it.each<[what: string, fault: Fault]>([
		['in the middle', { kind: 'truncate' }],
		['after its first elements', { kind: 'truncate', bytes: 20_000 }],
	])('%s', async (_what, fault) => {
		const { simulator, credentials } = underTest();
		await simulator.control.addUsers({ count: 200 });
		const all = { returnAll: true, simplify: false };
		for (const [operation, path, parameters] of [
			['score.getAll', '/scores', { ...all, output: 'users' }],
			['score.getAll', '/scores', { ...all, output: 'scoreReports' }],
			['assignment.getAll', '/assignments', { ...all, assignedOnOrAfter: SINCE }],
		] as const) {
			const expected = await runJson(credentials, operation, parameters);
			await simulator.control.inject({ match: { path }, fault });
			expect(await runJson(credentials, operation, parameters)).toEqual(expected);
			expect(expected.length).toBeGreaterThan(200);
		}
	});
});

it.each([
	['one text in an element', '{"userScores":[{"userId":"', 'x', "in 'userScores', entry 1: it is larger than 32 MB"],
	['white space in an element', '{"userScores":[{', ' ', "in 'userScores', entry 1: it is larger than 32 MB"],
	['a number beside the list', '{"a":', '1', "it holds more than 8 MB beside 'userScores'"],
	['levels beside the list', '{"a":', '[', 'it is nested deeper than 500 levels'],
	['elements that are none', '{"userScores":[', '1,', "in 'userScores', entry 1: it is a number and not an object"],
])('%s of 1 GB: the rest is not even taken', async (_what, begin, unit, problem) => {
	const { credentials } = underTest();
	await using service = await endlessService(begin, unit);
	const failure = await failureOf(runJson({ ...credentials, baseHost: service.baseHost }, 'score.getAll'));
	expect(failure.message).toBe(`The answer is not what the API specifies: ${problem} (POST /scores)`);
	expect(service.sentMegabytes()).toBeLessThan(100);
});
