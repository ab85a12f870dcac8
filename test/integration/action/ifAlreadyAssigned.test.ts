import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { useSimulator } from '../support/simulator.ts';
import { assessmentId, failureOf, runJson, seedAssessmentId, textOf } from './support.ts';

const service = useSimulator();

const PERSON = { emailAddress: 'Nora@Example.com', uniqueIdentifier: 'nora' };

async function invite(more: INodeParameters = {}, items?: INodeExecutionData[]): Promise<IDataObject[]> {
	const { simulator, credentials } = service();
	const id = assessmentId(await seedAssessmentId(simulator));
	const parameters = { assessmentId: id, ...PERSON, ifAlreadyAssigned: 'returnExisting', ...more };
	return await runJson(credentials, 'assignment.create', parameters, items);
}

async function assignmentsOf(person: { emailAddress?: string; uniqueIdentifier?: string } = PERSON) {
	const { assignments } = await service().simulator.control.user(person);
	return assignments;
}

/** Until what was done shows in all lists, under the readings in which that takes a while. */
async function lateness(): Promise<void> {
	const { control } = service().simulator;
	const { appearAfterMs } = await control.settings();
	await control.setClock({ advanceMs: Math.max(...Object.values(appearAfterMs)) });
}

describe('returnExisting', () => {
	it('assigns once and then returns that assignment with a fresh link that works', async () => {
		const [first] = await invite();
		const [second] = await invite();
		expect(first).toMatchObject({ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) });
		expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
		expect(second).toEqual({
			...first,
			alreadyAssigned: true,
			singleAssessmentSignInUrl: null,
			singleAssessmentSignInUrlExpiresAt: null,
			signInUrl: expect.not.stringMatching(new RegExp(`^${textOf(first?.signInUrl)}$`)),
			signInUrlExpiresAt: expect.any(String),
		});
		expect((await fetch(textOf(second?.signInUrl))).ok).toBe(true);
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it('says so when the service does not know the person any more when the link is to be made', async () => {
		await invite();
		await service().simulator.control.inject({
			match: { path: '/create-sign-in-token' },
			fault: { kind: 'status', status: 204 },
		});
		const failure = await failureOf(invite());
		expect(failure.message).toBe('The service no longer knows the person who holds the assessment');
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it.each([
		['by identifier alone', { emailAddress: '' }],
		['by e-mail alone', { uniqueIdentifier: '' }],
		['by e-mail in another case', { uniqueIdentifier: '', emailAddress: 'NORA@example.COM' }],
	])('knows the person %s', async (_how, more) => {
		await invite();
		expect(await invite(more)).toMatchObject([{ alreadyAssigned: true }]);
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it('knows by /assignments what /score does not find in another case', async () => {
		await invite();
		const fault: Fault = { kind: 'status', status: 204 };
		await service().simulator.control.inject({ match: { path: '/score' }, fault, times: 1 });
		const again = await invite({ uniqueIdentifier: '', emailAddress: 'NORA@example.COM' });
		expect(again).toMatchObject([{ alreadyAssigned: true }]);
	});

	it.each([
		['in progress', true, 'start'],
		['finished', false, 'finish'],
		['scored', false, 'score'],
		['under review', false, 'needsReview'],
	] as const)('an assignment that is %s is held: %s', async (_status, held, step) => {
		const [first] = await invite();
		await service().simulator.control[step]({ userAssessmentId: textOf(first?.userAssessmentId) });
		await lateness();
		const [second] = await invite();
		expect(second?.alreadyAssigned).toBe(held);
		expect(second?.userAssessmentId === first?.userAssessmentId).toBe(held);
		expect(await assignmentsOf()).toHaveLength(held ? 1 : 2);
	});

	it('an address in two cases is assigned once where /score tells them apart', async () => {
		const items = ['nora@example.com', 'NORA@example.com'].map((emailAddress) => ({ json: { emailAddress } }));
		// Of both items: neither address is found, until somebody is looked for by userId.
		const fault: Fault = { kind: 'status', status: 204 };
		await service().simulator.control.inject({ match: { path: '/score' }, fault, times: 2 });
		const results = await invite({ emailAddress: '={{ $json.emailAddress }}', uniqueIdentifier: '' }, items);
		expect(results.map(({ alreadyAssigned }) => alreadyAssigned)).toEqual([false, true]);
		expect(await assignmentsOf({ emailAddress: 'nora@example.com' })).toHaveLength(1);
	});

	it.each<[what: string, fault: Fault]>([
		['cut after processing', { kind: 'cut', after: true }],
		['truncated', { kind: 'truncate' }],
		['500 after processing', { kind: 'status', status: 500, after: true }],
		['408 after processing, of a proxy', { kind: 'status', status: 408, after: true }],
		['an HTML page after processing', { kind: 'html' }],
	])('a request in doubt (%s) is settled by reading: assigned once', async (_what, fault) => {
		const { simulator } = service();
		await simulator.control.inject({ match: { path: '/assign' }, fault, times: 1 });
		const [result] = await invite();
		const assignments = await assignmentsOf();
		expect(assignments).toHaveLength(1);
		expect(result).toMatchObject({
			userAssessmentId: assignments[0]?.userAssessmentId,
			signInUrl: expect.stringContaining(simulator.baseHost),
			alreadyAssigned: false,
		});
	});

	it('an assessment that the account does not have is an error', async () => {
		const failure = await failureOf(invite({ assessmentId: assessmentId('unknown') }));
		expect(failure.message).toMatch(/no assessment with the ID unknown \(parameter 'Assessment'\)/);
		expect((await service().requests()).map(({ path }) => path)).toEqual(['/2020q3/assessments']);
	});
});

it('fail: assigns nothing to who holds the assessment, and names the assignment', async () => {
	const [first] = await invite({ ifAlreadyAssigned: 'fail' });
	const failure = await failureOf(invite({ ifAlreadyAssigned: 'fail' }));
	expect(first).toMatchObject({ alreadyAssigned: false });
	expect(failure.message).toContain(`(userAssessmentId ${textOf(first?.userAssessmentId)})`);
	expect(await assignmentsOf()).toHaveLength(1);
});

it('assignAgain: assigns once more', async () => {
	await invite({ ifAlreadyAssigned: 'assignAgain' }, [{ json: {} }, { json: {} }]);
	expect(await assignmentsOf()).toHaveLength(2);
	expect((await service().requests()).map(({ path }) => path.slice(8))).toEqual(['assessments', 'assign', 'assign']);
});
