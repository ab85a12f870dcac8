import { expect, it } from 'vitest';
import type { Assignment, Settings, User } from '../../../simulator/index.ts';
import { parse } from 'yaml';
import { DOCUMENT_TEXT } from '../../../simulator/document.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { useSimulator } from './harness.ts';

/** Where the specification is silent: what each setting changes in answers. */

const service = useSimulator();

interface Silence {
	question: string;
	setting?: string;
	readings?: unknown[];
	simulator?: string;
}

/** Every `x-not-specified` below a part of the document. */
function silencesBelow(part: unknown): Silence[] {
	if (typeof part !== 'object' || part === null) return [];
	const { 'x-not-specified': own = [], ...rest } = part as { 'x-not-specified'?: Silence[] };
	return [...own, ...Object.values(rest).flatMap(silencesBelow)];
}

/** What the specification doesn't leave open, but a test on this machine can choose. */
const OF_THE_MACHINE = ['limits', 'latency', 'latencySplit', 'deliveryTimeoutMs', 'visitReturnUrl'];

it('the document has each question with the readings that the settings offer, the usual one first', () => {
	const silences = silencesBelow(parse(DOCUMENT_TEXT));
	const withSetting = silences.filter(({ setting }) => setting !== undefined);
	const expected = Object.entries(SETTINGS).filter(([name]) => !OF_THE_MACHINE.includes(name));
	expect(withSetting.map(({ setting }) => setting).sort()).toEqual(expected.map(([name]) => name).sort());
	for (const { setting = '', readings = [] } of withSetting) {
		const { schema, usual } = SETTINGS[setting as keyof typeof SETTINGS] as {
			schema: { enum?: unknown[] };
			usual: unknown;
		};
		expect([setting, readings[0]]).toEqual([setting, usual]);
		if (schema.enum !== undefined) expect([setting, readings]).toEqual([setting, schema.enum]);
	}
	expect(silences.filter(({ setting, simulator }) => (setting === undefined) === (simulator === undefined))).toEqual(
		[],
	);
});

const configured = async (settings: Partial<Settings>): Promise<unknown> =>
	await service().simulator.control.configure(settings);
const json = async <Body>(path: string, body: unknown): Promise<Body> =>
	(await service().call('POST', path, { body })).json as Body;
const status = async (path: string, body: unknown): Promise<number> =>
	(await service().call('POST', path, { body })).status;

const score = async (uniqueIdentifier: string): Promise<User> => await json<User>('/score', { uniqueIdentifier });
const scores = async (body: unknown = { includeIncompleteAssessments: true }): Promise<User[]> =>
	(await json<{ userScores: User[] }>('/scores', body)).userScores;
const assignments = async (): Promise<Assignment[]> =>
	(await json<{ assignments: Assignment[] }>('/assignments', { assignedOnOrAfter: '2000-01-01' })).assignments;

async function assigned(uniqueIdentifier: string, more: object = {}): Promise<string> {
	const body = { assessmentId: await service().assessmentId(0), uniqueIdentifier, ...more };
	return (await json<{ userAssessmentId: string }>('/assign', body)).userAssessmentId;
}

it('appearAfterMs: each list lags by its own time, with somebody new and with what becomes of them', async () => {
	const { control } = service().simulator;
	/** In which lists the person's report shows, and as what. */
	const shown = async (): Promise<string> => {
		const inScore = await score('late').catch(() => undefined);
		const inScores = (await scores()).find((user) => user.uniqueIdentifier === 'late');
		const inAssignments = (await assignments()).find((one) => one.uniqueIdentifier === 'late');
		const [own, listed] = [inScore, inScores].map((user) => user?.scoreReports[0]?.status ?? '-');
		return [inAssignments?.userAssessmentStatus ?? '-', own, listed].join(' ');
	};
	await configured({ appearAfterMs: { assignments: 1000, score: 2000, scores: 3000 } });
	const userAssessmentId = await assigned('late');
	expect(await status('/score', { uniqueIdentifier: 'late' })).toBe(204);
	const seen = [];
	for (const advanceMs of [0, 1000, 1000, 1000]) {
		await control.setClock({ advanceMs });
		seen.push(await shown());
	}
	expect(seen).toEqual(['- - -', 'NotStarted - -', 'NotStarted NotStarted -', 'NotStarted NotStarted NotStarted']);
	await control.start({ userAssessmentId });
	await control.setClock({ advanceMs: 2000 });
	await control.score({ userAssessmentId });
	expect(await shown()).toBe('InProgress InProgress NotStarted');
});

it('listOrder: every list holds its elements in another order', async () => {
	const list = async (listOrder: Settings['listOrder']): Promise<unknown[][]> => {
		await configured({ listOrder });
		const { assessments } = (await service().call('GET', '/assessments')).json as { assessments: unknown[] };
		const { groups } = (await service().call('GET', '/groups')).json as { groups: unknown[] };
		const users = (await scores()).map(({ userId }) => userId);
		return [assessments, groups, await assignments(), users, (await score('EMP-001')).scoreReports];
	};
	const created = await list('creation');
	expect(await list('newestFirst')).toEqual(created.map((items) => items.toReversed()));
	const random = await list('random');
	expect(random.map((items) => new Set(items))).toEqual(created.map((items) => new Set(items)));
	expect(random[3]).not.toEqual(created[3]);
});

it.each<[Partial<Settings>, uniqueIdentifier: string, expected: unknown]>([
	[{ reportedNames: 'trailingBlank' }, 'EMP-002', { scoreReports: [{ assessmentName: 'English Speaking ' }] }],
	[{ reportedNames: 'otherCase' }, 'EMP-002', { scoreReports: [{ assessmentName: 'ENGLISH SPEAKING' }] }],
	[{ reportedNames: 'renamed' }, 'EMP-002', { scoreReports: [{ assessmentName: 'English Speaking (former name)' }] }],
	[{ studentIdUnset: 'null' }, 'EMP-002', { studentId: null }],
	[{ studentIdUnset: 'absent' }, 'EMP-002', expect.not.objectContaining({ studentId: expect.anything() })],
	[{ studentIdUnset: 'absent' }, 'EMP-001', { studentId: 'S-001' }],
	[{ pendingHasCompleted: false }, 'EMP-008', { scoreReports: [{ completed: null, duration: null }] }],
	[{ utcOffsetMinutes: -210 }, 'EMP-002', { scoreReports: [{ completed: expect.stringMatching(/-03:30$/) }] }],
])('%j: the score of %s', async (settings, uniqueIdentifier, expected) => {
	await configured(settings);
	const user = await score(uniqueIdentifier);
	expect(user).toMatchObject(expected as object);
	const [mine] = (await assignments()).filter((one) => one.uniqueIdentifier === uniqueIdentifier);
	expect(mine?.assessmentName).toBe(user.scoreReports[0]?.assessmentName);
});

it.each<[Partial<Settings>, string]>([
	[{}, ''],
	[{ completedFilterIncludesNeedsReview: true }, 'NeedsReview'],
	[{ completedFilterIncludesUnscored: true }, 'NeedsReview ScorePending'],
	[{ completedFilterIncludesUnscored: true, pendingHasCompleted: false }, 'NeedsReview'],
])('completed* filters under %j also return: %s', async (settings, expected) => {
	await configured(settings);
	const found = (await scores({ completedOnOrAfter: '2000-01-01' })).flatMap(({ scoreReports }) => scoreReports);
	const statuses = new Set(found.map((report) => report.status));
	expect([...statuses].sort().join(' ')).toBe(['Completed', expected].filter(Boolean).join(' '));
});

it.each<[Settings['malformedEmail'], number]>([
	['refused', 400],
	['accepted', 200],
])('malformedEmail %s', async (malformedEmail, expected) => {
	await configured({ malformedEmail });
	const emailAddress = 'nora at example';
	const assessmentId = await service().assessmentId(0);
	expect(await status('/assign', { assessmentId, emailAddress })).toBe(expected);
	for (const path of ['/score', '/create-sign-in-token']) expect(await status(path, { emailAddress })).toBe(expected);
});

it.each<[Partial<Settings>, number, string]>([
	[{}, 200, 'Nora@Example.com'],
	[{ emailsCompare: 'exactly' }, 204, 'Nora@Example.com'],
	[{ emailsStored: 'lowerCase' }, 200, 'nora@example.com'],
])('email addresses under %j', async (settings, expected, stored) => {
	await configured(settings);
	await assigned('N', { emailAddress: 'Nora@Example.com' });
	expect(await status('/score', { emailAddress: 'nora@EXAMPLE.com' })).toBe(expected);
	expect((await score('N')).email).toBe(stored);
});

it.each([204, 403] as const)(
	'identifiers that name nobody together, and a report of somebody else: %i',
	async (answer) => {
		await configured({ contradictoryIds: answer, foreignUserAssessmentId: answer });
		for (const path of ['/score', '/create-sign-in-token']) {
			expect(await status(path, { emailAddress: 'candidate001@example.com', uniqueIdentifier: 'EMP-002' })).toBe(
				answer,
			);
			expect(await status(path, { uniqueIdentifier: 'nobody' })).toBe(204);
		}
		const userAssessmentId = (await score('EMP-002')).scoreReports[0]?.userAssessmentId;
		expect(await status('/create-sign-in-token', { uniqueIdentifier: 'EMP-001', userAssessmentId })).toBe(answer);
	},
);

it.each<[Settings['assignToTwoUsers'], string | number]>([
	['refused', 409],
	['byEmail', 'first'],
	['byIdentifier', 'second'],
])('/assign with the address of one user and the identifier of another: %s', async (assignToTwoUsers, expected) => {
	await configured({ assignToTwoUsers });
	await assigned('first', { emailAddress: 'first@example.com' });
	await assigned('second', { emailAddress: 'second@example.com' });
	const names = { emailAddress: 'first@example.com', uniqueIdentifier: 'second' };
	const answer = await status('/assign', { assessmentId: await service().assessmentId(1), ...names });
	const users = [await score('first'), await score('second')];
	const taken = users.find(({ scoreReports }) => scoreReports.length === 2)?.uniqueIdentifier;
	expect(taken ?? answer).toBe(expected);
});

it.each<[Settings['contentDisposition'], string | undefined]>([
	['named', 'attachment; filename="certificate.pdf"'],
	['extended', `attachment; filename="certificate.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%E2%80%93%20certificate.pdf`],
	['none', undefined],
	['traversal', 'attachment; filename="../../etc/passwd"'],
])('Content-Disposition %s of a certificate, which is a PDF with its score', async (contentDisposition, expected) => {
	await configured({ contentDisposition });
	const path = (await score('EMP-001')).scoreReports[0]?.certificateUrl?.replace('2020q3', '') ?? '';
	const { headers, text } = await service().call('GET', path);
	expect(text).toMatch(/^%PDF-1.4.*English Speaking.*Score: 8\.7/s);
	expect([headers['content-type'], headers['content-disposition']]).toEqual(['application/pdf', expected]);
});
