import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, assessmentId, failureOf, run, runJson, textOf } from './support.ts';

const service = useSimulator();

const PERSON = { emailAddress: 'Nora@Example.com', uniqueIdentifier: 'nora' };

async function assessment(index = 0) {
	const { assessments } = await service().simulator.control.state();
	const found = assessments[index];
	if (found === undefined) throw new Error('The seed has no such assessment');
	return found;
}

async function invitation(more: INodeParameters = {}): Promise<INodeParameters> {
	const { assessmentId: id } = await assessment();
	return { assessmentId: assessmentId(id), ...PERSON, ifAlreadyAssigned: 'returnExisting', ...more };
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
		const { credentials } = service();
		const [first] = await runJson(credentials, 'assignment.create', await invitation());
		const [second] = await runJson(credentials, 'assignment.create', await invitation());
		expect(first).toMatchObject({ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) });
		expect(second).toEqual({
			userId: first?.userId,
			userAssessmentId: first?.userAssessmentId,
			signInUrl: expect.not.stringMatching(new RegExp(`^${textOf(first?.signInUrl)}$`)),
			signInUrlExpiresAt: expect.any(String),
			alreadyAssigned: true,
		});
		expect((await fetch(textOf(second?.signInUrl))).ok).toBe(true);
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it('says so when the service does not know the person any more when the link is to be made', async () => {
		const { simulator, credentials } = service();
		await run(credentials, 'assignment.create', await invitation());
		await simulator.control.inject({
			match: { path: '/create-sign-in-token' },
			fault: { kind: 'status', status: 204 },
		});
		const failure = await failureOf(run(credentials, 'assignment.create', await invitation()));
		expect(failure.message).toBe('The service no longer knows the person who holds the assessment');
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it.each([
		['by identifier alone', { emailAddress: '' }],
		['by e-mail alone', { uniqueIdentifier: '' }],
		['by e-mail in another case', { uniqueIdentifier: '', emailAddress: 'NORA@example.COM' }],
	])('knows the person %s', async (_how, more) => {
		const { credentials } = service();
		await run(credentials, 'assignment.create', await invitation());
		const [again] = await runJson(credentials, 'assignment.create', await invitation(more));
		expect(again).toMatchObject({ alreadyAssigned: true });
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it('knows by /assignments what /score does not find in another case', async () => {
		const { simulator, credentials } = service();
		await run(credentials, 'assignment.create', await invitation());
		await simulator.control.inject({
			match: { path: '/score' },
			fault: { kind: 'status', status: 204 },
			times: 1,
		});
		const other = { uniqueIdentifier: '', emailAddress: 'NORA@example.COM' };
		const [again] = await runJson(credentials, 'assignment.create', await invitation(other));
		expect(again).toMatchObject({ alreadyAssigned: true });
	});

	it.each([
		[
			'in progress',
			true,
			async (userAssessmentId: string) => await service().simulator.control.start({ userAssessmentId }),
		],
		[
			'finished',
			false,
			async (userAssessmentId: string) => await service().simulator.control.finish({ userAssessmentId }),
		],
		[
			'scored',
			false,
			async (userAssessmentId: string) => await service().simulator.control.score({ userAssessmentId }),
		],
		[
			'expired',
			false,
			async (userAssessmentId: string) => await service().simulator.control.expire({ userAssessmentId }),
		],
		[
			'under review',
			false,
			async (userAssessmentId: string) => await service().simulator.control.needsReview({ userAssessmentId }),
		],
	])('an assignment that is %s is held: %s', async (_status, held, step) => {
		const { credentials } = service();
		const [first] = await runJson(credentials, 'assignment.create', await invitation());
		await step(textOf(first?.userAssessmentId));
		await lateness();
		const [second] = await runJson(credentials, 'assignment.create', await invitation());
		expect(second?.alreadyAssigned).toBe(held);
		expect(second?.userAssessmentId === first?.userAssessmentId).toBe(held);
		expect(await assignmentsOf()).toHaveLength(held ? 1 : 2);
	});

	it('another assessment is not held', async () => {
		const { credentials } = service();
		await run(credentials, 'assignment.create', await invitation());
		const { assessmentId: id } = await assessment(1);
		const [other] = await runJson(
			credentials,
			'assignment.create',
			await invitation({ assessmentId: assessmentId(id) }),
		);
		expect(other).toMatchObject({ alreadyAssigned: false });
	});

	it('a person whom two items name in different ways is assigned once', async () => {
		const { simulator, credentials } = service();
		await simulator.control.addUser({ email: PERSON.emailAddress, uniqueIdentifier: PERSON.uniqueIdentifier });
		await simulator.control.configure({ latency: { minMs: 5, maxMs: 120 } });
		const items = [
			{ json: { emailAddress: PERSON.emailAddress } },
			{ json: { uniqueIdentifier: PERSON.uniqueIdentifier } },
			{ json: { emailAddress: 'NORA@example.com' } },
		];
		const named = {
			emailAddress: '={{ $json.emailAddress ?? "" }}',
			uniqueIdentifier: '={{ $json.uniqueIdentifier ?? "" }}',
		};
		const results = await run(credentials, 'assignment.create', await invitation(named), items);
		expect(results.filter(({ json }) => json.alreadyAssigned === false)).toHaveLength(1);
		expect(await assignmentsOf()).toHaveLength(1);
	});

	it('an address in two cases is assigned once where /score tells them apart', async () => {
		const { simulator, credentials } = service();
		const items = ['nora@example.com', 'NORA@example.com'].map((emailAddress) => ({ json: { emailAddress } }));
		// Of both items: neither address is found, until somebody is looked for by userId.
		await simulator.control.inject({ match: { path: '/score' }, fault: { kind: 'status', status: 204 }, times: 2 });
		const named = { emailAddress: '={{ $json.emailAddress }}', uniqueIdentifier: '' };
		const results = await run(credentials, 'assignment.create', await invitation(named), items);
		expect(results.map(({ json }) => json.alreadyAssigned)).toEqual([false, true]);
		expect(await assignmentsOf({ emailAddress: 'nora@example.com' })).toHaveLength(1);
	});

	it('the same person twice in one run, and in two executions at once, is assigned once', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ latency: { minMs: 20, maxMs: 80 } });
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const parameters = await invitation();
		const results = (
			await Promise.all([
				run(credentials, 'assignment.create', parameters, items),
				run(credentials, 'assignment.create', parameters, items),
			])
		).flat();
		expect(results.filter(({ json }) => json.alreadyAssigned === false)).toHaveLength(1);
		expect(new Set(results.map(({ json }) => json.userAssessmentId)).size).toBe(1);
		expect(await assignmentsOf()).toHaveLength(1);
	}, 60_000);

	it.each([
		['cut after processing', { kind: 'cut', after: true }],
		['truncated', { kind: 'truncate' }],
		['500 after processing', { kind: 'status', status: 500, after: true }],
		['408 after processing, of a proxy', { kind: 'status', status: 408, after: true }],
		['an HTML page after processing', { kind: 'html' }],
	] as Array<[string, Fault]>)('a request in doubt (%s) is settled by reading: assigned once', async (_what, fault) => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ match: { path: '/assign' }, fault, times: 1 });
		const [result] = await runJson(credentials, 'assignment.create', await invitation());
		const assignments = await assignmentsOf();
		expect(assignments).toHaveLength(1);
		expect(result).toMatchObject({
			userAssessmentId: assignments[0]?.userAssessmentId,
			signInUrl: expect.stringContaining(simulator.baseHost),
			alreadyAssigned: false,
		});
	});

	it('an address and an identifier of different users are an error, and no link of one is given out for the other', async () => {
		const { simulator, credentials } = service();
		await runJson(credentials, 'assignment.create', await invitation());
		await lateness();
		await simulator.control.addUser({ uniqueIdentifier: 'other' });
		const mixed = await invitation({ uniqueIdentifier: 'other' });
		const failure = await failureOf(run(credentials, 'assignment.create', mixed));
		expect(failure.message).toContain("'Email Address' and 'Unique Identifier' belong to two users");
		expect(await simulator.control.requests({ endpoint: '/assign' })).toHaveLength(1);
	});

	it('an assessment that the account does not have is an error', async () => {
		const { credentials, requests } = service();
		const failure = await failureOf(
			run(credentials, 'assignment.create', await invitation({ assessmentId: assessmentId('unknown') })),
		);
		expect(failure.message).toMatch(/no assessment with the ID unknown \(parameter 'Assessment'\)/);
		expect((await requests()).map(({ path }) => path)).toEqual(['/2020q3/assessments']);
	});

	it('in a deprecated version works by the score reports alone', async () => {
		const { credentials } = service();
		const old = { ...credentials, apiVersion: 'beta' };
		const [first] = await runJson(old, 'assignment.create', await invitation());
		const [second] = await runJson(old, 'assignment.create', await invitation());
		expect([first?.alreadyAssigned, second?.alreadyAssigned]).toEqual([false, true]);
		expect(first).not.toHaveProperty('singleAssessmentSignInUrl');
	});
});

describe('fail', () => {
	it('assigns nothing to who holds the assessment, and names the assignment', async () => {
		const { credentials } = service();
		const [first] = await runJson(credentials, 'assignment.create', await invitation({ ifAlreadyAssigned: 'fail' }));
		const failure = await failureOf(
			run(credentials, 'assignment.create', await invitation({ ifAlreadyAssigned: 'fail' })),
		);
		expect(first).toMatchObject({ alreadyAssigned: false });
		expect(failure.message).toContain(`(userAssessmentId ${textOf(first?.userAssessmentId)})`);
		expect(await assignmentsOf()).toHaveLength(1);
	});
});

describe('assignAgain', () => {
	it('assigns once more', async () => {
		const { credentials, requests } = service();
		const node = actionNode(credentials, 'assignment.create', await invitation({ ifAlreadyAssigned: 'assignAgain' }));
		await execute(node, [{ json: {} }, { json: {} }]);
		expect(await assignmentsOf()).toHaveLength(2);
		expect((await requests()).map(({ path }) => path)).toEqual(['/2020q3/assign', '/2020q3/assign']);
	});
});
