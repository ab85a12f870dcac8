import { describe, expect, test } from 'vitest';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { eventIdOfReport } from '../../../nodes/shared/eventId.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { ActiveWorkflow, candidate, DAY, ids, MINUTE, useTimeTravel } from './activeWorkflow.ts';

const service = useSimulator();
const time = useTimeTravel();

/** With `simplify`, where the report is at the top level. */
function simplified(parameters: object = {}): ActiveWorkflow {
	return new ActiveWorkflow(service().credentials, { simplify: true, ...parameters });
}

describe('a new score', () => {
	test('is emitted once, as the webhook trigger would, and nothing that was scored before', async () => {
		const { simulator, credentials } = service();
		const workflow = new ActiveWorkflow(credentials, { simplify: false });
		expect(await workflow.poll()).toEqual([]);

		const { userId, userAssessmentId, score } = await candidate(simulator);
		await score(640);
		const [item, ...others] = await workflow.poll();
		const user = await simulator.control.user({ userId });
		const [report] = user.scoreReports;
		expect(others).toEqual([]);
		expect(item).toEqual({
			event: 'user-assessment-scored',
			data: expect.objectContaining({ userId, email: user.email, scoreReports: [report] }) as object,
			eventId: eventIdOfReport({ userAssessmentId, ...report }),
		});
		expect(report).toMatchObject({ userAssessmentId, score: 640, status: 'Completed' });
		expect(await workflow.poll()).toEqual([]);
	});

	test('is flat when simplified', async () => {
		const workflow = simplified();
		await workflow.poll();
		const { userId, userAssessmentId, score } = await candidate(service().simulator);
		await score(640);
		const [item] = await workflow.poll();
		expect(Object.keys(item ?? {})).toEqual(
			['givenName', 'surname', 'email', 'assessmentName', 'score', 'cefrSpeakingLevel', 'placement', 'status']
				.concat(['completed', 'certificateUrl', 'uniqueIdentifier', 'userId', 'userAssessmentId'])
				.concat(['event', 'eventId']),
		);
		expect(item).toMatchObject({ userId, userAssessmentId, score: 640, event: 'user-assessment-scored' });
	});

	test('several of one user are several items', async () => {
		const { simulator } = service();
		const workflow = simplified();
		await workflow.poll();
		const { userId, userAssessmentId, score } = await candidate(simulator);
		const { assessments } = await simulator.control.state();
		const second = await simulator.control.assign({ userId, assessmentId: assessments[0]?.assessmentId ?? '' });
		await score();
		await simulator.control.score({ userAssessmentId: second.userAssessmentId, at: Date.now() + MINUTE });
		expect(ids(await workflow.poll())).toEqual([userAssessmentId, second.userAssessmentId]);
	});

	test('is emitted again when it changes, with another event ID, if that is wanted', async () => {
		const [once, again] = [simplified(), simplified({ options: { emitRescored: true } })];
		await Promise.all([once.poll(), again.poll()]);
		const { userAssessmentId, score } = await candidate(service().simulator);
		await score(500);
		const [[first], [second]] = await Promise.all([once.poll(), again.poll()]);
		expect(first).toEqual(second);
		await score(510);
		const [unwanted, [rescored]] = await Promise.all([once.poll(), again.poll()]);
		expect(unwanted).toEqual([]);
		expect(rescored).toMatchObject({ userAssessmentId, score: 510 });
		expect(rescored?.eventId).not.toBe(first?.eventId);
		expect(await again.poll()).toEqual([]);
	});
});

describe('the request', () => {
	test('is one a poll, for what was completed in the window, in the selected groups', async () => {
		const { simulator } = service();
		const { groups } = await simulator.control.state();
		const groupIds = groups.slice(0, 2).map(({ groupId }) => groupId);
		const workflow = simplified({ filters: { groupIds }, options: { lookbackDays: 3 } });
		const before = Date.now();
		await workflow.poll();
		await workflow.poll();
		const sent = await service().requests();
		expect(sent.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(['POST /scores', 'POST /scores']);
		const [first, second] = sent.map(({ body }) => body as { completedOnOrAfter: string; groupIds: string[] });
		expect(Object.keys(first ?? {}).sort()).toEqual(['completedOnOrAfter', 'groupIds']);
		expect(first?.groupIds).toEqual(groupIds);
		const from = Date.parse(first?.completedOnOrAfter ?? '') + 3 * DAY + 10 * MINUTE;
		expect(from).toBeGreaterThanOrEqual(before);
		expect(from).toBeLessThanOrEqual(Date.now());
		expect(Date.parse(second?.completedOnOrAfter ?? '')).toBeGreaterThanOrEqual(
			Date.parse(first?.completedOnOrAfter ?? ''),
		);
	});

	test('finds only the scores of the selected groups', async () => {
		const { simulator } = service();
		const { groupId } = await simulator.control.addGroup({ name: 'Spring intake' });
		const workflow = simplified({ filters: { groupIds: [groupId] } });
		await workflow.poll();
		const [inside, outside] = [await candidate(simulator, 4, [groupId]), await candidate(simulator)];
		await Promise.all([inside.score(), outside.score()]);
		expect(ids(await workflow.poll())).toEqual([inside.userAssessmentId]);
	});

	test.each([
		['assessmentTypes', ['TenPoint']],
		['assessmentNames', ['English Speaking']],
		['assessmentNames', 'English Speaking'],
	])('%s are filtered here: %j', async (name, values) => {
		const { simulator } = service();
		const workflow = simplified({ filters: { [name]: values } });
		await workflow.poll();
		expect(await service().requests()).toHaveLength(1);
		const [speaking, placement] = [await candidate(simulator, 0), await candidate(simulator, 4)];
		await Promise.all([speaking.score(7), placement.score(700)]);
		expect(ids(await workflow.poll())).toEqual([speaking.userAssessmentId]);
		const widened = workflow.restart({ simplify: true });
		expect(await widened.poll()).toEqual([]);
	});

	test('an ID in the filter on assessments stands for its name, whatever that is at each poll', async () => {
		const { simulator } = service();
		const { assessments } = await simulator.control.state();
		const [speaking] = assessments;
		const assessmentNames = [speaking?.assessmentId.toUpperCase(), 'No Such Name'];
		const workflow = simplified({ filters: { assessmentNames } });
		await workflow.poll();
		const [wanted, other] = [await candidate(simulator, 0), await candidate(simulator, 4)];
		await Promise.all([wanted.score(7), other.score(700)]);
		expect(ids(await workflow.poll())).toEqual([wanted.userAssessmentId]);
	});

	test('an ID that can not be looked up is an error that names the filter, and nothing is passed over', async () => {
		const { simulator } = service();
		const { assessments } = await simulator.control.state();
		const known = simplified({ filters: { assessmentNames: [assessments[0]?.assessmentId] } });
		await known.poll();
		const { userAssessmentId, score } = await candidate(simulator, 0);
		await score(7);
		await simulator.control.inject({ match: { path: '/assessments' }, fault: { kind: 'status', status: 403 } });
		await expect(known.poll()).rejects.toThrow("The IDs in 'Assessment Names or IDs' could not be looked up.");
		expect(ids(await known.poll())).toEqual([userAssessmentId]);
		const unknown = simplified({ filters: { assessmentNames: [userAssessmentId] } });
		await expect(unknown.poll()).rejects.toThrow(
			`The account has no assessment with the ID ${userAssessmentId} ('Assessment Names or IDs')`,
		);
	});

	test('looks back as far as by default where an expression gives nothing', async () => {
		await simplified({ options: { lookbackDays: '={{ "" }}' } }).poll();
		const [{ body } = { body: undefined }] = await service().requests();
		const { completedOnOrAfter } = body as { completedOnOrAfter: string };
		expect(Math.round((Date.now() - Date.parse(completedOnOrAfter)) / DAY)).toBe(7);
	});

	test('is not sent when the options can not be right', async () => {
		for (const lookbackDays of [0, -1, 3_651, 'a week', Number.NaN]) {
			await expect(simplified({ options: { lookbackDays } }).poll()).rejects.toThrow(/'Lookback Days' must be/);
		}
		for (const [filter, label] of [
			['groupIds', 'Group Names or IDs'],
			['assessmentNames', 'Assessment Names or IDs'],
			['assessmentTypes', 'Assessment Types'],
		] as const) {
			await expect(simplified({ filters: { [filter]: [{ id: 'a' }] } }).poll()).rejects.toThrow(
				`The filter '${label}' is not a list of texts`,
			);
		}
		expect(await service().requests()).toEqual([]);
	});
});

describe.each([true, false])('a late score, when filters on completion let unscored reports through: %s', (lets) => {
	test('comes days after the completion', async () => {
		const { simulator } = service();
		await simulator.control.configure({ completedFilterIncludesUnscored: lets });
		const workflow = simplified();
		const { userAssessmentId, finish, score } = await candidate(simulator);
		await finish();
		expect(await workflow.poll()).toEqual([]);
		time.pass(6 * DAY);
		expect(await workflow.poll()).toEqual([]);
		await score();
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
		expect(await workflow.poll()).toEqual([]);
	});

	test('comes after the window: is found if it was seen waiting', async () => {
		const { simulator } = service();
		const { pendingHasCompleted } = await simulator.control.configure({ completedFilterIncludesUnscored: lets });
		// A filter on completion lets nothing through that has no time of completion.
		const wasSeen = lets && pendingHasCompleted;
		const workflow = simplified();
		const { userAssessmentId, finish, score } = await candidate(simulator);
		await finish();
		await workflow.poll();
		time.pass(20 * DAY);
		await workflow.poll();
		await score();
		// It is looked for once the polls have read as many days as it lies behind the window.
		const emitted: unknown[] = [];
		for (let round = 0; round < 6; round += 1) emitted.push(...ids(await workflow.poll()));
		expect(emitted).toEqual(wasSeen ? [userAssessmentId] : []);
	});

	test('and what was completed while n8n was down for months', async () => {
		const { simulator } = service();
		await simulator.control.configure({ completedFilterIncludesUnscored: lets });
		const before = simplified();
		await before.poll();
		const { userAssessmentId, finish, score } = await candidate(simulator);
		await finish();
		time.pass(5 * DAY);
		await score();
		time.pass(100 * DAY);
		const after = before.restart();
		expect(ids(await after.poll())).toEqual([userAssessmentId]);
		expect(await after.poll()).toEqual([]);
	});
});

test.each(['ignored', 'applied', 'rejected'] as const)(
	'a deprecated version whose filters on completion are %s',
	async (how) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ deprecatedCompletedFilters: how });
		const workflow = new ActiveWorkflow({ ...credentials, apiVersion: 'beta' }, { simplify: true });
		expect(await workflow.poll()).toEqual([]);
		const { userAssessmentId, finish, score } = await candidate(simulator);
		await finish(2 * DAY);
		await score();
		expect(ids(await workflow.poll())).toEqual([userAssessmentId]);
		expect(await workflow.poll()).toEqual([]);
	},
);

test.each([-2 * MINUTE, 2 * MINUTE])(
	'a clock of the service that is %i ms ahead loses and doubles nothing',
	async (skew) => {
		const { simulator } = service();
		await simulator.control.setClock({ advanceMs: skew });
		const workflow = simplified();
		await workflow.poll();
		const emitted: unknown[] = [];
		const scored: unknown[] = [];
		for (let round = 0; round < 5; round += 1) {
			const { userAssessmentId } = await candidate(simulator).then(async (someone) => {
				await someone.score();
				return someone;
			});
			scored.push(userAssessmentId);
			emitted.push(...ids(await workflow.poll()));
			time.pass(MINUTE);
		}
		expect(emitted).toEqual(scored);
	},
);

test('the lists of the filters come from the account', async () => {
	const { simulator, credentials } = service();
	const nodeType = new EnterpriseAssessmentPollTrigger();
	const context = loadOptionsContext({ nodeType, credentials });
	const { groups, assessments } = await simulator.control.state();
	const { getGroups, getAssessmentNames } = nodeType.methods.loadOptions;
	expect(new Set(await getGroups.call(context))).toEqual(
		new Set(groups.map(({ name, groupId }) => ({ name, value: groupId }))),
	);
	expect((await getAssessmentNames.call(context)).map(({ value }) => value).sort()).toEqual(
		assessments.map(({ name }) => name).sort(),
	);
});
