import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, assessmentId, byEmail, failureOf, run, runJson } from './support.ts';

const service = useSimulator();

const always = (fault: Fault) => ({ fault, times: 'always' as const });

async function firstAssessmentId() {
	const { assessments } = await service().simulator.control.state();
	return assessments[0]?.assessmentId ?? '';
}

/** Every row of the specification's "Errors", brought about by the service itself wherever it can be. */
describe('an unsuccessful status becomes an error that says what happened and what to do', () => {
	it('400: with the messages of the service, whatever shape its errors have', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ assignRequires: ['givenName'] });
		const id = await firstAssessmentId();
		for (const errorItems of ['codeMessage', 'strings', 'propertyErrorMessage'] as const) {
			for (const errorBody of ['errorsProperty', 'bareArray'] as const) {
				await simulator.control.configure({ errorItems, errorBody });
				const failure = await failureOf(
					run(credentials, 'assignment.create', { assessmentId: assessmentId(id), uniqueIdentifier: 'x' }),
				);
				expect(failure.message, `${errorItems}, ${errorBody}`).toMatch(
					/refused the request as invalid: .*given ?name/i,
				);
				expect(failure).toMatchObject({ httpCode: '400', context: { itemIndex: 0 } });
			}
		}
	});

	it.each([
		['without', {}, 'One or more values are invalid'],
		[
			'with',
			{ errors: { assignedOnOrAfter: ['It lies in the future'] } },
			'One or more values are invalid; assignedOnOrAfter: It lies in the future',
		],
	])('400 of /assignments: a problem detail %s an errors map', async (_title, more, messages) => {
		const { simulator, credentials } = service();
		const body = JSON.stringify({ title: 'One or more values are invalid', status: 400, traceId: '00-1', ...more });
		await simulator.control.inject({ fault: { kind: 'status', status: 400, body } });
		const failure = await failureOf(run(credentials, 'assignment.getAll', { assignedOnOrAfter: '2026-01-02' }));
		expect(failure.message).toBe(
			`The service refused the request as invalid: ${messages} (POST /assignments, status 400)`,
		);
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
		expect(failure.message).toMatch(/^The account may not access something that the request names/);
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
		const { credentials } = service();
		const failure = await failureOf(
			run(credentials, 'assignment.create', {
				assessmentId: assessmentId(await firstAssessmentId()),
				uniqueIdentifier: 'ADMIN-001',
			}),
		);
		expect(failure.message).toMatch(/^The service could not process the request: .*administrator/i);
		expect(failure.description).toMatch(/Administrators of the account/);
	});

	it.each([
		[405, /does not allow this method/],
		[415, /did not accept the content type/],
		[302, /redirected the request to another address/],
		[418, /a status that the API does not name/],
	])('%i', async (status, message) => {
		const { simulator, credentials } = service();
		const headers: Record<string, string> = status === 302 ? { location: 'http://127.0.0.1:9/elsewhere' } : {};
		await simulator.control.inject(always({ kind: 'status', status, headers }));
		const failure = await failureOf(run(credentials, 'group.getAll'));
		expect(failure.message).toMatch(message);
		expect(failure).toMatchObject({ httpCode: String(status) });
		expect(await simulator.control.requests()).toHaveLength(1);
	});

	it('429: not processed, so the request is repeated until its wait is used up', async () => {
		const { simulator, credentials } = service();
		const refusal: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
		await simulator.control.inject({ fault: refusal, times: 1 });
		expect(await runJson(credentials, 'group.create', { name: 'After a 429' })).toHaveLength(1);
		await simulator.control.inject(always(refusal));
		const failure = await failureOf(
			run(credentials, 'group.create', { name: 'Never', options: { maxRateLimitWait: 2 } }),
		);
		expect(failure.message).toMatch(
			/rate limit is used up until \d{4}-.*later than 'Max Rate Limit Wait \(Seconds\)' allows/,
		);
		expect((await simulator.control.state()).groups.map(({ name }) => name)).not.toContain('Never');
	});

	it.each([500, 502, 503, 504])('%i: tried 4 times where that is safe, once where it is not', async (status) => {
		const { simulator, credentials } = service();
		await simulator.control.inject(always({ kind: 'status', status, body: '<html>Bad gateway</html>' }));
		const safe = await failureOf(run(credentials, 'score.getAll'));
		expect(safe.message).toBe(`The service had a problem on its side (POST /scores, status ${status})`);
		expect(await simulator.control.requests({ endpoint: '/scores' })).toHaveLength(4);
		const unsafe = await failureOf(run(credentials, 'group.create', { name: 'Once' }));
		expect(unsafe.message).toMatch(/may have been processed all the same: check before you run this once more/);
		expect(await simulator.control.requests({ endpoint: '/groups' })).toHaveLength(1);
	});
});

describe('without an answer', () => {
	it.each([
		['cut', { kind: 'cut', after: false }],
		['truncated', { kind: 'truncate' }],
	] as const)('a connection that is %s is tried again where that is safe', async (_name, fault) => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ fault, times: 3 });
		expect(await runJson(credentials, 'group.getAll')).toHaveLength(3);
		expect(await simulator.control.requests()).toHaveLength(4);
	});

	it.each(['assignment.create', 'group.create', 'webhook.create', 'webhook.sendExample'] as const)(
		'%s is sent once, and the error says that it may have been processed',
		async (operation) => {
			const { simulator, credentials } = service();
			const parameters = {
				assessmentId: assessmentId(await firstAssessmentId()),
				uniqueIdentifier: 'in-doubt',
				name: 'In doubt',
				url: 'https://example.com/hook',
				ifAlreadyAssigned: 'assignAgain',
				ifAlreadyRegistered: 'replace',
			};
			await simulator.control.registerWebhook({ url: `${simulator.baseHost}/receiver` });
			await simulator.control.inject({ ...always({ kind: 'cut', after: true }), match: { method: 'POST' } });
			const failure = await failureOf(run(credentials, operation, parameters));
			expect(failure.message).toMatch(/may have been processed all the same: check before you run this once more/);
			const sent = (await simulator.control.requests()).filter(({ method }) => method === 'POST');
			expect(sent).toHaveLength(1);
		},
	);

	it('a hanging service is given up after the time-out', async () => {
		const { simulator, credentials } = service();
		await simulator.control.inject(always({ kind: 'hang', after: false }));
		const failure = await failureOf(run(credentials, 'group.create', { name: 'Slow', options: { timeout: 1 } }));
		expect(failure.message).toMatch(/did not answer in time \(POST \/groups\)/);
		expect(failure.description).toMatch(/raise the option 'Timeout \(Seconds\)'/);
	});

	it('a request that is cancelled on its way is not told as timed out', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject(always({ kind: 'hang' }));
		const cancel = new AbortController();
		const creating = execute(actionNode(credentials, 'group.create', { name: 'Gone' }), undefined, cancel.signal);
		const failed = failureOf(creating);
		await expect.poll(async () => (await requests()).length).toBe(1);
		cancel.abort();
		expect((await failed).message).toMatch(/^The execution was cancelled/);
	});

	it('nobody listens', async () => {
		const { credentials } = service();
		const failure = await failureOf(
			run({ ...credentials, baseHost: 'http://127.0.0.1:9' }, 'group.create', { name: 'Nobody' }),
		);
		expect(failure.message).toBe('Nothing answers at this address (POST /groups, ECONNREFUSED)');
		expect(failure.description).toMatch(/'Service Address'/);
	});
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
		await failureOf(run(credentials, 'group.getAll'));
		const requests = await simulator.control.requests();
		expect(requests.map(({ authorization, keyElsewhere }) => [authorization, keyElsewhere])).toEqual([
			['active key', false],
			['active key', false],
		]);
	});
});
