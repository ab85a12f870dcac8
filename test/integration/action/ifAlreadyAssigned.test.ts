import { describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA } from './invitations.ts';
import { actionNode, assessmentId, failureOf, runJson, textOf } from './support.ts';

// Pacing takes seconds of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => monotonicClock.now() } });
const { invitation, invite, assignmentsOfNora, lose } = invitationsTo(service);
const paths = async () => (await service().requests()).map(({ path }) => path.replace('/2020q3', ''));

describe('returnExisting', () => {
	it('assigns once and then returns that assignment, in the same fields, with a fresh link that works', async () => {
		const names = { ...NORA, givenName: 'Nora' };
		const [first] = await invite(names);
		const [second] = await invite(names);
		expect(first).toMatchObject({ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) });
		expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
		expect(second).toEqual({
			...first,
			alreadyAssigned: true,
			...{ singleAssessmentSignInUrl: null, singleAssessmentSignInUrlExpiresAt: null },
			signInUrl: expect.not.stringMatching(new RegExp(`^${textOf(first?.signInUrl)}$`)),
			signInUrlExpiresAt: expect.any(String),
		});
		expect((await fetch(textOf(second?.signInUrl))).ok).toBe(true);
		expect(await assignmentsOfNora()).toHaveLength(1);
	});

	it('leaves out of a row what its item leaves out of the person', async () => {
		const rows = [{ json: { email: 'A@example.com', identifier: '' } }, { json: { email: '', identifier: 'b' } }];
		const [byEmail, byIdentifier] = await invite(EACH, undefined, rows);
		expect(Object.keys(byEmail ?? {}).slice(0, 3)).toEqual(['email', 'assessmentName', 'alreadyAssigned']);
		expect(byEmail?.email).toBe('A@example.com');
		expect(Object.keys(byIdentifier ?? {}).slice(0, 2)).toEqual(['uniqueIdentifier', 'assessmentName']);
	});

	it('says so if the service no longer knows the person when it should create the link', async () => {
		await invite();
		const match = { path: '/create-sign-in-token' };
		await service().simulator.control.inject({ match, fault: { kind: 'status', status: 204 } });
		expect((await failureOf(invite())).message).toMatch(/^The service no longer knows the person/);
		expect(await assignmentsOfNora()).toHaveLength(1);
	});

	it.each([
		['by identifier alone', BY_IDENTIFIER],
		['by address alone', BY_EMAIL],
		['by address in another case', { ...BY_EMAIL, emailAddress: 'NORA@example.COM ' }],
	])('knows the person %s', async (_how, names) => {
		await invite();
		expect(await invite(names)).toMatchObject([{ alreadyAssigned: true }]);
		expect(await assignmentsOfNora()).toHaveLength(1);
	});

	it.each([
		[['new-1', 'new-2'], []],
		[
			['open'],
			[/^The person already has an open assignment for 'English Speaking', so .* is empty\..* keeps the items where/],
		],
		[['open', 'new-1', 'new-2'], [/^1 of 3 people already has an open assignment/]],
		[
			['done'],
			[
				/^The person finished 'English Speaking' within the last 30 days and wasn't invited again\. To invite them, set/,
			],
		],
		[
			['open', 'done', 'done-too', 'new-1'],
			[/^1 of 4 people already has/, /^2 of 4 people finished 'English Speaking' within the last 30 days and weren't/],
		],
		[['lost', 'new-1'], [/^1 of 2 people was assigned 'English Speaking', but the service returned no reusable link/]],
	])('hints tell who of %j has no reusable link: %j', async (identifiers, hints) => {
		const rows = (names: string[]) => names.map((identifier) => ({ json: { email: '', identifier } }));
		const [, ...finished] = await invite(EACH, undefined, rows(['open', 'done', 'done-too']));
		for (const { userAssessmentId } of finished) {
			await service().simulator.control.finish({ userAssessmentId: textOf(userAssessmentId) });
		}
		await monotonicClock.sleep(1_001);
		if (identifiers.includes('lost')) await lose();
		const { context, nodeType } = executeContext(
			actionNode(service().credentials, 'assignment.create', await invitation(EACH)),
			rows(identifiers),
		);
		await nodeType.execute?.call(context);
		expect(context.hints).toHaveLength(hints.length);
		for (const [index, hint] of hints.entries()) expect(context.hints[index]?.message).toMatch(hint);
	});
});

it.each([
	['already has', undefined],
	['has already finished', 'finish'],
] as const)('fail: assigns nothing to a person who %s the assessment, and says so', async (has, step) => {
	const [first] = await invite(NORA, 'fail');
	expect(first).toMatchObject({ alreadyAssigned: false, status: 'NotStarted', completed: null });
	const userAssessmentId = textOf(first?.userAssessmentId);
	if (step !== undefined) await service().simulator.control[step]({ userAssessmentId });
	await monotonicClock.sleep(1_001);
	const failure = await failureOf(invite(NORA, 'fail'));
	expect(failure.message).toBe(
		`The person ${has} the assessment 'English Speaking' (userAssessmentId ${userAssessmentId})`,
	);
	expect(failure.description).toMatch(
		step === undefined ? /'Assign Again'$/ : /, or lower 'Finished Counts as Assigned For \(Days\)'$/,
	);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it('assignAgain: assigns again, and only asks about a person whom an item gives two names', async () => {
	await invite(BY_EMAIL, 'assignAgain', [{ json: {} }, { json: {} }]);
	expect(await paths()).toEqual(['/assessments', '/assign', '/assign']);
	await invite(NORA, 'assignAgain');
	expect((await paths()).slice(3)).toEqual(['/score', '/score', '/assign']);
	expect(await assignmentsOfNora()).toHaveLength(3);
});

describe('the assessment', () => {
	const create = async (locator: ReturnType<typeof assessmentId>) =>
		await runJson(service().credentials, 'assignment.create', { ...NORA, assessmentId: locator });
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });

	it.each(['Évaluation orale', ' ÉVALUATION ORALE ', 'evaluation orale', 'E\u0301valuation orale'])(
		'by the name %j is found whatever its case, accents and blanks',
		async (name) => {
			await service().simulator.control.addAssessment({ name: 'Évaluation orale', kind: 'speaking' });
			expect(await create(byName(name))).toMatchObject([{ assessmentName: 'Évaluation orale' }]);
		},
	);

	it.each([
		[
			byName('English Placment'),
			/^Your account has no assessment called 'English Placment' \(parameter 'Assessment'\)$/,
		],
		[assessmentId('unknown'), /^Your account has no assessment with the ID unknown \(parameter 'Assessment'\)$/],
	])('that the account does not have is an error that names ten of those it has: %j', async (locator, message) => {
		const { control } = service().simulator;
		while ((await control.state()).assessments.length < 12) {
			await control.addAssessment({ name: 'English Grammar', kind: 'speaking' });
		}
		const failure = await failureOf(create(locator));
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(/^Choose one of these: ('[^']+', ){9}'[^']+' and 2 more$/);
		expect(failure.description).toContain("'English ");
		expect(await paths()).toEqual(['/assessments']);
	});

	it('of an account without any is an error that says where to create one', async () => {
		await service().simulator.control.inject({
			match: { path: '/assessments' },
			fault: { kind: 'json', json: { assessments: [] } },
		});
		const failure = await failureOf(create(byName('English Speaking')));
		expect(failure.description).toBe('Create one in the admin dashboard');
	});

	it('by a name that two of them have is an error that gives their IDs', async () => {
		const { control } = service().simulator;
		const { assessmentId: id } = await control.addAssessment({ name: 'english speaking', kind: 'speaking' });
		const failure = await failureOf(create(byName('English Speaking')));
		expect(failure.message).toBe("Your account has several assessments called 'English Speaking'");
		expect(failure.description).toContain(id);
		expect(await paths()).toEqual(['/assessments']);
	});
});
