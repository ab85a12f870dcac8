import { expect, it } from 'vitest';

import type { Identifiers, RecentInvitation } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import {
	haveDifferentUniqueIdentifiers,
	identifierKeys,
	identifiersOf,
	RecentInvitations,
} from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';

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

it.each<[one: Identifiers, other: Identifiers, different: boolean]>([
	[{ uniqueIdentifier: 'i' }, { uniqueIdentifier: 'i' }, false],
	[{ uniqueIdentifier: 'i' }, { uniqueIdentifier: 'I' }, true],
	[{ uniqueIdentifier: 'i' }, { email: 'e' }, false],
	[{ email: 'e', uniqueIdentifier: 'i' }, { email: 'e', uniqueIdentifier: 'other' }, true],
])('%j and %j have different unique identifiers: %s', (one, other, different) => {
	expect(haveDifferentUniqueIdentifiers(one, other)).toBe(different);
	expect(haveDifferentUniqueIdentifiers(other, one)).toBe(different);
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
	expect(byKey.size).toBe(600);
});
