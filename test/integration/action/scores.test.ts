import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { textOrEmpty } from '../../../nodes/shared/parameters/parameter.ts';
import type { Settings } from '../../../simulator/index.ts';
import { byEmail, byIdentifier, byUserId, CANDIDATE, objectsOf, run, textOf, useAction } from './support.ts';

const action = useAction();

const OF_USER = ['givenName', 'surname', 'email', 'uniqueIdentifier', 'userId'];

const ALL = { returnAll: true, simplify: false };
const INCOMPLETE = { includeIncompleteAssessments: true };

const getAll = async (parameters: INodeParameters) => await action.runJson('score.getAll', parameters);

describe('Score: Get Many for User', () => {
	it.each([
		[byEmail(CANDIDATE), { emailAddress: CANDIDATE }],
		[` ${CANDIDATE} `, { emailAddress: CANDIDATE }],
		[byIdentifier('={{ $json.name }}'), { uniqueIdentifier: 'EMP-001' }],
		[byIdentifier('={{ $json.number }}'), { uniqueIdentifier: '4711' }],
	])('sends %j as %j, and returns the whole response without Simplify', async (user, body) => {
		await action.control().addUser({ uniqueIdentifier: '4711' });
		const { administrator, groupIds, assignments, ...asSpecified } = await action.control().user(body);
		expect([administrator, groupIds.length, assignments.length]).not.toContain(undefined);
		const parameters = { user, output: 'users', simplify: false };
		const items = [{ json: { name: 'EMP-001', number: 4711 } }];
		expect(await action.runJson('score.get', parameters, items)).toEqual([asSpecified]);
		expect(await action.sent()).toEqual([['POST', '/2020q3/score', body]]);
	});

	it("returns a user with reports that don't repeat the user's fields if Simplify is on", async () => {
		const user = byUserId((await action.candidate()).userId);
		const reports = await action.runJson('score.get', { user });
		expect(reports).toHaveLength(3);
		const [whole] = await action.runJson('score.get', { user, output: 'users' });
		expect(Object.keys(whole ?? {})).toEqual([...OF_USER, 'scoreReports']);
		// outputSchemas.test.ts covers the fields of a report.
		expect(Object.keys(objectsOf(whole?.scoreReports)[0] ?? {})).toEqual(
			Object.keys(reports[0] ?? {}).filter((field) => !OF_USER.includes(field)),
		);
	});

	it.each(['score.get', 'signInLink.create'] as const)('%s skips an unknown user if asked to', async (operation) => {
		const items = [{ json: { email: 'nobody@example.com' } }, { json: { email: CANDIDATE } }];
		const parameters = { user: byEmail('={{ $json.email }}'), ifUserNotFound: 'skip', output: 'users' };
		expect(await action.run(operation, parameters, items)).toMatchObject([{ pairedItem: { item: 1 } }]);
	});
});

describe('Score: Get Many', () => {
	it("returns an item for each user, or for each report including its user's fields", async () => {
		const whole = { ...ALL, options: { sort: 'serviceOrder' } };
		const users = await getAll({ ...whole, output: 'users' });
		expect(users.length).toBeGreaterThan(4);
		const known = await action.candidate();
		expect(users.find(({ userId }) => userId === known.userId)).toMatchObject({ scoreReports: known.scoreReports });
		const reports = users.flatMap(({ scoreReports, ...user }) =>
			objectsOf(scoreReports).map((report) => ({ ...user, ...report })),
		);
		expect(await getAll(whole)).toEqual(reports);
		expect(await getAll({ ...whole, returnAll: false, limit: 2 })).toEqual(reports.slice(0, 2));
	});

	it('returns a user without score reports, unless a filter of ours asks for some', async () => {
		const userScores = [[], ['06', '01'], ['03']].map((months) => {
			const reports = months.map((month) => ({ status: 'Completed', completed: `2026${month}01T000000Z` }));
			return { userId: 'u', scoreReports: reports.map((report) => ({ userAssessmentId: 'a', ...report })) };
		});
		const sorted = { ...ALL, output: 'users', options: { sort: 'oldestFirst' } };
		await action.inject({ kind: 'json', json: { userScores } }, '/scores', { times: 'always' });
		for (const filters of [{}, { completedOnOrAfter: '2020-01-01' }])
			expect(await getAll({ ...sorted, filters })).toEqual(userScores.toReversed());
		for (const filter of [{ assessmentTypes: 'TenPoint' }, { assessmentNames: 'A' }, { statuses: 'NotStarted' }])
			expect(await getAll({ ...sorted, filters: filter })).toEqual([]);
	});

	it('sends only filters that have a value, and asks for incomplete assessments only if a status needs them', async () => {
		const groupIds = [(await action.control().state()).groups[0]?.groupId ?? ''];
		const [none, nothing] = ['', '={{ "" }}'];
		const empty = { completedOnOrAfter: nothing, completedOnOrBefore: none, assessmentNames: [], statuses: nothing };
		const started = { startedOnOrAfter: '2026-01-01T00:00:00', startedOnOrBefore: '2026-07-01' };
		const completed = { completedOnOrAfter: '2026-01-01', completedOnOrBefore: '2026-07-01' };
		const [from, to] = ['2026-01-01T00:00:00.000+01:00', '2026-07-01T23:59:59.999+02:00'];
		const rows: Array<[filters: INodeParameters, body: object]> = [
			[{}, {}],
			[{ groupIds, ...empty }, { groupIds }],
			[started, { startedOnOrAfter: from, startedOnOrBefore: to }],
			[completed, { completedOnOrAfter: from, completedOnOrBefore: to }],
			[{ includeIncompleteAssessments: '={{ "True" }}' }, INCOMPLETE],
			[{ statuses: ['NotStarted'] }, INCOMPLETE],
			[{ statuses: ['Completed'] }, {}],
			[{ statuses: ['InProgress'], includeIncompleteAssessments: false }, { includeIncompleteAssessments: false }],
			[{ includeIncompleteAssessments: '' }, {}],
		];
		for (const [filters] of rows) await getAll({ filters });
		expect((await action.requests('/scores')).map(({ body }) => body)).toEqual(rows.map(([, body]) => body));
	});

	it.each<Partial<Settings>>([
		{ completedFilterIncludesNeedsReview: false, completedFilterIncludesUnscored: false },
		{ completedFilterIncludesNeedsReview: true },
		{ completedFilterIncludesUnscored: true },
	])('returns only completed reports, whatever the service adds to a completed filter: %j', async (settings) => {
		await action.control().configure(settings);
		const completed = { completedOnOrAfter: '2020-01-01', completedOnOrBefore: '2100-01-01' };
		const statusesOf = async (filters: INodeParameters, apiVersion = '2020q3') => {
			const credentials = { ...action.credentials(), apiVersion };
			const users = await run(credentials, 'score.getAll', { ...ALL, output: 'users', filters });
			const reports = await run(credentials, 'score.getAll', { ...ALL, filters });
			const ofUsers = users.flatMap(({ json }) => objectsOf(json.scoreReports));
			expect(users.filter(({ json }) => objectsOf(json.scoreReports).length === 0)).toEqual([]);
			expect(ofUsers).toMatchObject(reports.map(({ json: { status } }) => ({ status })));
			return new Set(reports.map(({ json }) => json.status));
		};
		const only = new Set(['Completed']);
		for (const version of ['2020q3', 'beta']) {
			expect(await statusesOf(completed, version)).toEqual(only);
			expect(await statusesOf({ ...completed, includeIncompleteAssessments: false }, version)).toEqual(only);
			expect(await statusesOf({}, version)).toEqual(only);
		}
		const review = settings.completedFilterIncludesUnscored || settings.completedFilterIncludesNeedsReview;
		for (const more of [{}, { includeIncompleteAssessments: false }])
			expect([...(await statusesOf({ ...completed, ...more, statuses: ['NeedsReview'] }))]).toEqual(
				review ? ['NeedsReview'] : [],
			);
	});

	it('filters by assessment, type and status before the limit', async () => {
		const id = await action.assessmentId();
		const all = await getAll({ ...ALL, filters: INCOMPLETE });
		const wanted = (field: string, ...values: string[]) => all.filter((item) => values.includes(textOf(item[field])));
		const cases: Array<[filters: INodeParameters, expected: IDataObject[]]> = [
			[{ assessmentTypes: ['TenPoint'] }, wanted('assessmentType', 'TenPoint')],
			[{ statuses: ['NotStarted', 'NeedsReview'] }, wanted('status', 'NotStarted', 'NeedsReview')],
			[{ assessmentNames: [' english SPEAKING '] }, wanted('assessmentName', 'English Speaking')],
			[{ assessmentNames: [id, 'English Writing'] }, wanted('assessmentName', 'English Speaking', 'English Writing')],
			[{ assessmentNames: ['no such assessment'] }, []],
		];
		for (const [filter, expected] of cases) {
			const filters = { ...INCOMPLETE, ...filter };
			expect(await getAll({ ...ALL, filters })).toEqual(expected);
			const users = await getAll({ ...ALL, filters, output: 'users' });
			expect(users.flatMap(({ scoreReports }) => objectsOf(scoreReports))).toHaveLength(expected.length);
			expect(users.length).toBe(new Set(expected.map(({ userId }) => userId)).size);
			expect(await getAll({ simplify: false, limit: 1, filters })).toEqual(expected.slice(0, 1));
		}
	});

	it.each([
		['latest', 'scoreReports', 'newestFirst'],
		['latest', 'users', ''],
		['oldest', 'scoreReports', 'oldestFirst'],
	])('returns the %s completed %s first, even with a Limit, and unfinished ones last', async (_which, output, sort) => {
		const sorts = { output, filters: INCOMPLETE, options: { sort } };
		const all = await getAll({ ...sorts, returnAll: true, options: { sort: 'serviceOrder' } });
		// The simulator writes all times in the same format, so they can be compared as strings.
		const completedOf = (item: IDataObject): string =>
			[item, ...objectsOf(item.scoreReports ?? [])]
				.map((holder) => ('completed' in holder ? textOrEmpty(holder.completed) : ''))
				.sort()
				.at(-1) ?? '';
		const sign = sort === 'oldestFirst' ? -1 : 1;
		const finished = all.filter((item) => completedOf(item) !== '');
		const sorted = finished.toSorted((one, other) => sign * completedOf(other).localeCompare(completedOf(one)));
		sorted.push(...all.filter((item) => completedOf(item) === ''));
		expect(sorted).not.toEqual(all);
		expect(sorted.length).toBeGreaterThan(finished.length);
		expect(await getAll({ ...sorts, returnAll: true })).toEqual(sorted);
		for (const limit of [1, 3]) expect(await getAll({ ...sorts, limit })).toEqual(sorted.slice(0, limit));
	});
});
