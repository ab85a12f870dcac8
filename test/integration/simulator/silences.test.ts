import { expect, it } from 'vitest';
import type { Assignment, Settings, User } from '../../../simulator/index.ts';
import { parse } from 'yaml';
import { DOCUMENT_TEXT } from '../../../simulator/document.ts';
import { SETTINGS } from '../../../simulator/settings.ts';
import { READINGS, valuesOf } from '../support/readings.ts';
import { type CallOptions, NOON, useSimulator } from './harness.ts';

const { assessmentId, call, control, post } = useSimulator();

const SINCE = { assignedOnOrAfter: '2000-01-01' };

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

it('the document lists each open question with its readings, the default first', () => {
	const silences = silencesBelow(parse(DOCUMENT_TEXT));
	const settings = Object.keys(SETTINGS).filter((name) => !OF_THE_MACHINE.includes(name));
	expect(silences.flatMap(({ setting = [] }) => setting).sort()).toEqual(settings.sort());
	for (const { setting, readings, simulator } of silences) {
		expect([setting, simulator]).toContain(undefined);
		if (setting === undefined) expect(simulator).toMatch(/./);
		else expect([setting, readings?.[0]]).toEqual([setting, SETTINGS[setting as keyof Settings].usual]);
		const offered = setting === undefined ? [] : valuesOf(setting as keyof Settings);
		if (offered.length > 0) expect([setting, new Set(readings)]).toEqual([setting, new Set(offered)]);
	}
});

/** The responses to requests that together depend on every setting, and the headers of the events. */
async function received(settings: Partial<Settings>): Promise<string> {
	await control().reset();
	await control().configure(settings);
	await control().registerWebhook({ url: 'http://127.0.0.1:9/' });
	const [email, identifier] = [{ emailAddress: 'candidate001@example.com' }, { uniqueIdentifier: 'EMP-002' }];
	const [ofEmail] = (await control().user(email)).scoreReports;
	const { scoreReports: inProgress } = await control().user({ uniqueIdentifier: 'EMP-006' });
	for (const { userAssessmentId } of inProgress) {
		await control().expire({ userAssessmentId, at: NOON - 1 });
		const finishing = control().finish({ userAssessmentId });
		await finishing.catch(() => undefined);
	}
	const [ofIdentifier] = (await control().user(identifier)).scoreReports;
	const assessment = { assessmentId: await assessmentId(0) };
	const requests: Array<[method: string, path: string, body?: object, options?: CallOptions]> = [
		['GET', '/groups', undefined, { apiKey: 'wrong' }],
		['GET', String(ofEmail?.certificateUrl).replace('2020q3', '')],
		['POST', '/groups', { name: 'New' }],
		['POST', '/groups', {}],
		['POST', '/assign', { ...assessment, emailAddress: 'Nora@Example.com', uniqueIdentifier: 'NORA' }],
		['POST', '/assign', { ...assessment, ...email, ...identifier }],
		['POST', '/score', { emailAddress: 'nora@EXAMPLE.com' }],
		['POST', '/score', { uniqueIdentifier: 'NORA' }],
		['POST', '/score', { emailAddress: 'nora at example' }],
		['POST', '/score', { ...email, ...identifier }],
		['POST', '/create-sign-in-token', { ...email, userAssessmentId: ofIdentifier?.userAssessmentId }],
		['POST', '/assignments', {}],
		['POST', '/assignments', SINCE],
		['POST', '/scores', { includeIncompleteAssessments: true }],
		['POST', '/scores', { completedOnOrAfter: '2000-01-01' }],
		['POST', '/scores', { completedOnOrAfter: '2100-01-01' }, { version: 'beta' }],
		['POST', '/webhook/example'],
		['POST', '/webhook/example'],
	];
	const responses: unknown[] = [];
	const send = async (...[method, path, body, options]: (typeof requests)[number]): Promise<void> => {
		const { status, headers, text } = await call(method, path, { body, ...options });
		expect(status).toBeLessThan(500);
		responses.push([status, headers['content-disposition'], headers['retry-after'], text]);
	};
	for (const request of requests) await send(...request);
	await control().configure({ limits: { perSecond: 2, per20Minutes: 2000 } });
	for (const advanceMs of [900, 0, 0, 100, 400, 500]) {
		await control().setClock({ advanceMs });
		await send('GET', '/groups');
	}
	await control().idle();
	return JSON.stringify([responses, (await control().deliveries()).map(({ headers }) => headers)]);
}

it('each reading of each setting has its own effect on responses or events, until a reset', async () => {
	const usual = await received({});
	const seen = new Map([[usual, 'the usual readings']]);
	for (const reading of [...READINGS, { assignRequires: ['surName' as const] }]) {
		const all = await received(reading);
		expect([reading, seen.get(all)]).toEqual([reading, undefined]);
		seen.set(all, JSON.stringify(reading));
	}
	expect(seen.size).toBeGreaterThan(50);
	expect(await received({})).toBe(usual);
});

it("a change appears in each list after the list's own delay", async () => {
	const identity = { uniqueIdentifier: 'EMP-005' };
	const [{ userAssessmentId = '' } = {}] = (await control().user(identity)).scoreReports;
	await control().configure({ appearAfterMs: { assignments: 1000, score: 2000, scores: 3000 } });
	await control().start({ userAssessmentId });
	for (const changed of [0, 1, 2, 3]) {
		const { assignments } = await post<{ assignments: Assignment[] }>('/assignments', SINCE);
		const { userScores } = await post<{ userScores: User[] }>('/scores', { includeIncompleteAssessments: true });
		const reports = [await post<User>('/score', identity), ...userScores].flatMap(({ scoreReports }) => scoreReports);
		const entries = [...assignments, ...reports].filter((one) => one.userAssessmentId === userAssessmentId);
		const statuses = entries.map((one) => ('status' in one ? one.status : one.userAssessmentStatus));
		expect(statuses).toEqual([0, 1, 2].map((list) => (list < changed ? 'InProgress' : 'NotStarted')));
		await control().setClock({ advanceMs: 1000 });
	}
});
