import { describe, expect, it } from 'vitest';
import type { Assignment, Settings, User } from '../../../simulator/index.ts';
import { useSimulator } from './harness.ts';

/** Where the specification is silent: what each setting changes in answers. */

const service = useSimulator();

const EVERYTHING = { assignedOnOrAfter: '2000-01-01', includeIncompleteAssessments: true };

async function configured(settings: Partial<Settings>): Promise<void> {
	await service().simulator.control.configure(settings);
}

async function json<Body>(path: string, body: unknown): Promise<Body> {
	return (await service().call('POST', path, { body })).json as Body;
}

const status = async (path: string, body: unknown): Promise<number> =>
	(await service().call('POST', path, { body })).status;

const score = async (uniqueIdentifier: string): Promise<User> => await json<User>('/score', { uniqueIdentifier });

async function scores(body: unknown = { includeIncompleteAssessments: true }): Promise<User[]> {
	return (await json<{ userScores: User[] }>('/scores', body)).userScores;
}

async function assignments(): Promise<Assignment[]> {
	const { assignedOnOrAfter } = EVERYTHING;
	return (await json<{ assignments: Assignment[] }>('/assignments', { assignedOnOrAfter })).assignments;
}

async function assigned(uniqueIdentifier: string, more: object = {}): Promise<string> {
	const body = { assessmentId: await service().assessmentId(0), uniqueIdentifier, ...more };
	return (await json<{ userAssessmentId: string }>('/assign', body)).userAssessmentId;
}

describe('appearAfterMs', () => {
	/** In which lists the person's last report shows, and as what. */
	async function shown(uniqueIdentifier: string): Promise<string> {
		const inScore = await score(uniqueIdentifier).catch(() => undefined);
		const inScores = (await scores()).find((user) => user.uniqueIdentifier === uniqueIdentifier);
		const inAssignments = (await assignments()).filter((one) => one.uniqueIdentifier === uniqueIdentifier);
		return [
			inAssignments.at(-1)?.userAssessmentStatus ?? '-',
			inScore?.scoreReports.at(-1)?.status ?? '-',
			inScores?.scoreReports.at(-1)?.status ?? '-',
		].join(' ');
	}

	it('each list lags behind what was done by its own time: someone new, and what becomes of them', async () => {
		const { control } = service().simulator;
		await configured({ appearAfterMs: { assignments: 1000, score: 2000, scores: 3000 } });
		const userAssessmentId = await assigned('late');
		expect(await status('/score', { uniqueIdentifier: 'late' })).toBe(204);
		const seen = [await shown('late')];
		for (let second = 1; second <= 3; second++) {
			await control.setClock({ advanceMs: 1000 });
			seen.push(await shown('late'));
		}
		expect(seen).toEqual(['- - -', 'NotStarted - -', 'NotStarted NotStarted -', 'NotStarted NotStarted NotStarted']);
		await control.start({ userAssessmentId });
		await control.setClock({ advanceMs: 2000 });
		await control.score({ userAssessmentId });
		expect(await shown('late')).toBe('InProgress InProgress NotStarted');
		await control.setClock({ advanceMs: 3000 });
		expect(await shown('late')).toBe('Completed Completed Completed');
	});
});

it.each<[Settings['reportedNames'], string]>([
	['same', 'English Speaking'],
	['trailingBlank', 'English Speaking '],
	['otherCase', 'ENGLISH SPEAKING'],
	['renamed', 'English Speaking (former name)'],
])('reportedNames %s', async (reportedNames, name) => {
	await configured({ reportedNames });
	expect((await score('EMP-002')).scoreReports.map(({ assessmentName }) => assessmentName)).toEqual([name]);
	expect((await assignments()).find((one) => one.uniqueIdentifier === 'EMP-002')?.assessmentName).toBe(name);
	const { assessments } = (await service().call('GET', '/assessments')).json as {
		assessments: Array<{ name: string }>;
	};
	expect(assessments[0]?.name).toBe('English Speaking');
});

it('listOrder: the same things in another order, in every list', async () => {
	const list = async (): Promise<unknown[][]> => [
		((await service().call('GET', '/assessments')).json as { assessments: unknown[] }).assessments,
		((await service().call('GET', '/groups')).json as { groups: unknown[] }).groups,
		await assignments(),
		(await scores()).map(({ userId }) => userId),
		(await score('EMP-001')).scoreReports,
	];
	const lists = { creation: await list(), newestFirst: [[]] as unknown[][], random: [[]] as unknown[][] };
	await configured({ listOrder: 'newestFirst' });
	lists.newestFirst = await list();
	await configured({ listOrder: 'random' });
	lists.random = await list();
	expect(lists.newestFirst).toEqual(lists.creation.map((items) => items.toReversed()));
	for (const [place, items] of lists.random.entries()) expect(new Set(items)).toEqual(new Set(lists.creation[place]));
	expect(lists.random[3]).not.toEqual(lists.creation[3]);
});

it.each<[Settings['studentIdUnset'], unknown]>([
	['empty', ''],
	['null', null],
	['absent', undefined],
])('studentIdUnset %s', async (studentIdUnset, expected) => {
	await configured({ studentIdUnset });
	expect((await score('EMP-002')).studentId).toBe(expected);
	expect('studentId' in (await score('EMP-002'))).toBe(expected !== undefined);
	expect((await score('EMP-001')).studentId).toBe('S-001');
});

it.each([true, false])('pendingHasCompleted %s', async (pendingHasCompleted) => {
	await configured({ pendingHasCompleted, completedFilterIncludesUnscored: true });
	const [report] = (await score('EMP-008')).scoreReports;
	expect(report?.status).toBe('ScorePending');
	expect([report?.completed, report?.duration].map((value) => value !== null)).toEqual(
		Array(2).fill(pendingHasCompleted),
	);
	const found = (await scores({ completedOnOrAfter: '2000-01-01' })).map(({ uniqueIdentifier }) => uniqueIdentifier);
	expect(found.includes('EMP-008')).toBe(pendingHasCompleted);
});

it.each([
	[{}, ''],
	[{ completedFilterIncludesNeedsReview: true }, 'NeedsReview'],
	[{ completedFilterIncludesUnscored: true }, 'NeedsReview ScorePending'],
])('completed* filters under %j also return: %s', async (settings, expected) => {
	await configured(settings);
	const found = (await scores({ completedOnOrAfter: '2000-01-01' })).flatMap(({ scoreReports }) => scoreReports);
	const statuses = [...new Set(found.map((report) => report.status))].filter((one) => one !== 'Completed');
	expect(statuses.sort().join(' ')).toBe(expected);
});

it.each(['refused', 'accepted'] as const)('malformedEmail %s', async (malformedEmail) => {
	await configured({ malformedEmail });
	const emailAddress = 'nora at example';
	const assessmentId = await service().assessmentId(0);
	expect([
		await status('/assign', { assessmentId, emailAddress }),
		await status('/score', { emailAddress }),
		await status('/create-sign-in-token', { emailAddress }),
	]).toEqual(malformedEmail === 'refused' ? [400, 400, 400] : [200, 200, 200]);
});

it.each<[Partial<Settings>, number, string]>([
	[{}, 200, 'Nora@Example.com'],
	[{ emailsCompare: 'exactly' }, 204, 'Nora@Example.com'],
	[{ emailsStored: 'lowerCase' }, 200, 'nora@example.com'],
])('e-mail addresses under %j', async (settings, expected, stored) => {
	await configured(settings);
	await assigned('N', { emailAddress: 'Nora@Example.com' });
	expect(await status('/score', { emailAddress: 'nora@EXAMPLE.com' })).toBe(expected);
	expect((await score('N')).email).toBe(stored);
});

it.each([204, 403] as const)('identifiers that name nobody together, and those of others: %i', async (answer) => {
	const { otherAccount } = await service().simulator.control.state();
	await configured({ contradictoryIds: answer, foreignUserId: answer, foreignUserAssessmentId: answer });
	const { userAssessmentId } = otherAccount;
	for (const path of ['/score', '/create-sign-in-token']) {
		expect(await status(path, { emailAddress: 'candidate001@example.com', uniqueIdentifier: 'EMP-002' })).toBe(answer);
		expect(await status(path, { userId: otherAccount.userId })).toBe(answer);
		expect(await status(path, { uniqueIdentifier: 'nobody' })).toBe(204);
	}
	expect(await status('/create-sign-in-token', { uniqueIdentifier: 'EMP-001', userAssessmentId })).toBe(answer);
});
