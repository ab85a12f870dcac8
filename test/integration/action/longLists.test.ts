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

it('an answer of 1 GB that is none: the rest is not even taken', async () => {
	const { credentials } = underTest();
	await using service = await endlessService('{"userScores":[{"userId":"', 'x');
	const failure = await failureOf(runJson({ ...credentials, baseHost: service.baseHost }, 'score.getAll'));
	expect(failure.message).toContain('it holds more than 32 MB in one piece');
	expect(service.sentMegabytes()).toBeLessThan(100);
});
