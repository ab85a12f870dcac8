import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, CANDIDATE, failureOf, run, runJson, seedAssessmentId, textOf } from './support.ts';

const service = useSimulator();

describe.each(['beta', '2020q1'])('API version %s', (apiVersion) => {
	it.each<[OperationName, INodeParameters, string]>([
		['assignment.getAll', { assignedOnOrAfter: '2026-01-01' }, 'POST /assignments'],
		['file.downloadText', { link: '2020q1/response-text/1' }, 'text download'],
		['file.downloadCertificate', { link: '2020q1/certificate/1' }, 'certificate download'],
		[
			'file.downloadAll',
			{ user: byEmail(CANDIDATE), userAssessmentId: 'x', options: { include: ['audio', 'certificate'] } },
			'certificate download',
		],
	])('%s is an error that says what the version lacks', async (operation, parameters, endpoint) => {
		const { credentials, requests } = service();
		const failure = await failureOf(run({ ...credentials, apiVersion }, operation, parameters));
		expect(failure.message).toContain(`API version ${apiVersion} is deprecated and has no ${endpoint}`);
		expect(failure.description).toMatch(/\(apiVersion\) in the credentials to 2020q3/);
		expect(await requests()).toEqual([]);
	});

	it('what it has works, with the fields that it has', async () => {
		const { simulator, credentials } = service();
		const old = { ...credentials, apiVersion };
		expect(await run(old, 'assessment.getAll')).toHaveLength(6);
		expect(await run(old, 'group.getAll')).toHaveLength(3);
		const invitation = { assessmentId: assessmentId(await seedAssessmentId(simulator)), uniqueIdentifier: 'old' };
		const [assigned] = await runJson(old, 'assignment.create', invitation);
		expect(assigned).toMatchObject({ signInUrl: expect.any(String), singleAssessmentSignInUrl: null });
		await simulator.control.finish({ userAssessmentId: textOf(assigned?.userAssessmentId) });
		expect(await runJson(old, 'assignment.create', invitation)).toMatchObject([
			{ alreadyAssigned: true, status: 'ScorePending' },
		]);
		const again = { ...invitation, finishedCountsForDays: 0 };
		expect(await runJson(old, 'assignment.create', again)).toMatchObject([{ alreadyAssigned: false }]);
		const [user] = await runJson(old, 'score.get', { user: byEmail(CANDIDATE), output: 'users', simplify: false });
		expect(Object.keys(user ?? {}).sort()).toEqual(['scoreReports', 'uniqueIdentifier', 'userId']);
		const reports = await runJson(old, 'score.getAll');
		expect(reports[0]).not.toHaveProperty('certificateUrl');
		const [report] = (await simulator.control.user({ emailAddress: CANDIDATE })).scoreReports;
		const of = { user: byEmail(CANDIDATE), userAssessmentId: report?.userAssessmentId ?? '' };
		expect(Object.keys((await run(old, 'file.downloadAll', of))[0]?.binary ?? {})).toContain('audio1');
		expect(await runJson(old, 'webhook.create', { url: 'https://example.com/hook' })).toEqual([
			{ url: 'https://example.com/hook', signingKey: null },
		]);
	});

	it('filters by completion here, since the service can not', async () => {
		const { credentials, requests } = service();
		const old = { ...credentials, apiVersion };
		const incomplete = { includeIncompleteAssessments: true };
		const all = await runJson(old, 'score.getAll', { returnAll: true, filters: incomplete });
		const times = all.flatMap(({ completed }) => (completed === null ? [] : textOf(completed))).sort();
		expect(times.length).toBeLessThan(all.length);
		const [from = '', to = ''] = [times[1], times.at(-2)];
		const filters = { ...incomplete, completedOnOrAfter: from, completedOnOrBefore: to };
		const some = await runJson(old, 'score.getAll', { returnAll: true, filters });
		expect(some.map(({ completed }) => textOf(completed)).sort()).toEqual(times.slice(1, -1));
		expect((await requests()).map(({ body }) => body)).toEqual([incomplete, incomplete]);
	});
});
