import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { assessmentId, byEmail, CANDIDATE, failureOf, run, runJson, seedAssessmentId } from './support.ts';

const service = useSimulator();

describe('an answer that is not what the specification says', () => {
	it.each([
		['assessment.getAll', 'GET /assessments', {}, /no array 'assessments'$/],
		['group.getAll', 'GET /groups', { groups: [{}] }, /in 'groups', entry 1: it has no '\w+'$/],
		['score.getAll', 'POST /scores', '<html>', /it is a web page \(HTML\) and not JSON$/],
		['assignment.getAll', 'POST /assignments', { assignments: {} }, /no array 'assignments'$/],
		['score.get', 'POST /score', { userId: 'u' }, /no array 'scoreReports'/],
		['signInLink.create', 'POST /create-sign-in-token', { expiresAt: 'x' }, /no 'signInUrl'/],
		['group.create', 'POST /groups', { name: 'x' }, /no 'groupId'.*may still have gone through/],
		['assignment.create', 'POST /assign', { userId: 'u' }, /no 'userAssessmentId'.*may still have gone through/],
		['webhook.get', 'GET /webhook', { createdAt: 'x' }, /no 'url'/],
		['webhook.create', 'POST /webhook', {}, /no 'signingKey'.*may still have gone through/],
		[
			'webhook.create',
			'POST /webhook',
			{ signingKey: 5 },
			/'signingKey' is not of the kind.*may still have gone through/,
		],
	] as const)('%s says what is missing, and names the endpoint', async (operation, endpoint, json, problem) => {
		const { simulator, credentials } = service();
		const [method = '', path = ''] = endpoint.split(' ');
		await simulator.control.inject({ match: { method, path }, fault: { kind: 'json', json }, times: 'always' });
		const failure = await failureOf(
			run(credentials, operation, {
				user: byEmail(CANDIDATE),
				assessmentId: assessmentId(await seedAssessmentId(simulator)),
				assignedOnOrAfter: '2026-01-01',
				uniqueIdentifier: 'x',
				name: 'x',
				url: 'https://example.com',
				ifAlreadyAssigned: 'assignAgain',
				ifAlreadyRegistered: 'replace',
			}),
		);
		expect(failure.message).toMatch(problem);
		expect(failure.message).toContain(`The answer is not what the API specifies (${endpoint}): `);
	});

	it('unknown fields pass through', async () => {
		const { simulator, credentials } = service();
		const user = { userId: 'u', scoreReports: [{ userAssessmentId: 'a', newField: [1] }], another: { deep: true } };
		await simulator.control.inject({ fault: { kind: 'json', json: user } });
		const parameters = { user: byEmail(CANDIDATE), output: 'users', simplify: false };
		expect(await runJson(credentials, 'score.get', parameters)).toEqual([user]);
	});
});
