import { NodeApiError } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';

import type { Outside } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { ActiveWorkflow, DAY, fetchTestEvent, ids, useAccount, useTimeTravel } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();
const elsewhere = useAccount();
const time = useTimeTravel();

const OTHER_ENTRY = { credentials: { enterpriseAssessmentApi: { id: '2', name: 'Others' } } };

describe('a poll that fails', () => {
	test.each([
		['the service has a problem', { kind: 'status', status: 503 }, 'always'],
		['the answer is something else', { kind: 'json', json: { users: [] } }, 1],
		['a report in it has no ID', { kind: 'json', json: { userScores: [{ userId: 'x', scoreReports: [{}] }] } }, 1],
	] as const)('leaves everything as it was: %s', async (_, fault, times) => {
		const polling = await polled();
		expect(polling.hasChanges()).toBe(true);
		const userAssessmentId = await newScore();
		const before = polling.staticData();
		await control().inject({ match: { path: '/scores' }, fault, times });
		await expect(polling.poll()).rejects.toThrow(NodeApiError);
		expect(polling.staticData()).toEqual(before);
		await control().clearFaults();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		expect(await polling.poll()).toEqual([]);
	});
});

test('a report in review whose far look fails does not keep later polls from returning new scores', async () => {
	await control().configure({ completedFilterIncludesUnscored: true, pendingHasCompleted: true });
	await (await candidate()).finish();
	const polling = await polled();
	time.pass(20 * DAY);
	await polling.poll();
	const tooLarge = new Error('too large to be read in time');
	const outside: Outside = {
		now: Date.now,
		async readReports(caller, request, keep) {
			if (request.from < Date.now() - 8 * DAY) throw tooLarge;
			return await readReports(caller, request, keep);
		},
	};
	for (let quarter = 0; quarter < 2; quarter++) {
		time.pass(DAY / 4);
		const userAssessmentId = await newScore();
		await expect(polling.poll(outside)).rejects.toBe(tooLarge);
		expect(ids(await polling.poll(outside))).toEqual([userAssessmentId]);
		expect(await polling.poll(outside)).toEqual([]);
	}
});

describe('what n8n keeps', () => {
	test.each([
		['older than Lookback Days begins anew', 8, []],
		['not so old goes on with what was completed since then', 6, ['since']],
	])('with the credentials of another account, a trigger whose last poll is %s', async (_, days, given) => {
		const before = await polled();
		const [known, since] = [await elsewhere.candidate(), await elsewhere.candidate()];
		await known.finish(DAY);
		await known.score();
		time.pass(days * DAY);
		await since.finish(DAY);
		await since.score();
		const moved = before.again({ credentials: elsewhere.credentials(), settings: OTHER_ENTRY });
		expect(ids(await moved.poll())).toEqual(given.map(() => since.userAssessmentId));
	});

	test.each([
		['in an entry of its own loses nothing of what was completed since the last poll', OTHER_ENTRY, 0],
		['in the same entry changes nothing', {}, 2 * DAY],
	])('a new key %s', async (_, settings, ago) => {
		const before = await polled();
		const { userAssessmentId, finish, score } = await candidate();
		await finish(ago);
		await score();
		const { apiKey } = await control().generateKey();
		const renewed = before.again({ credentials: { ...credentials(), apiKey }, settings });
		expect(ids(await renewed.poll())).toEqual([userAssessmentId]);
	});

	test('a trigger whose clock was set back goes on with the scores that appear from then on', async () => {
		const polling = await polled();
		time.pass(-365 * DAY);
		await newScore();
		expect(await polling.poll()).toEqual([]);
		const { userAssessmentId, finish, score } = await candidate();
		await finish();
		await score();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		expect(await polling.poll()).toEqual([]);
	});

	test('a poll that begins while one is under way leaves it alone', async () => {
		const polling = await polled();
		const userAssessmentId = await newScore();
		await control().inject({ fault: { kind: 'latency', minMs: 50, maxMs: 50 } });
		const [first, second] = await Promise.all([polling.poll(), polling.poll()]);
		expect(ids([...first, ...second])).toEqual([userAssessmentId]);
		expect(await requests()).toHaveLength(2);
		expect(await polling.poll()).toEqual([]);
		expect(await requests()).toHaveLength(3);
	});

	test('what the filters excluded is not new after publishing with wider ones, although n8n kept nothing of it', async () => {
		const narrow = await polled({ filters: { assessmentTypes: ['TenPoint'] } });
		const staticData = narrow.staticData();
		await newScore();
		expect(await narrow.poll()).toEqual([]);
		const wide = narrow.again({ staticData, parameters: { simplify: true } });
		expect(await wide.poll()).toEqual([]);
		const later = await newScore();
		expect(ids(await wide.poll())).toEqual([later]);
	});

	test('of a newer version starts over, and the log says so', async () => {
		const staticData = { cursor: { version: 99 } };
		await newScore();
		const polling = new ActiveWorkflow({ credentials: credentials(), parameters: { simplify: true }, staticData });
		const warn = vi.spyOn(polling.logger, 'warn').mockReturnValue();
		expect(await polling.poll()).toEqual([]);
		expect(warn.mock.calls).toEqual([
			[expect.stringMatching(/^Could not read the saved state of '.+', so it starts over\. .+ Score: Get Many/)],
		]);
		const userAssessmentId = await newScore();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	});
});

describe("the poll at n8n's start", () => {
	test.each([
		['init', '503', { kind: 'status', status: 503 }],
		['init', '401', { kind: 'status', status: 401 }],
		['init', 'a broken connection', { kind: 'cut' }],
		['leadershipChange', '503', { kind: 'status', status: 503 }],
	] as const)('(%s) is no failure when the service gives %s; those after it are', async (mode, _, fault) => {
		const before = await polled();
		const userAssessmentId = await newScore();
		await control().inject({ match: { path: '/scores' }, fault, times: 'always' });
		const started = before.again({ activation: mode, workflowId: 'in another process' });
		const warn = vi.spyOn(started.logger, 'warn').mockReturnValue();
		expect(await started.poll()).toEqual([]);
		expect(await requests()).toHaveLength(2);
		expect(warn).toHaveBeenCalledTimes(1);
		expect(warn.mock.calls[0]?.[0]).toMatch(
			/after n8n's start failed\. n8n will check again as scheduled\. The (service|connection)/,
		);
		expect(warn.mock.calls[0]?.[0]).not.toContain(credentials().apiKey);
		expect(started.staticData()).toEqual(before.staticData());
		await expect(started.poll()).rejects.toThrow(NodeApiError);
		await control().clearFaults();
		expect(ids(await started.poll())).toEqual([userAssessmentId]);
		expect(await started.poll()).toEqual([]);
	});
});

describe('the poll of a publication', () => {
	test.each([
		[
			'the service has a problem',
			{ kind: 'status', status: 503 },
			/error on its side \(POST \/scores, status 503\)\. Try again later\.$/,
		],
		['the key is not accepted', { kind: 'status', status: 401 }, /Enter a valid 'API Key' in the credentials\./],
	] as const)(
		'sends one request, and says what to do in the message, as n8n shows no more: %s',
		async (_, fault, says) => {
			await control().inject({ match: { path: '/scores' }, fault, times: 'always' });
			const failure: unknown = await polled().catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(NodeApiError);
			expect(failure).toMatchObject({ message: expect.stringMatching(says), description: undefined });
			expect(await requests()).toHaveLength(1);
		},
	);

	test('is not repeated at once where the service was silent: n8n would give up with words of its own', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const shortened = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			time.pass(ms);
			return timeout(Math.ceil(ms / 100));
		});
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'hang' } });
		const publishing = workflow();
		const failure: unknown = await publishing.poll().catch((error: unknown) => error);
		expect(String(failure)).toMatch(
			/in time \(POST \/scores\)\. .+ If the account is large, lower the option 'Lookback Days'\.$/,
		);
		shortened.mockRestore();
		for (const pause of [0, 1_000, 2_000, 4_000, 8_000]) {
			time.pass(pause);
			expect(
				await publishing
					.again()
					.poll()
					.catch((error: unknown) => error),
			).toBe(failure);
		}
		expect(await requests()).toHaveLength(1);
		time.pass(1_000);
		expect(await publishing.again().poll()).toEqual([]);
	});

	test('leaves the description to the editor, which shows it', async () => {
		await control().inject({ match: { path: '/scores' }, fault: { kind: 'status', status: 401 } });
		await expect(fetchTestEvent(credentials())).rejects.toMatchObject({
			message: expect.stringMatching(/^The service did not accept the API key \(POST \/scores, status 401\)$/),
			description: expect.stringContaining("Enter a valid 'API Key'"),
		});
	});
});
