import { isRecord } from '../api/specification/isRecord';
import type { UserIdentity } from '../api/specification/types';
import { readText, text } from '../shared/text';

/** What keeps 'User' from naming somebody. */
export type IdentityProblem =
	{ problem: 'empty' } | { problem: 'noText'; value: unknown } | { problem: 'unknownMode'; mode: string };

/**
 * Who is meant by 'User': exactly one of the service's three ways of naming a user.
 *
 * @param locator as n8n gives a resource locator. A bare text is an e-mail address.
 */
export function identityOf(locator: unknown): { user: UserIdentity } | IdentityProblem {
	const { mode: givenMode, value }: Record<string, unknown> =
		isRecord(locator) && 'mode' in locator ? locator : { value: locator };
	const name = readText(value);
	if (name === undefined) return { problem: 'noText', value };
	if (name === '') return { problem: 'empty' };
	const mode = text(givenMode);
	if (mode === 'uniqueIdentifier') return { user: { uniqueIdentifier: name } };
	if (mode === 'userId') return { user: { userId: name } };
	if (mode === 'emailAddress' || mode === '') return { user: { emailAddress: name } };
	return { problem: 'unknownMode', mode };
}
