import { expect, it } from 'vitest';

import type { Identifiers } from '../../../nodes/EnterpriseAssessment/resources/assignment/person.ts';
import { identifierKeys, identifiersOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/person.ts';
import type { RecentInvitation } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import { hold, owedTo, RecentInvitations } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import type { ItemOfRun } from '../../../nodes/EnterpriseAssessment/runs.ts';

it.each<[Parameters<typeof identifiersOf>[0], Identifiers]>([
	[
		{ email: ' A@B.c ', uniqueIdentifier: ' N-1 ' },
		{ email: 'a@b.c', uniqueIdentifier: 'N-1' },
	],
	[{ email: '', uniqueIdentifier: null }, {}],
	[{ email: null, uniqueIdentifier: ' ' }, {}],
	[{}, {}],
])('the identifiers of the user %j are read as %j', (user, identifiers) => {
	expect(identifiersOf(user)).toStrictEqual(identifiers);
});

it('an email address and an identifier with the same text have different keys', () => {
	expect(identifierKeys({ email: 'a', uniqueIdentifier: 'a' })).toEqual(['email a', 'uniqueIdentifier a']);
	expect(identifierKeys({ uniqueIdentifier: 'a' })).toEqual(['uniqueIdentifier a']);
	expect(identifierKeys({})).toEqual([]);
});

const invitation = (): RecentInvitation => ({ identifiers: {}, assessmentId: 'a' });

function recentInvitations() {
	let now = 0;
	const byKey = new Map<string, Set<RecentInvitation>>();
	const clock = { now: () => now, sleep: async () => await Promise.resolve() };
	return { recent: new RecentInvitations(clock, byKey), byKey, pass: (ms: number) => (now += ms) };
}

it('an invitation is found by any of its keys until two minutes after it ends', () => {
	const { recent, pass } = recentInvitations();
	const [one, other] = [invitation(), invitation()];
	recent.add(one, ['email', 'identifier']);
	recent.add(other, ['email']);
	expect(recent.of(['unknown'])).toEqual([]);
	pass(60 * 60_000);
	expect(recent.of(['email', 'identifier'])).toEqual([one, other]);
	recent.end(one);
	pass(119_999);
	expect(recent.of(['identifier'])).toEqual([one]);
	pass(1);
	expect(recent.of(['identifier'])).toEqual([]);
});

it('only the invitations of the last two minutes stay in memory', () => {
	const { recent, byKey, pass } = recentInvitations();
	for (let person = 0; person < 10_000; person += 1) {
		const one = invitation();
		recent.add(one, [`person ${person}`]);
		pass(200);
		recent.end(one);
	}
	// Older ones are removed every thirty seconds.
	expect(byKey.size).toBeGreaterThanOrEqual(600);
	expect(byKey.size).toBeLessThanOrEqual(750);
});

const itemOfRun = (): ItemOfRun => ({ whenOver: [] });
const over = (item: ItemOfRun, isOutput: boolean) => item.whenOver.forEach((end) => end(isOutput));

it('an assignment is owed to its own item, and to any other after a run that failed, until one has output it', () => {
	const [one, failed, next, last] = [invitation(), itemOfRun(), itemOfRun(), itemOfRun()];
	hold(one, { links: { signInUrl: 'link' } }, { item: failed });
	expect([owedTo(one, failed), owedTo(one, next)]).toEqual([one.owed, undefined]);
	over(failed, false);
	const owed = owedTo(one, next);
	expect(owed?.links).toEqual({ signInUrl: 'link' });
	hold(one, owed ?? { links: {} }, { item: next });
	expect(owedTo(one, last)).toBeUndefined();
	over(next, true);
	expect(owedTo(one, last)).toBeUndefined();
	expect(one.owed).toBeUndefined();
});

it('an assignment of a canceled execution is free before that execution has ended, which then changes nothing', () => {
	const [one, canceled, next] = [invitation(), itemOfRun(), itemOfRun()];
	const cancel = new AbortController();
	hold(one, { links: {} }, { item: canceled, cancel: cancel.signal });
	expect(owedTo(one, next)).toBeUndefined();
	cancel.abort();
	hold(one, owedTo(one, next) ?? { links: {} }, { item: next });
	over(canceled, false);
	expect(owedTo(one, itemOfRun())).toBeUndefined();
	over(next, true);
	expect(one.owed).toBeUndefined();
});

it('an owed assignment that the service should show by now, but does not, is left out until it does', () => {
	const { recent, pass } = recentInvitations();
	const one: RecentInvitation = { ...invitation(), assigned: { userId: 'nora', userAssessmentId: 'hers' } };
	recent.add(one, ['key']);
	hold(one, { links: {} }, { item: itemOfRun() });
	const user = (userId: string, ...ids: string[]) => ({
		...{ userId, givenName: '', surname: '', username: '' },
		scoreReports: ids.map((userAssessmentId) => ({ userAssessmentId, status: 'NotStarted' })),
	});
	const isThere = () =>
		[
			undefined,
			{ email: user('nora', 'another', 'hers') },
			{ uniqueIdentifier: user('nora', 'hers'), email: user('sister') },
			{ uniqueIdentifier: user('nora', 'another') },
			{ email: user('sister', 'hers') },
			{ uniqueIdentifier: null, email: null },
			{},
		].map((users) => recent.of(['key'], users).length === 1);
	const always = [true, true, true, true, true, true, true];
	expect(isThere()).toEqual(always);
	recent.end(one);
	pass(119_999);
	expect(isThere()).toEqual(always);
	pass(1);
	expect(isThere()).toEqual([true, true, true, false, false, false, false]);
});

it('the last 10,000 owed assignments are kept for a day', () => {
	const { recent, byKey, pass } = recentInvitations();
	for (let person = 0; person < 10_050; person += 1) {
		const [one, item] = [invitation(), itemOfRun()];
		recent.add(one, [`person ${person}`]);
		hold(one, { links: {} }, { item });
		over(item, false);
		recent.end(one);
	}
	const sweep = (ms: number) => {
		pass(ms);
		recent.end(invitation());
	};
	sweep(150_000);
	expect(byKey.size).toBe(10_000);
	expect([recent.of(['person 49']), recent.of(['person 50'])]).toEqual([[], [expect.anything()]]);
	sweep(24 * 60 * 60_000 - 150_001);
	expect(byKey.size).toBe(10_000);
	sweep(30_000);
	expect(byKey.size).toBe(0);
});
