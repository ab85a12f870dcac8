import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { useSimulator } from '../support/simulator.ts';
import { assessmentId, byEmail, CANDIDATE, failureOf, run, runJson, seedAssessmentId } from './support.ts';

const service = useSimulator();

describe('an answer that is not what the specification says', () => {
	const operations = [
		['assessment.getAll', 'GET /assessments', 'assessments'],
		['group.getAll', 'GET /groups', 'groups'],
		['score.getAll', 'POST /scores', 'userScores'],
		['assignment.getAll', 'POST /assignments', 'assignments'],
	] as const;
	const wrong: Array<[string, Fault, RegExp]> = [
		['HTML', { kind: 'html' }, /a web page \(HTML\) and not JSON/],
		['broken JSON', { kind: 'brokenJson' }, /it is not JSON/],
		['an array', { kind: 'json', json: [] }, /an array and not an object/],
		['null', { kind: 'json', json: null }, /it is empty|it is not JSON/],
	];
	it.each(operations)(
		'%s names the endpoint and what is missing',
		async (operation, endpoint, list) => {
			const { simulator, credentials } = service();
			const parameters = { assignedOnOrAfter: '2026-01-01' };
			const faults: typeof wrong = [
				...wrong,
				['no array', { kind: 'json', json: { [list]: {} } }, new RegExp(`no array '${list}'`)],
				['a wrong element', { kind: 'json', json: { [list]: [{}] } }, new RegExp(`in '${list}', entry 1: it has no '`)],
			];
			for (const [name, fault, problem] of faults) {
				await simulator.control.inject({ fault });
				const failure = await failureOf(run(credentials, operation, parameters));
				expect(failure.message, name).toMatch(problem);
				expect(failure.message, name).toMatch(
					new RegExp(`^The answer is not what the API specifies: .* \\(${endpoint}\\)`),
				);
			}
		},
		60_000,
	);

	it.each([
		['score.get', 'POST /score', { userId: 'u' }, /no array 'scoreReports'/],
		['signInLink.create', 'POST /create-sign-in-token', { expiresAt: 'x' }, /no 'signInUrl'/],
		['group.create', 'POST /groups', { name: 'x' }, /no 'groupId'.*may have been processed/],
		['assignment.create', 'POST /assign', { userId: 'u' }, /no 'userAssessmentId'.*may have been processed/],
		['webhook.get', 'GET /webhook', { createdAt: 'x' }, /no 'url'/],
		['webhook.create', 'POST /webhook', {}, /no 'signingKey'.*may have been processed/],
		['webhook.create', 'POST /webhook', { signingKey: 5 }, /'signingKey' is not a text.*may have been processed/],
	] as const)('%s', async (operation, endpoint, json, problem) => {
		const { simulator, credentials } = service();
		const [method = '', path = ''] = endpoint.split(' ');
		await simulator.control.inject({ match: { method, path }, fault: { kind: 'json', json }, times: 'always' });
		const failure = await failureOf(
			run(credentials, operation, {
				user: byEmail(CANDIDATE),
				assessmentId: assessmentId(await seedAssessmentId(simulator)),
				uniqueIdentifier: 'x',
				name: 'x',
				url: 'https://example.com',
				ifAlreadyAssigned: 'assignAgain',
				ifAlreadyRegistered: 'replace',
			}),
		);
		expect(failure.message).toMatch(problem);
		expect(failure.message).toContain(endpoint);
	});

	it('unknown fields pass through', async () => {
		const { simulator, credentials } = service();
		const user = { userId: 'u', scoreReports: [{ userAssessmentId: 'a', newField: [1] }], another: { deep: true } };
		await simulator.control.inject({ fault: { kind: 'json', json: user } });
		const parameters = { user: byEmail(CANDIDATE), output: 'users', simplify: false };
		expect(await runJson(credentials, 'score.get', parameters)).toEqual([user]);
	});
});
