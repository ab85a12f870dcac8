import { expect, it } from 'vitest';

import type { RecentInvitation } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import { hold, owedTo, RecentInvitations } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import type { ItemOfRun } from '../../../nodes/EnterpriseAssessment/runs.ts';

const invitation = (): RecentInvitation => ({ identifiers: {}, assessmentId: 'a' });
const ASSIGNED = { userId: 'nora', userAssessmentId: 'hers', signInUrl: 'link' };

function recentInvitations() {
	let now = 0;
	const byKey = new Map<string, Set<RecentInvitation>>();
	const clock = { now: () => now, sleep: async () => await Promise.resolve() };
	const recent = new RecentInvitations(clock, byKey);
	/** Begins an invitation's request. The returned function ends it. */
	const begin = (one: RecentInvitation, ...keys: string[]) => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const ended = recent.during(one, keys, async () => await promise);
		return async (failure?: Promise<never>) => {
			resolve(failure);
			await ended.catch(() => undefined);
		};
	};
	return { recent, begin, byKey, pass: (ms: number) => (now += ms) };
}

it('an invitation is found by any of its keys until two minutes after its request ends or fails', async () => {
	const { recent, begin, pass } = recentInvitations();
	const [one, other] = [invitation(), invitation()];
	const [end, fail] = [begin(one, 'email', 'identifier'), begin(other, 'email')];
	expect(recent.of(['unknown'])).toEqual([]);
	pass(60 * 60_000);
	expect(recent.of(['email', 'identifier'])).toEqual([one, other]);
	await end();
	pass(119_999);
	expect(recent.of(['identifier'])).toEqual([one]);
	await fail(Promise.reject(new Error('refused')));
	pass(1);
	expect(recent.of(['email', 'identifier'])).toEqual([other]);
	pass(119_999);
	expect(recent.of(['email'])).toEqual([]);
});

it('only the invitations of the last two minutes stay in memory', async () => {
	const { recent, begin, byKey, pass } = recentInvitations();
	for (let person = 0; person < 10_000; person += 1) {
		const key = `person ${person}`;
		recent.of([key]);
		const end = begin(invitation(), key);
		pass(200);
		await end();
	}
	// Older ones are removed every thirty seconds.
	expect(byKey.size).toBeGreaterThanOrEqual(600);
	expect(byKey.size).toBeLessThanOrEqual(750);
});

const itemOfRun = (): ItemOfRun => ({ whenOver: [] });
const over = (item: ItemOfRun, isOutput: boolean) => item.whenOver.forEach((end) => end(isOutput));

it('an assignment is owed to its own item, and to any other after a run that failed, until one has output it', () => {
	const [one, failed, next, last] = [invitation(), itemOfRun(), itemOfRun(), itemOfRun()];
	hold(one, ASSIGNED, { item: failed, cancel: undefined });
	expect([owedTo(one, failed), owedTo(one, next)]).toEqual([ASSIGNED, undefined]);
	over(failed, false);
	expect(owedTo(one, next)).toEqual(ASSIGNED);
	hold(one, ASSIGNED, { item: next, cancel: undefined });
	expect(owedTo(one, last)).toBeUndefined();
	over(next, true);
	expect(owedTo(one, last)).toBeUndefined();
	expect(one.owed).toBeUndefined();
});

it('an assignment of a canceled execution is free before that execution has ended, which then changes nothing', () => {
	const [one, canceled, next] = [invitation(), itemOfRun(), itemOfRun()];
	const cancel = new AbortController();
	hold(one, ASSIGNED, { item: canceled, cancel: cancel.signal });
	expect(owedTo(one, next)).toBeUndefined();
	cancel.abort();
	expect(owedTo(one, next)).toEqual(ASSIGNED);
	hold(one, ASSIGNED, { item: next, cancel: undefined });
	over(canceled, false);
	expect(owedTo(one, itemOfRun())).toBeUndefined();
	over(next, true);
	expect(one.owed).toBeUndefined();
});

it('an owed assignment that the service should show by now, but does not, is left out until it does', async () => {
	const { recent, begin, pass } = recentInvitations();
	const one: RecentInvitation = { ...invitation(), assigned: ASSIGNED };
	const end = begin(one, 'key');
	hold(one, ASSIGNED, { item: itemOfRun(), cancel: undefined });
	const user = (userId: string, ...ids: string[]) => ({
		...{ userId, givenName: '', surname: '', username: '' },
		scoreReports: ids.map((userAssessmentId) => ({ userAssessmentId, status: 'NotStarted' })),
	});
	const isThere = () =>
		[
			undefined,
			[user('nora', 'another', 'hers')],
			[user('nora', 'hers'), user('sister')],
			[user('nora', 'another')],
			[user('sister', 'hers')],
			[null, null],
			[],
		].map((users) => recent.of(['key'], users).length === 1);
	const always = [true, true, true, true, true, true, true];
	expect(isThere()).toEqual(always);
	await end();
	pass(119_999);
	expect(isThere()).toEqual(always);
	pass(1);
	expect(isThere()).toEqual([true, true, true, false, false, false, false]);
});

it('the last 10,000 owed assignments are kept for a day', async () => {
	const { recent, begin, byKey, pass } = recentInvitations();
	for (let person = 0; person < 10_050; person += 1) {
		const [one, item] = [invitation(), itemOfRun()];
		const end = begin(one, `person ${person}`);
		hold(one, ASSIGNED, { item, cancel: undefined });
		over(item, false);
		await end();
	}
	const sweep = (ms: number) => {
		pass(ms);
		recent.of([]);
	};
	sweep(150_000);
	expect(byKey.size).toBe(10_000);
	expect([recent.of(['person 49']), recent.of(['person 50'])]).toEqual([[], [expect.anything()]]);
	sweep(24 * 60 * 60_000 - 150_001);
	expect(byKey.size).toBe(10_000);
	sweep(30_000);
	expect(byKey.size).toBe(0);
});
