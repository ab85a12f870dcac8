import { expect, it } from 'vitest';

import type { Identifiers } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { identifierKeys, identifiersOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { personOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/person.ts';

it.each<[Parameters<typeof identifiersOf>[0], Identifiers, keys: string[]]>([
	[{ email: ' A@B.c ' }, { email: 'a@b.c' }, ['email a@b.c']],
	[{ email: '', uniqueIdentifier: ' N-1 ' }, { uniqueIdentifier: 'N-1' }, ['uniqueIdentifier N-1']],
	[{ email: 'a', uniqueIdentifier: 'a' }, { email: 'a', uniqueIdentifier: 'a' }, ['email a', 'uniqueIdentifier a']],
	[{ email: null, uniqueIdentifier: ' ' }, {}, []],
])('the user %j has the identifiers %j, and is found by the keys %j', (user, identifiers, keys) => {
	expect(identifiersOf(user)).toStrictEqual(identifiers);
	expect(identifierKeys(identifiers)).toEqual(keys);
});

it('the error about two people names the one without an identifier by their user ID', () => {
	const [emailAddress, uniqueIdentifier] = ['nora@x.de', 'nora'];
	const byEmail = { userId: '2', email: emailAddress, scoreReports: [] };
	const byIdentifier = { userId: '1', uniqueIdentifier, scoreReports: [] };
	const body = { assessmentId: 'any', emailAddress, uniqueIdentifier };
	const asked = { body, identifiers: { uniqueIdentifier }, assessmentName: '' };
	expect(() => personOf(asked, { byEmail, byIdentifier }, [])).toThrow("'nora@x.de' belongs to a different person (2)");
});
