import { plainText } from '../../../api/specification/plainText';
import type { User } from '../../../api/specification/types';
import { ParameterError } from '../../../shared/parameters/parameter';
import { quoted } from '../../../shared/parameters/values';

/** What identifies a person. */
export interface Identifiers {
	email?: string;
	uniqueIdentifier?: string;
}

/**
 * Returns the identifiers ready to compare: the email address in lower case, the unique identifier as it is.
 *
 * @param user from an item or the service. A missing identifier can be empty or null.
 */
export function identifiersOf(user: { email?: string | null; uniqueIdentifier?: string | null }): Identifiers {
	const email = user.email?.trim().toLowerCase();
	const uniqueIdentifier = user.uniqueIdentifier?.trim();
	return { ...(email ? { email } : {}), ...(uniqueIdentifier ? { uniqueIdentifier } : {}) };
}

/** Returns one key per identifier, so people who share an identifier share a key. */
export function identifierKeys(identifiers: Identifiers): string[] {
	return Object.entries(identifiers).map(([kind, identifier]) => `${kind} ${identifier}`);
}

/** For each of an item's identifiers, the user who has it. */
export type Users = { [kind in keyof Identifiers]?: User | null };

/**
 * @param given the item's identifiers as it writes them
 * @throws ParameterError if they belong to two people, because a link for one must not be sent to the other
 */
export function refuseConflict(given: Identifiers, users: Users): void {
	const wanted = identifiersOf(given);
	const { email: byEmail, uniqueIdentifier: byIdentifier } = users;
	const ofEmail = identifiersOf(byEmail ?? {});
	const ofIdentifier = identifiersOf(byIdentifier ?? {});
	// If the unique identifier is new, the email address must not belong to someone who has another one.
	const isEmailOfOther = byIdentifier
		? areDifferent(byIdentifier.userId, byEmail?.userId)
		: areDifferent(wanted.uniqueIdentifier, ofEmail.uniqueIdentifier);
	if (!isEmailOfOther && !areDifferent(wanted.email, ofIdentifier.email)) return;
	const email = `'Email Address' ${quoted(given.email ?? '')}`;
	const identifier = `'Unique Identifier' ${quoted(given.uniqueIdentifier ?? '')}`;
	const other = isEmailOfOther ? (ofEmail.uniqueIdentifier ?? byEmail?.userId) : ofIdentifier.email;
	const [one, another] = isEmailOfOther ? [email, identifier] : [identifier, email];
	throw new ParameterError(
		`${one} belongs to a different person (${plainText(other ?? '')}) than ${another}`,
		"To invite the person with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, or if the person's email address has changed, leave 'Email Address' empty. Nothing was assigned",
	);
}

/** Whether both are known, and aren't the same. */
function areDifferent(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}
