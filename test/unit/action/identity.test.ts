import { expect, it } from 'vitest';

import type { Identifiers } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { identifierKeys, identifiersOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { personOf, type Users } from '../../../nodes/EnterpriseAssessment/resources/assignment/person.ts';

it.each<[Parameters<typeof identifiersOf>[0], Identifiers, keys: string[]]>([
	[{ email: ' A@B.c ' }, { email: 'a@b.c' }, ['email a@b.c']],
	[{ email: '', uniqueIdentifier: ' N-1 ' }, { uniqueIdentifier: 'N-1' }, ['uniqueIdentifier N-1']],
	[{ email: 'a', uniqueIdentifier: 'a' }, { email: 'a', uniqueIdentifier: 'a' }, ['email a', 'uniqueIdentifier a']],
	[{ email: null, uniqueIdentifier: ' ' }, {}, []],
])('the user %j has the identifiers %j, and is found by the keys %j', (user, identifiers, keys) => {
	expect(identifiersOf(user)).toStrictEqual(identifiers);
	expect(identifierKeys(identifiers)).toEqual(keys);
});

const NORA = { email: 'nora@x.de', uniqueIdentifier: 'nora' };
/** A user as the service shows them, who may have no address or identifier. */
const NO_ONE = { email: '', uniqueIdentifier: null, scoreReports: [] };
const user = (userId: string, identifiers: Identifiers) => ({ ...NO_ONE, userId, ...identifiers });
const nora = user('1', { ...NORA, email: 'Nora@x.de' });

const isOf = (who: string) =>
	`The email address 'nora@x.de' belongs to a different person (${who}) than the unique identifier 'nora'`;
const differs = (from: string) =>
	`The unique identifier 'nora' belongs to a different person (${from}) than the email address 'Nora@X.de'`;

const IN_CAPITALS = { email: 'Nora@X.de', uniqueIdentifier: 'nora' };
const BOTH = { byEmail: nora, byIdentifier: nora };
const other = (identifiers: Identifiers) => ({ ...BOTH, byEmail: user('2', { email: 'nora@x.de', ...identifiers }) });

it.each<[what: string, given: Identifiers, holders: Users, conflict?: string]>([
	['a new person', NORA, {}],
	['one user who has both', NORA, BOTH],
	['one user, in other capitals', IN_CAPITALS, BOTH],
	['a user who has no address yet', NORA, { byIdentifier: user('1', { uniqueIdentifier: 'nora' }) }],
	['a user who has no identifier yet', NORA, { byEmail: user('1', { email: 'nora@x.de' }) }],
	['two users', NORA, other({ uniqueIdentifier: 'bo' }), isOf('bo')],
	['two users, one without an identifier', NORA, other({}), isOf('2')],
	['a new identifier', NORA, { byEmail: user('2', { uniqueIdentifier: 'Nora' }) }, isOf('Nora')],
	['a new address', IN_CAPITALS, { byIdentifier: user('1', { email: 'old@x.de' }) }, differs('old@x.de')],
])('%s: the identifiers %j belong to one person, or an error says why not', (_what, given, holders, conflict) => {
	const body = { assessmentId: 'any', emailAddress: given.email, uniqueIdentifier: given.uniqueIdentifier };
	const find = () => personOf({ body, identifiers: identifiersOf(given), assessmentName: '' }, holders, []);
	if (conflict === undefined) return expect(find()?.userId).toBe((holders.byIdentifier ?? holders.byEmail)?.userId);
	const description = expect.stringMatching(
		/ leave it empty\. .* leave 'Email Address' empty\. Nothing was assigned to this person$/,
	);
	expect(find).toThrow(expect.objectContaining({ message: conflict, description }));
});
