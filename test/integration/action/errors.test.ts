import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { assessmentId, byEmail, failureOf, run, seedAssessmentId } from './support.ts';

const service = useSimulator();

/** The specification's "Errors" by the service itself; test/unit/api/failure.test.ts has every row. */
describe('an unsuccessful status becomes an error that says what happened and what to do', () => {
	it('400: with the messages of the service, whatever shape its errors have', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ assignRequires: ['givenName'] });
		const invitation = { assessmentId: assessmentId(await seedAssessmentId(simulator)), uniqueIdentifier: 'x' };
		for (const errorItems of ['codeMessage', 'strings', 'propertyErrorMessage'] as const) {
			for (const errorBody of ['errorsProperty', 'bareArray'] as const) {
				await simulator.control.configure({ errorItems, errorBody });
				const failure = await failureOf(run(credentials, 'assignment.create', invitation));
				const said = /refused the request as invalid: .*given ?name/i;
				expect(failure.message, `${errorItems}, ${errorBody}`).toMatch(said);
				expect(failure).toMatchObject({ httpCode: '400', context: { itemIndex: 0 } });
			}
		}
	});

	it.each(['empty', 'errors', 'text', 'html'] as const)('401: a revoked key (body: %s)', async (unauthorizedBody) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ unauthorizedBody });
		await simulator.control.revokeKey({ apiKey: credentials.apiKey });
		const failure = await failureOf(run(credentials, 'group.getAll'));
		expect(failure.message).toMatch(/^The service did not accept the API key/);
		expect(failure.description).toMatch(
			/Put a valid 'API Key' into the credentials\. The administrative dashboard .* Settings, API Keys/,
		);
		expect(failure).toMatchObject({ httpCode: '401' });
		expect(await simulator.control.requests()).toHaveLength(1);
	});

	it('403: resources of another account', async () => {
		const { simulator, credentials } = service();
		const { otherAccount } = await simulator.control.state();
		const failure = await failureOf(
			run(credentials, 'score.getAll', { filters: { groupIds: [otherAccount.groupId] } }),
		);
		expect(failure.message).toMatch(/^The service refused access/);
		expect(failure.description).toMatch(/Check the IDs/);
	});

	it('404: an address or version that the service does not know', async () => {
		const { credentials } = service();
		const failure = await failureOf(run({ ...credentials, apiVersion: '2031q4' }, 'group.getAll'));
		expect(failure.message).toMatch(/^The service knows no such address/);
		expect(failure.description).toMatch(/'Service Address' and 'API Version'/);
	});

	it('404 of a file: the link leads to nothing', async () => {
		const { credentials } = service();
		const failure = await failureOf(run(credentials, 'file.downloadAudio', { link: '2020q3/response-audio/none' }));
		expect(failure.message).toMatch(/^The service has no file at this link/);
	});

	it('409: an administrator can not be assigned', async () => {
		const { simulator, credentials } = service();
		const id = assessmentId(await seedAssessmentId(simulator));
		const administrator = { assessmentId: id, uniqueIdentifier: 'ADMIN-001' };
		const failure = await failureOf(run(credentials, 'assignment.create', administrator));
		expect(failure.message).toMatch(/^The service could not process the request: .*administrator/i);
		expect(failure.description).toMatch(/Administrators of the account/);
	});

	it('429: not processed, so the request is repeated until its wait is used up', async () => {
		const { simulator, credentials } = service();
		const refusal = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const;
		await simulator.control.inject({ fault: refusal, times: 'always' });
		const failure = await failureOf(
			run(credentials, 'group.create', { name: 'Never', options: { maxRateLimitWait: 2 } }),
		);
		expect(failure.message).toMatch(/rate limit is used up until \d{4}-\S+Z$/);
		expect(failure.description).toMatch(/or raise the option 'Max Rate Limit Wait \(Seconds\)' \(POST \/groups\)$/);
		expect((await simulator.control.requests()).length).toBeGreaterThan(1);
	});

	it.each([500, 502, 503, 504])('%i: tried 4 times where that is safe, once where it is not', async (status) => {
		const { simulator, credentials } = service();
		await simulator.control.inject({
			fault: { kind: 'status', status, body: '<html>Bad gateway</html>' },
			times: 'always',
		});
		const safe = await failureOf(run(credentials, 'score.getAll'));
		expect(safe.message).toBe('The service could not answer because of an error on its side');
		expect(safe.description).toBe(`Try again later (POST /scores, status ${status})`);
		expect(await simulator.control.requests({ endpoint: '/scores' })).toHaveLength(4);
		const unsafe = await failureOf(run(credentials, 'group.create', { name: 'Once' }));
		expect(unsafe.message).toMatch(/may have been processed all the same: check before you run this once more/);
		expect(await simulator.control.requests({ endpoint: '/groups' })).toHaveLength(1);
	});
});

it('nobody listens', async () => {
	const away = { ...service().credentials, baseHost: 'http://127.0.0.1:9' };
	const failure = await failureOf(run(away, 'group.create', { name: 'Nobody' }));
	expect(failure.message).toBe('Nothing answers at this address');
	expect(failure.description).toMatch(/'Service Address'/);
});

describe('unknown users', () => {
	it.each(['score.get', 'signInLink.create', 'file.downloadAll'] as const)(
		'%s names the user and the parameter',
		async (operation) => {
			const { credentials } = service();
			const failure = await failureOf(
				run(credentials, operation, { user: byEmail('nobody@example.com'), userAssessmentId: 'x' }),
			);
			expect(failure.message).toBe('The account has no such user (email address nobody@example.com)');
			expect(failure.description).toContain("Check the parameter 'User'");
		},
	);
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
		expect(requests.map(({ authorization, keyElsewhere }) => [authorization, keyElsewhere])).toEqual([
			['active key', false],
			['active key', false],
		]);
	});
});
