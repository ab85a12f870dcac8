import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { execute, executeWithRetries } from '../support/n8nContext.ts';
import { ANOTHER, BY_IDENTIFIER, EACH, NORA, POLICIES, row, useInviting } from './invitations.ts';
import { assessmentId, assessmentName, textOf } from './support.ts';

const inviting = useInviting();
const { control, invite, refusal, assignmentsOfNora, pass } = inviting;

const paths = async () => (await inviting.requests()).map(({ endpoint }) => endpoint);

describe("'Return Existing Assignment'", () => {
	it('assigns once, and then returns that assignment with a new link that works', async () => {
		const names = { ...NORA, givenName: 'Nora' };
		const [first] = await invite(names);
		const [second] = await invite(names);
		expect(first).toMatchObject({ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) });
		expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
		expect(second).toEqual({
			...first,
			...{ alreadyAssigned: true, notInvitedBecause: 'Already has this assessment (NotStarted)' },
			...{ singleAssessmentSignInUrl: null, singleAssessmentSignInUrlExpiresAt: null },
			signInUrl: expect.not.stringMatching(new RegExp(`^${textOf(first?.signInUrl)}$`)),
			signInUrlExpiresAt: expect.any(String),
		});
		expect((await fetch(textOf(second?.signInUrl))).ok).toBe(true);
		const { userId, userAssessmentId } = second ?? {};
		expect(await inviting.requests('/create-sign-in-token')).toMatchObject([{ body: { userId, userAssessmentId } }]);
		await inviting.inject({ kind: 'status', status: 204 }, '/create-sign-in-token');
		expect((await refusal(names)).message).toMatch(/^The service can no longer find the person/);
		expect(await assignmentsOfNora()).toHaveLength(1);
	});

	it("shows hints about people who have an open assignment, have finished, or didn't get a reusable link", async () => {
		const rows = ['open', 'done', 'done-too'].map((identifier) => row('', identifier));
		const [, ...finished] = await invite(EACH, undefined, rows);
		for (const { userAssessmentId } of finished) await control().finish({ userAssessmentId: textOf(userAssessmentId) });
		await pass(1_001);
		await inviting.lose();
		const items = [...rows, row('', 'lost'), row('', 'new')];
		expect(await inviting.hints('assignment.create', await inviting.invitation(EACH), items)).toEqual([
			expect.stringMatching(
				/^In 1 of 5 rows, .* had an open assignment, .* To test again, .* use Sign-In Link: Create /,
			),
			expect.stringMatching(/^In 2 of 5 rows, .* finished .* recently, .* set '.+ \(Days\)' to 0\. To test again, /),
			expect.stringMatching(
				/^In 1 of 5 rows, .* got an assignment, but .* don't email it, or show it to someone who only typed/,
			),
			expect.stringMatching(/^In 2 of 5 rows, the person was created without an email address\. The expression found/),
			expect.stringMatching(/^To email only new invitations, .* 'Skip the Person'\.$/),
		]);
	});
});

it("'Return an Error' doesn't assign anything to a person who has or has finished the assessment", async () => {
	const [first] = await invite(NORA, 'fail');
	expect(first).toMatchObject({ alreadyAssigned: false, status: 'NotStarted', completed: null });
	const userAssessmentId = textOf(first?.userAssessmentId);
	const refused = (status: string) => ({
		message: `The person already has the assessment 'English Speaking', with the status ${status} (userAssessmentId ${userAssessmentId})`,
		description: expect.stringMatching(/ lower 'Skip People Who Finished Within \(Days\)'$/),
	});
	expect(await refusal(NORA, 'fail')).toMatchObject(refused('NotStarted'));
	await control().finish({ userAssessmentId });
	await pass(1_001);
	expect(await refusal(NORA, 'fail')).toMatchObject(refused('ScorePending'));
	expect(await assignmentsOfNora()).toHaveLength(1);
});

describe('a new assignment whose reusable link is lost', () => {
	const LOST = /^The person was invited, but the service's response with the link was lost/;
	const rows = [row('', 'lost'), row('', 'other')];

	it.each([
		['skip', 'stopWorkflow'],
		['skip', 'continueRegularOutput'],
		['fail', 'stopWorkflow'],
	] as const)('is an error in all tries of one run, and no email without a link (%s, %s)', async (policy, onError) => {
		await inviting.lose();
		const node = inviting.node('assignment.create', await inviting.invitation(NORA, policy), { settings: { onError } });
		const run = async () => await executeWithRetries(node, [{ json: {} }], { tries: 2 }).catch((error: Error) => error);
		const [first, second] = [await run(), await run()];
		expect(first instanceof Error ? first.message : first[0]?.json.error).toMatch(LOST);
		if (policy === 'skip') expect(second).toEqual([]);
		else expect(second).toMatchObject({ message: expect.stringMatching(/^The person already has the assessment/) });
		expect(await assignmentsOfNora()).toHaveLength(1);
	});

	it("is told by the next run if this one shows another item's error or is canceled", async () => {
		const parameters = await inviting.invitation(EACH, 'skip');
		await inviting.inject({ kind: 'status', status: 400 }, '/assign', { skip: 1 });
		await inviting.lose();
		// The workflow keeps 'Max. Tries' after Retry On Fail is turned off.
		const failing = inviting.node('assignment.create', parameters, { settings: { maxTries: 3 } });
		await expect(execute(failing, rows)).rejects.toMatchObject({ httpCode: '400' });
		const cancel = new AbortController();
		const node = inviting.node('assignment.create', parameters, { settings: { onError: 'continueRegularOutput' } });
		await inviting.inject({ kind: 'latency', minMs: 20_000, maxMs: 20_000 }, '/assign');
		void pass(10_000).then(() => cancel.abort());
		await execute(node, rows, cancel.signal).catch(() => undefined);
		expect(cancel.signal.aborted).toBe(true);
		expect((await refusal(EACH, 'assignAgain', rows.slice(0, 1))).message).toMatch(LOST);
		expect((await execute(node, rows)).map(({ json }) => json.uniqueIdentifier)).toEqual(['other']);
	});
});

describe("a status that the specification doesn't know", () => {
	const ids = ['3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59', '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a60'];

	/** Makes the service show Nora with assignments that have these statuses. */
	async function show(...statuses: Array<string | null>) {
		const reportOf = (status: string | null, nth: number) => {
			return { userAssessmentId: ids[nth], assessmentName: status === 'Archived' ? '' : 'English Speaking', status };
		};
		const json = { userId: ids[0], scoreReports: statuses.map(reportOf) };
		await inviting.inject({ kind: 'json', json }, '/score');
	}

	it.each([
		['returnExisting', 'Paused'],
		['skip', 'Paused'],
		['fail', null],
	] as const)("is neither open nor finished (with '%s', %j)", async (policy, status) => {
		await show('Completed', status);
		expect(await refusal(BY_IDENTIFIER, policy)).toMatchObject({
			message: `The person has the assessment with the status '${status ?? ''}', which this node doesn't know`,
			description: expect.stringMatching(/ 'Assign Again'\. Nothing was assigned/),
		});
		expect(await inviting.count('/assign')).toBe(0);
		expect(await invite(BY_IDENTIFIER, 'assignAgain')).toMatchObject([{ alreadyAssigned: false }]);
	});

	it("doesn't matter in another assessment, or if the person has an open assignment, too", async () => {
		await show('Archived');
		expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: false }]);
		await show('Paused', 'InProgress');
		expect(await invite(BY_IDENTIFIER, 'skip')).toEqual([]);
	});
});

it.each([
	['Europe/Berlin', '2026-11-01T23:30:00.000Z', ' on 2026-11-02'],
	['America/New_York', '2026-11-01T23:30:00.000Z', ' on 2026-11-01'],
	['Not/AZone', '2026-11-01T23:30:00.000Z', ' on 2026-11-01'],
	['Europe/Berlin', undefined, ''],
])('in the time zone %s, the output says on which day a person finished at %s', async (timezone, time, said) => {
	await control().configure({ pendingHasCompleted: time !== undefined });
	const [first] = await invite();
	const userAssessmentId = textOf(first?.userAssessmentId);
	await control().finish({ userAssessmentId, ...(time === undefined ? {} : { at: Date.parse(time) }) });
	await pass(1_001);
	const parameters = { ...(await inviting.invitation()), finishedCountsForDays: 3650 };
	const [second] = await execute(inviting.node('assignment.create', parameters, { timezone }));
	expect(second?.json).toMatchObject({ alreadyAssigned: true, notInvitedBecause: `Finished this assessment${said}` });
	expect(await invite({ ...NORA, finishedCountsForDays: 0 })).toMatchObject([{ alreadyAssigned: false }]);
});

describe("'Skip the Person'", () => {
	const tool = { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' };
	const rowsOf = (prefix: string) => ['open', 'finished', 'new'].map((name) => row('', `${prefix}${name}`));

	async function secondRun(settings: Partial<INode>, policy = 'skip', rows = rowsOf('')) {
		const [open, finished] = await invite(EACH, 'skip', rows.slice(0, 2));
		await control().start({ userAssessmentId: textOf(open?.userAssessmentId) });
		await control().finish({ userAssessmentId: textOf(finished?.userAssessmentId) });
		await pass(10_001);
		const parameters = await inviting.invitation(EACH, policy);
		const output = await execute(inviting.node('assignment.create', parameters, { settings }), rows);
		return output.map(({ json }) => [json.uniqueIdentifier, json.notInvitedBecause, json.signInUrl === null]);
	}

	it('leaves out people who have or have finished the assessment, without a sign-in link for them', async () => {
		expect(await secondRun({})).toEqual([['new', null, false]]);
		expect(await inviting.count('/create-sign-in-token')).toBe(0);
		expect(await inviting.hints('assignment.create', await inviting.invitation(EACH, 'skip'), rowsOf(''))).toEqual([
			expect.stringMatching(/^In 3 of 3 .* already had .* no output for them\. .* another email address/),
		]);
	});

	it('does something else than each other choice, none of which leaves out anyone for a model', async () => {
		const outcomes = [];
		for (const policy of POLICIES) {
			const output = await secondRun({ onError: 'continueRegularOutput' }, policy, rowsOf(policy));
			outcomes.push(JSON.stringify(output).replaceAll(policy, ''));
			expect(await secondRun(tool, policy, rowsOf(`${policy} by a tool: `)), policy).toHaveLength(3);
		}
		expect(new Set(outcomes).size).toBe(POLICIES.length);
	});

	it("returns them to a model, which otherwise wouldn't learn why", async () => {
		expect(await secondRun(tool)).toEqual([
			['open', 'Already has this assessment (InProgress)', false],
			['finished', expect.stringMatching(/^Finished this assessment/), true],
			['new', null, false],
		]);
	});
});

describe('an assessment', () => {
	// test/unit/shared/filters.test.ts has all ways to write a name.
	it.each([assessmentName(' evaluation ORALE '), assessmentId('évaluation orale')])('is found: %j', async (locator) => {
		await control().addAssessment({ name: 'Évaluation orale', kind: 'speaking' });
		const invited = await invite({ ...ANOTHER, assessmentId: locator });
		expect(invited).toMatchObject([{ assessmentName: 'Évaluation orale' }]);
	});

	const UNKNOWN_ID = '01234567-89ab-cdef-0123-456789abcdef';

	it.each([
		[assessmentName('English Speak'), "called 'English Speak' ('Assessment')"],
		[assessmentId(UNKNOWN_ID), `with the ID '${UNKNOWN_ID}' ('Assessment')`],
	])("causes an error that lists ten others if the account doesn't have it: %j", async (locator, which) => {
		for (let nth = (await control().state()).assessments.length; nth < 12; nth += 1)
			await control().addAssessment({ name: `English Grammar ${nth}`, kind: 'speaking' });
		const failure = await refusal({ ...ANOTHER, assessmentId: locator });
		expect(failure.message).toBe(`Your account has no assessment ${which}`);
		expect(failure.description).toMatch(/^Use one of these: ('[^']+', ){9}'[^']+', and 2 more$/);
		expect(failure.description).toContain("'English ");
		expect(await paths()).toEqual(['/assessments']);
	});

	it('is looked up with one request for all items, and is found five seconds after it is added', async () => {
		const rows = Array.from({ length: 100 }, (_, index) => row('', `new-${index}`));
		const byName = { ...EACH, assessmentId: assessmentName('Spanish Placement') };
		const failure = await refusal(byName, undefined, rows);
		expect(failure.message).toMatch(/^Your account has no assessment called 'Spanish Placement' \('Assessment'\)/);
		expect(await paths()).toEqual(['/assessments']);
		await control().addAssessment({ name: 'Spanish Placement', kind: 'speaking' });
		await pass(5_001);
		expect(await invite({ ...byName, ...ANOTHER })).toMatchObject([{ alreadyAssigned: false }]);
	});
});
