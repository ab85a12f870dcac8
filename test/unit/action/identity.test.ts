import { expect, it } from 'vitest';

import type { Identifiers } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { identifierKeys, identifiersOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';

it.each<[Parameters<typeof identifiersOf>[0], Identifiers, keys: string[]]>([
	[{ email: ' A@B.c ' }, { email: 'a@b.c' }, ['email a@b.c']],
	[{ email: '', uniqueIdentifier: ' N-1 ' }, { uniqueIdentifier: 'N-1' }, ['uniqueIdentifier N-1']],
	[{ email: 'a', uniqueIdentifier: 'a' }, { email: 'a', uniqueIdentifier: 'a' }, ['email a', 'uniqueIdentifier a']],
	[{ email: null, uniqueIdentifier: ' ' }, {}, []],
])('the user %j has the identifiers %j, and is found by the keys %j', (user, identifiers, keys) => {
	expect(identifiersOf(user)).toStrictEqual(identifiers);
	expect(identifierKeys(identifiers)).toEqual(keys);
});
