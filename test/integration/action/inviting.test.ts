import type { INodeParameters } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault, Settings } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, invitationsTo, NORA } from './invitations.ts';
import { actionNode, failureOf, run, runJson, seedAssessmentId } from './support.ts';

// Pacing and settling what is in doubt would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

/** `NEW_PEOPLE=3000` for the whole proof, which takes half a minute. */
const NEW_PEOPLE = Number(process.env.NEW_PEOPLE ?? 1_000);

const service = useSimulator({ clock: { now: () => systemClock.now() } });
const { invitation, invite, sent, assignmentsOfNora } = invitationsTo(service);

async function lose(fault: Fault = { kind: 'cut', after: true }): Promise<void> {
	await service().simulator.control.inject({ match: { path: '/assign' }, fault });
}

const EACH: INodeParameters = { emailAddress: '={{ $json.email }}', uniqueIdentifier: '' };
const newPeople = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { email: `new-${index}@example.com` } }));

it(`${NEW_PEOPLE} new people cost hardly more than a request each`, { timeout: 300_000 }, async () => {
	const results = await invite(EACH, undefined, newPeople(NEW_PEOPLE));
	expect(results.filter(({ alreadyAssigned }) => alreadyAssigned === false)).toHaveLength(NEW_PEOPLE);
	const requests = (await service().requests()).length;
	console.log(`${NEW_PEOPLE} new people in one run: ${requests} requests`);
	expect(requests).toBeLessThanOrEqual(NEW_PEOPLE * 1.05);
});

it(
	'in a loop of one each a new person costs 1.15 requests at most, however much is open',
	{ timeout: 300_000 },
	async () => {
		const { simulator } = service();
		const count = 300;
		await simulator.control.addUsers({ count: 5_000, status: 'NotStarted' });
		for (const item of newPeople(count)) await invite(EACH, undefined, [item]);
		const requests = await service().requests();
		console.log(`${count} new people in a loop: ${requests.length} requests`);
		expect(requests.length).toBeLessThanOrEqual(count * 1.15);
		const readings = requests.filter(({ path }) => path.endsWith('/assignments'));
		const fromTheBeginning = readings.filter(({ body }) => JSON.stringify(body).includes('2000-01-01'));
		expect(fromTheBeginning).toHaveLength(1);
	},
);

it.each<[string, Partial<Settings>]>([
	['as it is', {}],
	['with a trailing blank', { reportedNames: 'trailingBlank' }],
	['in another case', { reportedNames: 'otherCase' }],
	['five seconds late', { appearAfterMs: { assignments: 5_000, score: 5_000, scores: 0 } }],
])('three lost answers make one assignment that the readings show %s', async (_how, settings) => {
	const { simulator } = service();
	await simulator.control.configure(settings);
	for (const policy of ['returnExisting', 'fail', 'returnExisting'] as const) {
		await lose();
		const [item] = await runJson(service().credentials, 'assignment.create', await invitation(NORA, policy)).catch(
			() => [undefined],
		);
		const [made] = await assignmentsOfNora();
		if (policy === 'returnExisting') expect(item).toMatchObject({ userAssessmentId: made?.userAssessmentId });
	}
	expect(await assignmentsOfNora()).toHaveLength(1);
	expect(await sent('/assign')).toBe(1);
});

it('what was carried out long after the time-out is found by the next run', async () => {
	const { simulator } = service();
	await lose({ kind: 'hang' });
	await failureOf(invite({ ...NORA, options: { timeout: 1 } }));
	const { userId } = await simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	const late = await simulator.control.assign({ userId, assessmentId: await seedAssessmentId(simulator) });
	await systemClock.sleep(1);
	expect(await invite()).toMatchObject([{ userAssessmentId: late.userAssessmentId, alreadyAssigned: true }]);
});

it('a request that was on its way when the execution was cancelled is in doubt, one in line is not', async () => {
	const { simulator, credentials } = service();
	await simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await lose({ kind: 'hang' });
	const cancel = new AbortController();
	const node = actionNode(credentials, 'assignment.create', await invitation());
	const running = execute(node, [{ json: {} }], cancel.signal).catch((error: unknown) => error);
	await vi.waitFor(async () => expect(await sent('/assign')).toBe(1));
	cancel.abort();
	expect(await running).toMatchObject({ message: expect.stringMatching(/cancelled.*may have been processed/) });
	expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent: an earlier request/);
	expect(await sent('/assign')).toBe(1);
});

it('a list that another execution is cancelled over is read by whoever needs it too', async () => {
	const { simulator, credentials } = service();
	await simulator.control.inject({ match: { path: '/assignments' }, fault: { kind: 'hang' } });
	const cancel = new AbortController();
	const node = actionNode(credentials, 'assignment.create', await invitation());
	const first = execute(node, [{ json: {} }], cancel.signal).catch((error: unknown) => error);
	await vi.waitFor(async () => expect(await sent('/assignments')).toBe(1));
	const second = run(
		credentials,
		'assignment.create',
		await invitation({ ...BY_EMAIL, emailAddress: 'b@example.com' }),
	);
	cancel.abort();
	expect(await first).toBeInstanceOf(Error);
	expect((await second)[0]?.json).toMatchObject({ alreadyAssigned: false });
});

it('where nothing can be read, the items of one execution try it together', async () => {
	const { simulator, credentials } = service();
	const fault: Fault = { kind: 'status', status: 503 };
	await simulator.control.inject({ match: { path: '/assignments' }, fault, times: 'always' });
	const settings = { continueOnFail: true };
	const node = actionNode(credentials, 'assignment.create', await invitation(EACH), { settings });
	const results = await execute(node, newPeople(10));
	for (const { json } of results) expect(json.error).toContain('status 503');
	expect(await sent('/assignments')).toBe(4);
	expect(await sent('/assign')).toBe(0);
});
