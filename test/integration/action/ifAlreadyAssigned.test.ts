import { describe, expect, it } from 'vitest';

import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, EACH, invitationsTo, NORA } from './invitations.ts';
import { actionNode, assessmentId, failureOf, runJson, textOf } from './support.ts';

const service = useSimulator();
const { invitation, invite, assignmentsOfNora } = invitationsTo(service);
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

	it('says so when the service no longer knows the person when the link is to be made', async () => {
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
		[['nora', 'new-1', 'new-2'], ['1 of 3 people had the assessment already: no lasting link for them']],
		[['nora'], ['The person had the assessment already: no lasting link']],
	])('for %j gives the hints %j', async (identifiers, hints) => {
		await invite();
		const rows = identifiers.map((identifier) => ({ json: { email: '', identifier } }));
		const { context, nodeType } = executeContext(
			actionNode(service().credentials, 'assignment.create', await invitation(EACH)),
			rows,
		);
		await nodeType.execute?.call(context);
		expect(context.hints).toHaveLength(hints.length);
		for (const [index, hint] of hints.entries()) expect(context.hints[index]?.message).toContain(hint);
	});
});

it('fail: assigns nothing to who holds the assessment, and names the assignment', async () => {
	const [first] = await invite(NORA, 'fail');
	const failure = await failureOf(invite(NORA, 'fail'));
	expect(first).toMatchObject({ alreadyAssigned: false });
	expect(failure.message).toContain(`(userAssessmentId ${textOf(first?.userAssessmentId)})`);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it('assignAgain: assigns once more', async () => {
	await invite(NORA, 'assignAgain', [{ json: {} }, { json: {} }]);
	expect(await assignmentsOfNora()).toHaveLength(2);
	expect(await paths()).toEqual(['/assessments', '/assign', '/assign']);
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
			/^The account has no assessment called 'English Placment' \(parameter 'Assessment'\)$/,
		],
		[assessmentId('unknown'), /^The account has no assessment with the ID unknown \(parameter 'Assessment'\)$/],
	])('that the account does not have is an error that names ten of those it has: %j', async (locator, message) => {
		const { control } = service().simulator;
		while ((await control.state()).assessments.length < 12) {
			await control.addAssessment({ name: 'English Grammar', kind: 'speaking' });
		}
		const failure = await failureOf(create(locator));
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(/^Choose one that it has: ('[^']+', ){9}'[^']+' and 2 more$/);
		expect(failure.description).toContain("'English ");
		expect(await paths()).toEqual(['/assessments']);
	});

	it('of an account without any is an error that says where to create one', async () => {
		await service().simulator.control.inject({
			match: { path: '/assessments' },
			fault: { kind: 'json', json: { assessments: [] } },
		});
		const failure = await failureOf(create(byName('English Speaking')));
		expect(failure.description).toBe('Create one in the administrative dashboard of the service');
	});

	it('by a name that two of them have is an error that gives their IDs', async () => {
		const { control } = service().simulator;
		const { assessmentId: id } = await control.addAssessment({ name: 'english speaking', kind: 'speaking' });
		const failure = await failureOf(create(byName('English Speaking')));
		expect(failure.message).toBe("The account has several assessments called 'English Speaking'");
		expect(failure.description).toContain(id);
		expect(await paths()).toEqual(['/assessments']);
	});
});
