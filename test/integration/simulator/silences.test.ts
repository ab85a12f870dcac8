import { expect, it } from 'vitest';
import type { Assignment, Settings, User } from '../../../simulator/index.ts';
import { parse } from 'yaml';
import { DOCUMENT_TEXT } from '../../../simulator/document.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { readingsOf, useSimulator } from './harness.ts';

/** How each setting changes responses where the specification doesn't say what the service does. */

const { assessmentId, call, configure, control, post, statusOf } = useSimulator();

interface Silence {
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

/** Settings that the specification doesn't leave open, but that a test on this machine can choose. */
const OF_THE_MACHINE = ['limits', 'latency', 'latencySplit', 'deliveryTimeoutMs', 'visitReturnUrl'];

it('the document lists each open question with its possible settings, the usual one first', () => {
	const silences = silencesBelow(parse(DOCUMENT_TEXT));
	const settings = Object.keys(SETTINGS).filter((name) => !OF_THE_MACHINE.includes(name));
	expect(silences.flatMap(({ setting = [] }) => setting).sort()).toEqual(settings.sort());
	for (const { setting, readings, simulator } of silences) {
		expect([setting, simulator]).toContain(undefined);
		if (setting === undefined) expect(simulator).toMatch(/./);
		else expect([setting, readings?.[0]]).toEqual([setting, SETTINGS[setting as keyof Settings].usual]);
		const offered = setting === undefined ? [] : readingsOf(setting);
		if (offered.length > 0) expect([setting, new Set(readings)]).toEqual([setting, new Set(offered)]);
	}
});

const status = async (path: string, body: object): Promise<number> => await statusOf('POST', path, { body });
const score = async (uniqueIdentifier: string): Promise<User> => await post('/score', { uniqueIdentifier });
const scores = async (body: unknown = { includeIncompleteAssessments: true }): Promise<User[]> =>
	(await post<{ userScores: User[] }>('/scores', body)).userScores;
const assignments = async (): Promise<Assignment[]> =>
	(await post<{ assignments: Assignment[] }>('/assignments', { assignedOnOrAfter: '2000-01-01' })).assignments;

async function assigned(uniqueIdentifier: string, more: object = {}): Promise<string> {
	const body = { assessmentId: await assessmentId(0), uniqueIdentifier, ...more };
	return (await post<{ userAssessmentId: string }>('/assign', body)).userAssessmentId;
}

async function reportedName(): Promise<unknown> {
	const listed = (await assignments()).find((one) => one.uniqueIdentifier === 'EMP-002')?.assessmentName;
	expect(listed).toBe((await score('EMP-002')).scoreReports[0]?.assessmentName);
	return listed;
}

async function statusesOfCompleted(): Promise<string> {
	const reports = (await scores({ completedOnOrAfter: '2000-01-01' })).flatMap(({ scoreReports }) => scoreReports);
	return [...new Set(reports.map((report) => report.status))].sort().join(' ');
}

async function pending(): Promise<string> {
	await configure({ completedFilterIncludesUnscored: true });
	return await statusesOfCompleted();
}

async function malformedEmail(): Promise<string> {
	const body = { emailAddress: 'nora at example' };
	const assign = await status('/assign', { assessmentId: await assessmentId(0), ...body });
	return `${assign} ${await status('/score', body)}`;
}

async function emailInAnotherCase(): Promise<string> {
	await assigned('N', { emailAddress: 'Nora@Example.com' });
	return `${await status('/score', { emailAddress: 'nora@EXAMPLE.com' })} ${(await score('N')).email}`;
}

async function identifiersOfTwo(): Promise<string> {
	const body = { emailAddress: 'candidate001@example.com', uniqueIdentifier: 'EMP-002' };
	return `${await status('/score', body)} ${await status('/create-sign-in-token', body)}`;
}

async function foreignReport(): Promise<unknown> {
	const userAssessmentId = (await score('EMP-002')).scoreReports[0]?.userAssessmentId;
	return await status('/create-sign-in-token', { uniqueIdentifier: 'EMP-001', userAssessmentId });
}

/** The user that /assign chose, or the status with which it refused the request. */
async function assignToTwo(): Promise<unknown> {
	for (const name of ['first', 'second']) await assigned(name, { emailAddress: `${name}@example.com` });
	const names = { emailAddress: 'first@example.com', uniqueIdentifier: 'second' };
	const answer = await status('/assign', { assessmentId: await assessmentId(1), ...names });
	const users = [await score('first'), await score('second')];
	return users.find(({ scoreReports }) => scoreReports.length === 2)?.uniqueIdentifier ?? answer;
}

async function certificateName(): Promise<unknown> {
	const path = (await score('EMP-001')).scoreReports[0]?.certificateUrl?.replace('2020q3', '') ?? '';
	const { headers, text } = await call('GET', path);
	expect(text).toMatch(/^%PDF-1.4.*English Speaking.*Score: 8\.7/s);
	return headers['content-disposition']?.slice('attachment; '.length);
}

async function deprecatedFilters(): Promise<unknown> {
	const answer = await call('POST', '/scores', { version: 'beta', body: { completedOnOrAfter: '2100-01-01' } });
	return (answer.json as { userScores?: unknown[] }).userScores?.length ?? answer.status;
}

const badName = async (): Promise<string> => (await call('POST', '/groups', { body: {} })).text;
const badRange = async (): Promise<string> => (await call('POST', '/assignments', { body: {} })).text;
const badKey = async (): Promise<string> => (await call('GET', '/groups', { apiKey: 'x' })).text;

const NAME = 'English Speaking';
const [file, extended] = ['filename="certificate.pdf"', "filename*=UTF-8''Pr%C3%BCfung%20%E2%80%93%20certificate.pdf"];

/** The service's behavior under each value of a setting, in the order of settings.ts. */
const ROWS: Array<[setting: keyof Settings, look: () => Promise<unknown>, shown: unknown[]]> = [
	['reportedNames', reportedName, [NAME, `${NAME} `, NAME.toUpperCase(), `${NAME} (former name)`]],
	['studentIdUnset', async () => (await score('EMP-002')).studentId, ['', null, undefined]],
	['pendingHasCompleted', pending, ['Completed NeedsReview', 'Completed NeedsReview ScorePending']],
	['completedFilterIncludesUnscored', statusesOfCompleted, ['Completed', 'Completed NeedsReview ScorePending']],
	['completedFilterIncludesNeedsReview', statusesOfCompleted, ['Completed', 'Completed NeedsReview']],
	['malformedEmail', malformedEmail, ['400 400', '200 200']],
	['emailsCompare', emailInAnotherCase, ['200 Nora@Example.com', '204 Nora@Example.com']],
	['emailsStored', emailInAnotherCase, ['200 Nora@Example.com', '200 nora@example.com']],
	['contradictoryIds', identifiersOfTwo, ['204 204', '403 403']],
	['foreignUserAssessmentId', foreignReport, [403, 204]],
	['assignToTwoUsers', assignToTwo, [409, 'first', 'second']],
	['groupCreatedStatus', async () => await status('/groups', { name: 'New' }), [200, 201]],
	['exampleRequiresContentType', async () => await statusOf('POST', '/webhook/example'), [200, 415]],
	['deprecatedCompletedFilters', deprecatedFilters, [5, 0, 400]],
	['errorItems', badName, [/^\{"errors":\[\{"code":/, /^\{"errors":\["/, /^\{"errors":\[\{"propertyName":"name"/]],
	['errorBody', badName, [/^\{"errors":\[/, /^\[/]],
	['problemErrorsMap', badRange, [/^((?!"errors").)*$/, /"errors":\{"assignedOnOrAfter":\[/]],
	['unauthorizedBody', badKey, [/^$/, /^\{"errors":\[\{"code":"unauthorized"/, /^Unauthorized$/, /^<html>/]],
	['contentDisposition', certificateName, [file, `${file}; ${extended}`, undefined, 'filename="../../etc/passwd"']],
];
it.each(
	ROWS.flatMap(([setting, look, shown]) =>
		readingsOf(setting).map((reading, place) => [setting, reading, look, shown[place]] as const),
	),
)('the setting %s with the value %j has an effect on responses', async (setting, reading, look, shown) => {
	await configure({ [setting]: reading });
	const seen = await look();
	if (shown instanceof RegExp) expect(seen).toMatch(shown);
	else expect(seen).toEqual(shown);
});

it('the simulator can require a surname in /assign and return times with an offset', async () => {
	await configure({ assignRequires: ['surName'], utcOffsetMinutes: -210 });
	expect(await status('/assign', { assessmentId: await assessmentId(0), emailAddress: 'n@example.com' })).toBe(400);
	expect((await score('EMP-002')).scoreReports[0]?.completed).toMatch(/-03:30$/);
});

it('the setting appearAfterMs delays new people and changes in each list separately', async () => {
	/** The status that each of the lists shows. */
	const shown = async (): Promise<unknown> => {
		const inScore = await call('POST', '/score', { body: { uniqueIdentifier: 'late' } });
		const inScores = (await scores()).find((user) => user.uniqueIdentifier === 'late');
		const inAssignments = (await assignments()).find((one) => one.uniqueIdentifier === 'late');
		const reports = [inScore.json as User | undefined, inScores].map((user) => user?.scoreReports[0]?.status);
		return [inScore.status, inAssignments?.userAssessmentStatus, ...reports].join(' ');
	};
	await configure({ appearAfterMs: { assignments: 1000, score: 2000, scores: 3000 } });
	const userAssessmentId = await assigned('late');
	const seen = [];
	for (const advanceMs of [0, 1000, 1000, 1000]) {
		await control().setClock({ advanceMs });
		seen.push(await shown());
	}
	const all = '200 NotStarted NotStarted NotStarted';
	expect(seen).toEqual(['204   ', '204 NotStarted  ', '200 NotStarted NotStarted ', all]);
	await control().start({ userAssessmentId });
	await control().setClock({ advanceMs: 2000 });
	await control().score({ userAssessmentId });
	expect(await shown()).toBe('200 InProgress InProgress NotStarted');
});

it('the setting listOrder changes the order of every list', async () => {
	const list = async (listOrder: Settings['listOrder']): Promise<unknown[][]> => {
		await configure({ listOrder });
		const { assessments } = (await call('GET', '/assessments')).json as { assessments: unknown[] };
		const { groups } = (await call('GET', '/groups')).json as { groups: unknown[] };
		const users = (await scores()).map(({ userId }) => userId);
		return [assessments, groups, await assignments(), users, (await score('EMP-001')).scoreReports];
	};
	const created = await list('creation');
	expect(await list('newestFirst')).toEqual(created.map((items) => items.toReversed()));
	const random = await list('random');
	expect(random.map((items) => new Set(items))).toEqual(created.map((items) => new Set(items)));
	expect(random[3]).not.toEqual(created[3]);
});
