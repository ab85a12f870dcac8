import type { Words } from '../../../api/request/messages';
import { plainText } from '../../../api/specification/plainText';
import type { User } from '../../../api/specification/types';
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
type Holders = { [kind in keyof Identifiers]?: Pick<User, 'userId' | 'email' | 'uniqueIdentifier'> };

/**
 * Whether an item's identifiers belong to two people, because a link for one must not be sent to the other.
 *
 * @param given the item's identifiers as it writes them
 * @returns what's wrong; undefined if nothing is
 */
export function conflictOf(
	given: Identifiers,
	{ email: byEmail, uniqueIdentifier: byIdentifier }: Holders,
): Words | undefined {
	const wanted = identifiersOf(given);
	const ofEmail = identifiersOf(byEmail ?? {});
	// If the unique identifier is new, the email address must not belong to someone who has another one.
	const isOther = byIdentifier
		? areDifferent(byIdentifier.userId, byEmail?.userId)
		: areDifferent(wanted.uniqueIdentifier, ofEmail.uniqueIdentifier);
	if (isOther) {
		return {
			message: `'Email Address' belongs to a different user (${plainText(ofEmail.uniqueIdentifier ?? byEmail?.userId ?? '')}) than 'Unique Identifier'`,
			description:
				"To invite the user with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, leave 'Email Address' empty. Nothing was assigned",
		};
	}
	const { email: theirs } = identifiersOf(byIdentifier ?? {});
	if (!areDifferent(wanted.email, theirs)) return undefined;
	return {
		message: `'Unique Identifier' ${quoted(given.uniqueIdentifier ?? '')} belongs to a person with the email address ${quoted(theirs ?? '')}, not ${quoted(given.email ?? '')}`,
		description:
			"If the person's email address has changed, leave 'Email Address' empty. If they're two people, correct 'Unique Identifier' or leave it empty. Nothing was assigned",
	};
}

/** Whether both are known, and aren't the same. */
function areDifferent(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}
