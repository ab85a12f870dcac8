import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { text } from '../../../nodes/shared/parameters.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import {
	actionNode,
	byEmail,
	byIdentifier,
	byUserId,
	failureOf,
	objectsOf,
	run,
	runJson,
	sentIn,
	textOf,
} from './support.ts';

const service = useSimulator();

const SIMPLE_FIELDS = [
	...['givenName', 'surname', 'assessmentName', 'score', 'cefrSpeakingLevel', 'placement', 'status', 'completed'],
	...['email', 'certificateUrl', 'uniqueIdentifier', 'userId', 'userAssessmentId'],
];

const CANDIDATE = 'candidate001@example.com';

async function sent() {
	return sentIn(await service().requests());
}

describe('score', () => {
	it.each([
		['emailAddress', byEmail(CANDIDATE), { emailAddress: CANDIDATE }],
		['uniqueIdentifier', byIdentifier('EMP-001'), { uniqueIdentifier: 'EMP-001' }],
	])('get names the user by %s and passes the whole answer on', async (_mode, user, body) => {
		const { simulator, credentials } = service();
		const { administrator, groupIds, assignments, ...asSpecified } = await simulator.control.user({
			emailAddress: CANDIDATE,
		});
		expect({ administrator, groupIds: groupIds.length, assignments: assignments.length }).toEqual({
			administrator: false,
			groupIds: 3,
			assignments: 3,
		});
		expect(await runJson(credentials, 'score.get', { user, output: 'users', simplify: false })).toEqual([asSpecified]);
		expect(await sent()).toEqual([['POST', '/2020q3/score', body]]);
	});

	it('get names the user by user ID and simplifies to the fields people map', async () => {
		const { simulator, credentials } = service();
		const { userId } = await simulator.control.user({ emailAddress: CANDIDATE });
		const reports = await runJson(credentials, 'score.get', { user: byUserId(userId) });
		expect(reports).toHaveLength(3);
		expect(Object.keys(reports[0] ?? {})).toEqual(SIMPLE_FIELDS);
		const [user] = await runJson(credentials, 'score.get', { user: byUserId(userId), output: 'users' });
		expect(Object.keys(user ?? {})).toEqual([
			...['givenName', 'surname', 'email', 'uniqueIdentifier', 'userId', 'scoreReports'],
		]);
		expect(Object.keys(objectsOf(user?.scoreReports)[0] ?? {})).toEqual(
			SIMPLE_FIELDS.filter((field) => !Object.keys(user ?? {}).includes(field)),
		);
	});

	it('get of an unknown user skips the item when asked to', async () => {
		const { credentials } = service();
		const items = [{ json: { email: 'nobody@example.com' } }, { json: { email: CANDIDATE } }];
		const found = await run(
			credentials,
			'score.get',
			{ user: byEmail('={{ $json.email }}'), ifUserNotFound: 'skip', output: 'users' },
			items,
		);
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});

	it('getAll gives one item per user, or per score report with the fields of its user', async () => {
		const { simulator, credentials } = service();
		const whole = { returnAll: true, simplify: false, options: { sort: 'serviceOrder' } };
		const users = await runJson(credentials, 'score.getAll', { ...whole, output: 'users' });
		const reports = await runJson(credentials, 'score.getAll', whole);
		expect(users.length).toBeGreaterThan(4);
		expect(reports).toEqual(
			users.flatMap(({ scoreReports, ...user }) => objectsOf(scoreReports).map((report) => ({ ...user, ...report }))),
		);
		const fault = { kind: 'json', json: { userScores: [{ userId: 'invited only', scoreReports: [] }] } } as const;
		await simulator.control.inject({ fault });
		expect(await runJson(credentials, 'score.getAll', { ...whole, output: 'users' })).toHaveLength(1);
		const [simple] = await runJson(credentials, 'score.getAll', { limit: 1 });
		expect(Object.keys(simple ?? {})).toEqual(SIMPLE_FIELDS);
		expect(await runJson(credentials, 'score.getAll', { ...whole, returnAll: false, limit: 2 })).toEqual(
			reports.slice(0, 2),
		);
		const known = await simulator.control.user({ emailAddress: CANDIDATE });
		expect(users.find(({ userId }) => userId === known.userId)).toMatchObject({ scoreReports: known.scoreReports });
	});

	it('getAll sends the filters, and an empty object when there are none', async () => {
		const { simulator, credentials } = service();
		const { groups } = await simulator.control.state();
		const group = groups[0]?.groupId ?? '';
		await run(credentials, 'score.getAll');
		await run(credentials, 'score.getAll', {
			filters: {
				groupIds: [group],
				startedOnOrAfter: '2026-01-01T00:00:00',
				startedOnOrBefore: '2026-07-01',
				completedOnOrAfter: '={{ "" }}',
				completedOnOrBefore: '',
				assessmentNames: [],
				statuses: '={{ "" }}',
				includeIncompleteAssessments: '={{ "True" }}',
			},
		});
		expect(await sent()).toEqual([
			['POST', '/2020q3/scores', {}],
			[
				'POST',
				'/2020q3/scores',
				{
					groupIds: [group],
					startedOnOrAfter: '2026-01-01T00:00:00.000+01:00',
					startedOnOrBefore: '2026-07-01T23:59:59.999+02:00',
					includeIncompleteAssessments: true,
				},
			],
		]);
	});

	it('getAll filters by assessment, type and status before the limit', async () => {
		const { simulator, credentials } = service();
		const { assessments } = await simulator.control.state();
		const speaking = assessments.find(({ name }) => name === 'English Speaking');
		const everything = { returnAll: true, simplify: false };
		const all = await runJson(credentials, 'score.getAll', {
			...everything,
			filters: { includeIncompleteAssessments: true },
		});
		const wanted = (field: string, ...values: string[]) => all.filter((item) => values.includes(textOf(item[field])));
		const cases: Array<[filters: INodeParameters, expected: IDataObject[]]> = [
			[{ assessmentTypes: ['TenPoint'] }, wanted('assessmentType', 'TenPoint')],
			[{ statuses: ['NotStarted', 'NeedsReview'] }, wanted('status', 'NotStarted', 'NeedsReview')],
			[{ assessmentNames: [' english SPEAKING '] }, wanted('assessmentName', 'English Speaking')],
			[{ assessmentNames: [speaking?.assessmentId ?? ''] }, wanted('assessmentName', 'English Speaking')],
			[
				{ assessmentNames: [speaking?.assessmentId ?? '', 'English Writing'] },
				wanted('assessmentName', 'English Speaking', 'English Writing'),
			],
			[{ assessmentNames: ['no such assessment'] }, []],
		];
		for (const [filter, expected] of cases) {
			const filters = { includeIncompleteAssessments: true, ...filter };
			expect(await runJson(credentials, 'score.getAll', { ...everything, filters })).toEqual(expected);
			const users = await runJson(credentials, 'score.getAll', { ...everything, filters, output: 'users' });
			expect(users.flatMap(({ scoreReports }) => objectsOf(scoreReports))).toHaveLength(expected.length);
			expect(users.length).toBe(new Set(expected.map(({ userId }) => userId)).size);
			const limited = { simplify: false, limit: 1, filters };
			expect(await runJson(credentials, 'score.getAll', limited)).toEqual(expected.slice(0, 1));
		}
	});

	it.each(['scoreReports', 'users'])(
		'getAll returns the most recently completed %s first, before the limit, unless the order of the service is wanted',
		async (output) => {
			const { credentials } = service();
			const newest = { output, filters: { includeIncompleteAssessments: true }, returnAll: true };
			const everything = { ...newest, options: { sort: 'serviceOrder' } };
			const all = await runJson(credentials, 'score.getAll', everything);
			// All of the simulator's times are written alike, so they compare as texts.
			const completedOf = (item: IDataObject): string =>
				[item, ...objectsOf(item.scoreReports ?? [])]
					.map((holder) => ('completed' in holder ? text(holder.completed) : ''))
					.sort()
					.at(-1) ?? '';
			const sorted = all.toSorted((one, other) => completedOf(other).localeCompare(completedOf(one)));
			expect(sorted).not.toEqual(all);
			expect(await runJson(credentials, 'score.getAll', newest)).toEqual(sorted);
			for (const limit of [1, 3]) {
				const some = await runJson(credentials, 'score.getAll', { ...newest, returnAll: false, limit });
				expect(some).toEqual(sorted.slice(0, limit));
			}
			const failure = await failureOf(run(credentials, 'score.getAll', { options: { sort: 'oldest' } }));
			expect(failure.message).toContain("'oldest' is not a valid option for 'Sort'");
		},
	);

	it('getAll includes the day that a model names as the last and as the first', async () => {
		const { credentials } = service();
		const all = await runJson(credentials, 'score.getAll', { returnAll: true });
		const dayOf = ({ completed }: IDataObject) => textOf(completed).slice(0, 10);
		const day = dayOf(all[0] ?? {});
		const fromAi = "={{ $fromAI('Day', ``, 'string') }}";
		const filters = { completedOnOrAfter: fromAi, completedOnOrBefore: fromAi };
		const tool = { timezone: 'UTC', settings: { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' } };
		const node = actionNode(credentials, 'score.getAll', { returnAll: true, filters }, tool);
		const items = await execute(node, [{ json: { Day: day } }]);
		expect(items.map(({ json }) => json)).toEqual(all.filter((item) => dayOf(item) === day));
	});

	it('getAll asks for what is not completed where a status needs it', async () => {
		const bodies = async (filters: INodeParameters) => {
			await run(service().credentials, 'score.getAll', { filters });
			return (await sent()).at(-1)?.[2];
		};
		expect(await bodies({ statuses: ['NotStarted'] })).toEqual({ includeIncompleteAssessments: true });
		expect(await bodies({ statuses: ['Completed'] })).toEqual({});
		expect(await bodies({ statuses: ['InProgress'], includeIncompleteAssessments: false })).toEqual({
			includeIncompleteAssessments: false,
		});
	});

	it('getAll names an assessment that the account does not have', async () => {
		const filters = { assessmentNames: '00000000-0000-4000-8000-000000000000' };
		for (const operation of ['score.getAll', 'assignment.getAll'] as const) {
			const running = run(service().credentials, operation, { assignedOnOrAfter: '2020-01-01', filters });
			expect((await failureOf(running)).message).toBe(
				"Your account has no assessment with the ID 00000000-0000-4000-8000-000000000000 ('Assessment Names or IDs')",
			);
		}
	});
});
