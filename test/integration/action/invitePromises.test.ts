import { expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { BY_EMAIL, BY_IDENTIFIER, invitationsTo, NORA } from './invitations.ts';
import { actionNode, failureOf } from './support.ts';

vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));
const service = useSimulator({ clock: { now: () => systemClock.now() } });
const { invitation, invite, sent, assignmentsOfNora } = invitationsTo(service);
const lose = async (fault: Fault, times = 1) =>
	await service().simulator.control.inject({ match: { path: '/assign' }, fault, times });
const EACH = { emailAddress: '={{ $json.e }}', uniqueIdentifier: '={{ $json.u }}' };

it.each<[string, Fault]>([
	['500', { kind: 'status', status: 500 }],
	['502', { kind: 'status', status: 502 }],
	['503', { kind: 'status', status: 503 }],
	['cut', { kind: 'cut' }],
])('%s: sent again after 12 s', async (_w, fault) => {
	await service().simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await lose(fault);
	const before = systemClock.now();
	expect(await invite(BY_EMAIL)).toMatchObject([
		{ alreadyAssigned: false, singleAssessmentSignInUrl: expect.any(String) },
	]);
	expect(systemClock.now() - before).toBeGreaterThanOrEqual(12_000);
	expect(await sent('/assign')).toBe(2);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it.each<[string, Fault, number]>([
	['504', { kind: 'status', status: 504 }, 1],
	['408', { kind: 'status', status: 408 }, 1],
	['html', { kind: 'status', status: 200, body: '<html>' }, 1],
	['hang', { kind: 'hang' }, 1],
	['503 twice', { kind: 'status', status: 503 }, 2],
])('%s: in doubt for two minutes', async (_w, fault, times) => {
	await service().simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	await lose(fault, times);
	const failure = await failureOf(invite({ ...BY_EMAIL, options: { timeout: 1 } }, 'fail'));
	expect(failure.message).toMatch(/POST \/assign.*may have been processed all the same/);
	expect((await failureOf(invite(BY_IDENTIFIER))).message).toMatch(/^Nothing was sent: an earlier request/);
	expect(await sent('/assign')).toBe(times);
	await systemClock.sleep(120_000);
	expect(await invite(BY_IDENTIFIER)).toMatchObject([{ alreadyAssigned: false }]);
	expect(await assignmentsOfNora()).toHaveLength(1);
});

it('a service that shows former names: an error and one assignment', async () => {
	await service().simulator.control.configure({ reportedNames: 'renamed' });
	await lose({ kind: 'cut', after: true });
	await failureOf(invite());
	expect(await sent('/assign')).toBe(1);
});

async function cost(title: string, rows: Array<{ e: string; u: string }>) {
	const before = (await service().requests()).length;
	const out = await execute(
		actionNode(service().credentials, 'assignment.create', await invitation(EACH)),
		rows.map((json) => ({ json })),
	);
	console.log(`${title}: ${(await service().requests()).length - before} requests for ${rows.length} rows`);
	return out.filter(({ json }) => json.alreadyAssigned === false).length;
}
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

it('costs', { timeout: 300_000 }, async () => {
	expect(
		await cost('300 by address, then 300 by identifier, all new', [
			...range(300).map((i) => ({ e: `a${i}@x.com`, u: '' })),
			...range(300).map((i) => ({ e: '', u: `I-${i}` })),
		]),
	).toBe(600);
	await systemClock.sleep(70_000);
	expect(
		await cost('the same again', [
			...range(300).map((i) => ({ e: `a${i}@x.com`, u: '' })),
			...range(300).map((i) => ({ e: '', u: `I-${i}` })),
		]),
	).toBe(0);
	await systemClock.sleep(130_000);
	expect(
		await cost(
			'600 in turn by address and by identifier, all new',
			range(600).map((i) => (i % 2 ? { e: `b${i}@x.com`, u: '' } : { e: '', u: `J-${i}` })),
		),
	).toBe(600);
	await systemClock.sleep(130_000);
	expect(
		await cost(
			'600 with both names, all new',
			range(600).map((i) => ({ e: `c${i}@x.com`, u: `K-${i}` })),
		),
	).toBe(600);
});

it(
	'60 known people, each by address in one row and by identifier in another, in any order',
	{ timeout: 100_000 },
	async () => {
		for (const i of range(60))
			await service().simulator.control.addUser({ email: `k${i}@x.com`, uniqueIdentifier: `K-${i}` });
		const rows = range(60).flatMap((i) => [
			{ e: `k${i}@x.com`, u: '' },
			{ e: '', u: `K-${i}` },
		]);
		for (let i = rows.length - 1; i > 0; i--) {
			const j = Math.floor(Math.random() * (i + 1));
			[rows[i], rows[j]] = [rows[j]!, rows[i]!];
		}
		expect(await cost('60 known people in 120 rows', rows)).toBe(60);
	},
);
