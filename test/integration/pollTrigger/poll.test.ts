import { describe, expect, test, vi } from 'vitest';

import { eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';
import { ActiveWorkflow, DAY, ids, MINUTE, useAccount, useTimeTravel } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();
const time = useTimeTravel();

describe('a new score', () => {
	test('is emitted once, as the webhook trigger would, and nothing that was scored before', async () => {
		const whole = workflow({ simplify: false });
		expect(await whole.poll()).toEqual([]);

		const { userId, userAssessmentId, score } = await candidate();
		await score(640);
		const [item, ...others] = await whole.poll();
		const user = await control().user({ userId });
		const [report] = user.scoreReports;
		expect(others).toEqual([]);
		expect(item).toEqual({
			event: 'user-assessment-scored',
			data: expect.objectContaining({ userId, email: user.email, scoreReports: [report] }) as object,
			eventId: eventIdOfReport({ userAssessmentId, ...report }),
		});
		expect(report).toMatchObject({ userAssessmentId, score: 640, status: 'Completed' });
		expect(await whole.poll()).toEqual([]);
	});
});

test('a poll says at debug how much it read and found, and no names', async () => {
	const polling = await polled();
	const userAssessmentId = await newScore();
	expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	expect(polling.debugLines.at(-1)).toMatch(/^Read \d+ score reports since 2\d+-\S+Z, new scores: 1$/);
	expect(polling.debugLines.join()).not.toContain(userAssessmentId);
});

describe('the request', () => {
	test('is one a poll, for what was completed in the window, in the selected groups', async () => {
		const { groups } = await control().state();
		const groupIds = groups.slice(0, 2).map(({ groupId }) => groupId);
		const before = Date.now();
		const polling = await polled({ filters: { groupIds }, options: { lookbackDays: 3 } });
		await polling.poll();
		const sent = await requests();
		expect(sent.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(['POST /scores', 'POST /scores']);
		const [first, second] = sent.map(({ body }) => body as { completedOnOrAfter: string; groupIds: string[] });
		expect(Object.keys(first ?? {}).sort()).toEqual(['completedOnOrAfter', 'groupIds']);
		expect(first?.groupIds).toEqual(groupIds);
		const from = Date.parse(first?.completedOnOrAfter ?? '') + 3 * DAY + 10 * MINUTE;
		expect(from).toBeGreaterThanOrEqual(before);
		expect(Date.parse(second?.completedOnOrAfter ?? '') + 3 * DAY + 10 * MINUTE).toBeLessThanOrEqual(Date.now());
	});

	test.each([
		['assessmentTypes', ['TenPoint']],
		['assessmentNames', 'English Speaking'],
	])('%s are filtered here: %j', async (name, values) => {
		const polling = await polled({ filters: { [name]: values } });
		const [speaking, placement] = [await candidate(0), await candidate(4)];
		await Promise.all([speaking.score(7), placement.score(700)]);
		expect(ids(await polling.poll())).toEqual([speaking.userAssessmentId]);
		const widened = polling.again({ parameters: { simplify: true } });
		expect(await widened.poll()).toEqual([]);
	});

	test.each([
		['none of them exists', ['English Placment', ''], 'error'],
		['one of them exists', ['A Former Name', 'english speaking '], 'log'],
	])('names in the filter that no assessment has are told where %s', async (_, assessmentNames, how) => {
		const publishing = workflow({ filters: { assessmentNames } });
		const warn = vi.spyOn(publishing.logger, 'warn').mockReturnValue();
		const failure: unknown = await publishing.poll().catch((error: unknown) => error);
		const told = how === 'error' ? String(failure) : JSON.stringify(warn.mock.calls);
		expect(told).toMatch(
			/No assessment is called '(English Placment|A Former Name)'\. Your account has '.+, 'English Writing', '/,
		);
		expect(await requests()).toHaveLength(how === 'error' ? 1 : 2);
	});

	test('an ID in the filter on assessments is refused', async () => {
		const [speaking] = (await control().state()).assessments;
		const assessmentNames = ['English Speaking', speaking?.assessmentId];
		await expect(polled({ filters: { assessmentNames } })).rejects.toThrow(
			`The filter 'Assessment Names or IDs' has the ID ${speaking?.assessmentId}, and score reports carry no IDs of assessments. Choose the assessment from the list`,
		);
		expect(await requests()).toEqual([]);
	});

	test('is not sent when the options can not be right', async () => {
		for (const lookbackDays of [0, -1, 3_651, 'a week', Number.NaN]) {
			await expect(polled({ options: { lookbackDays } })).rejects.toThrow(/'Lookback Days' must be/);
		}
		for (const [filter, label] of [
			['groupIds', 'Group Names or IDs'],
			['assessmentNames', 'Assessment Names or IDs'],
			['assessmentTypes', 'Assessment Types'],
		] as const) {
			for (const value of [5, [{ id: 'a' }], '={{ undefined }}', '={{ null }}', '={{ ({}) }}']) {
				await expect(polled({ filters: { [filter]: value } })).rejects.toThrow(`filter '${label}'`);
			}
		}
		await expect(polled({ filters: { assessmentTypes: "={{ ['TenPoint', 'Speaking'] }}" } })).rejects.toThrow(
			"'Speaking' is not a valid option for 'Assessment Types'. Choose from the list, or make the expression return one of: TenPoint, ThousandPoint",
		);
		expect(await requests()).toEqual([]);
	});
});

describe.each([true, false])('a late score, when filters on completion let unscored reports through: %s', (lets) => {
	test('comes after the window: is found if it was seen waiting', async () => {
		const { pendingHasCompleted } = await control().configure({ completedFilterIncludesUnscored: lets });
		// A filter on completion lets nothing through that has no time of completion.
		const wasSeen = lets && pendingHasCompleted;
		const polling = workflow();
		const { userAssessmentId, finish, score } = await candidate();
		await finish();
		await polling.poll();
		time.pass(20 * DAY);
		await polling.poll();
		await score();
		time.pass(DAY / 4);
		const emitted = ids(await polling.poll());
		expect(emitted).toEqual(wasSeen ? [userAssessmentId] : []);
	});
});

test.each(['ignored', 'applied', 'rejected'] as const)(
	'a deprecated version whose filters on completion are %s',
	async (how) => {
		await control().configure({ deprecatedCompletedFilters: how });
		const polling = new ActiveWorkflow({
			credentials: { ...credentials(), apiVersion: 'beta' },
			parameters: { simplify: true },
		});
		expect(await polling.poll()).toEqual([]);
		const { userAssessmentId, finish, score } = await candidate();
		await finish(2 * DAY);
		await score();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		expect(await polling.poll()).toEqual([]);
	},
);
