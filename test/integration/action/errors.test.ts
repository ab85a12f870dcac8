import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { assessmentId, byEmail, CANDIDATE, failureOf, run, runJson, seedAssessmentId } from './support.ts';

const service = useSimulator();

/** Specification: Errors, by the service itself; test/unit/api/failure.test.ts has the other rows. */
describe('an unsuccessful status becomes an error that says what happened and what to do', () => {
	it('400: with the messages of the service', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ assignRequires: ['givenName'] });
		const invitation = { assessmentId: assessmentId(await seedAssessmentId(simulator)), uniqueIdentifier: 'x' };
		const failure = await failureOf(run(credentials, 'assignment.create', invitation));
		expect(failure.message).toMatch(/refused the request as invalid \(POST \/assign, status 400\): .*given ?name/i);
		expect(failure).toMatchObject({ httpCode: '400', context: { itemIndex: 0 } });
	});

	it.each(['empty', 'html'] as const)('401: a revoked key (body: %s)', async (unauthorizedBody) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ unauthorizedBody });
		await simulator.control.revokeKey({ apiKey: credentials.apiKey });
		const failure = await failureOf(run(credentials, 'group.getAll'));
		expect(failure.message).toMatch(/^The service did not accept the API key/);
		expect(failure.description).toMatch(
			/Enter a valid 'API Key' in the credentials\. To create one, .* Settings, API Keys/,
		);
		expect(failure).toMatchObject({ httpCode: '401' });
		expect(await simulator.control.requests()).toHaveLength(1);
	});
});

describe('the API key', () => {
	it('appears in no error, even when the service repeats it', async () => {
		const { simulator, credentials } = service();
		const body = JSON.stringify({ errors: [`Key ${credentials.apiKey} is not valid`] });
		for (const status of [400, 401, 403, 409, 418, 500]) {
			await simulator.control.inject({ fault: { kind: 'status', status, body } });
			const failure = await failureOf(run(credentials, 'group.create', { name: 'x' }));
			const everything = [failure, failure.cause, failure.context, failure.messages].map((part) =>
				JSON.stringify(part, Object.getOwnPropertyNames(Object(part))),
			);
			expect(failure.message).toMatch(/Key \*\*\* is not valid/);
			expect(`${everything.join()} ${failure.stack}`).not.toContain(credentials.apiKey);
		}
	});

	it('goes to no other address', async () => {
		const { simulator, credentials } = service();
		await run(credentials, 'group.getAll');
		await simulator.control.inject({
			fault: { kind: 'status', status: 307, headers: { location: `http://localhost:${simulator.port}/2020q3/groups` } },
		});
		const failure = await failureOf(run(credentials, 'group.getAll'));
		expect(failure.message).toMatch(/redirected the request to another address/);
		const requests = await simulator.control.requests();
		expect(requests).toHaveLength(2);
		for (const { headers, ...rest } of requests) {
			const { authorization, ...otherHeaders } = headers;
			expect(authorization).toBe(`Bearer ${credentials.apiKey}`);
			expect(JSON.stringify([rest, otherHeaders])).not.toContain(credentials.apiKey);
		}
	});
});

it('outputs hold secrets only of the operations that are there to give them, so that an AI agent learns no others', async () => {
	const { credentials, simulator } = service();
	const { scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
	const [report] = scoreReports;
	const user = byEmail(CANDIDATE);
	const registered = JSON.stringify(await run(credentials, 'webhook.create', { url: 'http://127.0.0.1:9/' }));
	const signingKey = (await simulator.control.webhook())?.signingKey ?? '';
	expect(registered).toContain(signingKey);
	for (const [operation, parameters] of [
		['assessment.getAll', {}],
		['assignment.getAll', { assignedOnOrAfter: '2020-01-01' }],
		['file.downloadCertificate', { link: report?.certificateUrl ?? '' }],
		['file.downloadAll', { user, userAssessmentId: report?.userAssessmentId ?? '' }],
		['group.create', { name: 'New' }],
		['group.getAll', {}],
		['score.get', { user }],
		['score.getAll', { returnAll: true }],
		['webhook.get', {}],
		['webhook.sendExample', {}],
		['webhook.delete', {}],
	] as const) {
		const output = JSON.stringify(await runJson(credentials, operation, parameters));
		expect(output, operation).toMatch(/\w/);
		for (const secret of [credentials.apiKey, signingKey, 'sign-in']) expect(output, operation).not.toContain(secret);
	}
});
