import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { row } from './invitations.ts';
import { assessmentId, byEmail, CANDIDATE, failureOf, type OperationName, run, textOf, useAction } from './support.ts';

const action = useAction();

const REPORT = { user: byEmail(CANDIDATE), userAssessmentId: 'x' };

describe.each(['beta', '2020q1'])('API version %s', (apiVersion) => {
	const old = () => ({ ...action.credentials(), apiVersion });
	const runJson = async (...of: [operation: OperationName, parameters?: INodeParameters]) =>
		(await run(old(), ...of)).map(({ json }) => json);

	it.each<[OperationName, INodeParameters, string]>([
		['assignment.getAll', { assignedOnOrAfter: '2026-01-01' }, 'POST /assignments'],
		['file.downloadText', { link: '2020q1/response-text/1' }, 'text download'],
		['file.downloadAll', { ...REPORT, options: { include: ['audio', 'certificate'] } }, 'certificate download'],
	])("can't run %s, and the error names the missing endpoint", async (operation, parameters, endpoint) => {
		const failure = await failureOf(run(old(), operation, parameters));
		const message = `API version ${apiVersion} is deprecated and doesn't have this endpoint (${endpoint})`;
		expect(failure.message).toContain(message);
		expect(failure.description).toMatch(/\(apiVersion\) in the credentials to 2020q3/);
		expect(await action.requests()).toEqual([]);
	});

	it('reads lists, scores and recordings, and registers a webhook', async () => {
		expect(await runJson('assessment.getAll')).toHaveLength(6);
		expect(await runJson('group.getAll')).toHaveLength(3);
		const user = byEmail(CANDIDATE);
		const [whole] = await runJson('score.get', { user, output: 'users', simplify: false });
		expect(Object.keys(whole ?? {}).sort()).toEqual(['scoreReports', 'uniqueIdentifier', 'userId']);
		expect((await runJson('score.getAll'))[0]).not.toHaveProperty('certificateUrl');
		const userAssessmentId = (await action.candidate()).scoreReports[0]?.userAssessmentId ?? '';
		const [files] = await run(old(), 'file.downloadAll', { user, userAssessmentId });
		expect(Object.keys(files?.binary ?? {})).toContain('audio1');
		const url = 'https://example.com/hook';
		expect(await runJson('webhook.create', { url })).toEqual([{ url, signingKey: null }]);
	});

	it('assigns without a reusable link, and returns a finished assignment instead of assigning again', async () => {
		const invitation = { assessmentId: assessmentId(await action.assessmentId()), uniqueIdentifier: 'old' };
		const [assigned] = await runJson('assignment.create', invitation);
		expect(assigned).toMatchObject({ signInUrl: expect.any(String), singleAssessmentSignInUrl: null });
		await action.control().finish({ userAssessmentId: textOf(assigned?.userAssessmentId) });
		const finished = await runJson('assignment.create', invitation);
		expect(finished).toMatchObject([{ alreadyAssigned: true, status: 'ScorePending' }]);
		const anew = { ...invitation, finishedCountsForDays: 0, ifAlreadyAssigned: 'skip' };
		await action.inject({ kind: 'cut', after: true }, '/assign');
		const again = await runJson('assignment.create', anew);
		expect(again).toMatchObject([{ alreadyAssigned: false, signInUrl: expect.any(String) }]);
	});

	it('gives a person whom a failed run invited a link that still works', async () => {
		const invitation = { assessmentId: assessmentId(await action.assessmentId()), emailAddress: '={{ $json.email }}' };
		await failureOf(run(old(), 'assignment.create', invitation, [row('eve@x.de'), row('admin@example.com')]));
		await monotonicClock.sleep(60 * 60_000);
		const [eve] = await run(old(), 'assignment.create', invitation, [row('eve@x.de')]);
		expect(Date.parse(textOf(eve?.json.signInUrlExpiresAt))).toBeGreaterThan(Date.now());
	});

	const OF_ADA = "The unique identifier '7' belongs to";

	it.each([
		[{ emailAddress: 'bo@x.de' }, `${OF_ADA} a different person (ada@x.de) than the email address 'bo@x.de'`],
		[{ emailAddress: '', givenName: 'Bo' }, `${OF_ADA} 'Ada', not to 'Bo'`],
	])("knows whom it just gave an identifier, although the service doesn't show it: %j", async (more, message) => {
		const ada = { emailAddress: 'ada@x.de', uniqueIdentifier: '7', givenName: 'Ada' };
		const invitation = { assessmentId: assessmentId(await action.assessmentId()), ...ada };
		const [first] = await runJson('assignment.create', invitation);
		expect(await failureOf(runJson('assignment.create', { ...invitation, ...more }))).toMatchObject({ message });
		const again = { alreadyAssigned: true, userId: first?.userId };
		expect(await runJson('assignment.create', invitation)).toMatchObject([again]);
	});

	it('knows whom it just invited, although the service shows neither the assignment nor the email address', async () => {
		await action.control().configure({ appearAfterMs: { assignments: 9_000, score: 9_000, scores: 0 } });
		await action.control().addUser({ email: 'eve@x.de' });
		const invitation = { assessmentId: assessmentId(await action.assessmentId()), emailAddress: 'eve@x.de' };
		expect(await runJson('assignment.create', invitation)).toMatchObject([{ alreadyAssigned: false }]);
		expect(await runJson('assignment.create', invitation)).toMatchObject([{ alreadyAssigned: true }]);
	});

	it("filters by completion in the node, because the service doesn't", async () => {
		const incomplete = { includeIncompleteAssessments: true };
		const all = await runJson('score.getAll', { returnAll: true, filters: incomplete });
		const times = all.flatMap(({ completed }) => (completed === null ? [] : textOf(completed))).sort();
		expect(times.length).toBeLessThan(all.length);
		const filters = { ...incomplete, completedOnOrAfter: times[1] ?? '', completedOnOrBefore: times.at(-2) ?? '' };
		const some = await runJson('score.getAll', { returnAll: true, filters });
		expect(some.map(({ completed }) => textOf(completed)).sort()).toEqual(times.slice(1, -1));
		const early = await runJson('score.getAll', { returnAll: true, filters: { ...filters, completedOnOrAfter: '' } });
		expect(early.map(({ completed }) => textOf(completed)).sort()).toEqual(times.slice(0, -1));
		expect((await action.requests()).map(({ body }) => body)).toEqual([incomplete, incomplete, incomplete]);
		const json = { userScores: [{ userId: 'u', scoreReports: [] }] };
		await action.inject({ kind: 'json', json }, undefined, { times: 2 });
		for (const bound of ['completedOnOrAfter', 'completedOnOrBefore'] as const)
			expect(await runJson('score.getAll', { output: 'users', filters: { [bound]: filters[bound] } })).toEqual([]);
	});
});
