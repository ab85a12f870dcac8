import { plainText } from '../../../api/specification/plainText';
import type { User } from '../../../api/specification/types';
import { nameKey } from '../../../shared/filters';
import { ParameterError } from '../../../shared/parameters/parameter';
import { quoted } from '../../../shared/parameters/values';
import type { InputItem } from '../../operation';

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
	// If both belong to users, it must be the same one. If only the email address does, that user must not have another identifier.
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

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };

/** Whom an item is about, as far as it says. Empty if it doesn't. */
type Row = Record<keyof typeof LABELS, string>;

/** Rows that share the first of these fields must not contradict each other in the second one. */
const COMPARED = [
	['uniqueIdentifier', 'email'],
	['uniqueIdentifier', 'givenName'],
	['email', 'uniqueIdentifier'],
	['email', 'givenName'],
] as const;

/** The first row that has both of two such fields, by the value of the shared one. */
type FirstRows = Map<string, { name: string; given: Row; keys: Partial<Row> }>;

/** For each try of a run. */
const triesRows = new WeakMap<InputItem['context'], FirstRows>();

/**
 * Compares an item with those that were read before. Of several earlier rows, the first one with the field counts, because the
 * others repeat it or were found themselves. Rows of different accounts have nothing to do with each other.
 *
 * @throws ParameterError if it shares an identifier with one and contradicts it, so that they would make two people one
 */
export function refuseContradiction({ context, account, name }: InputItem, given: Row): void {
	const firstRows: FirstRows = triesRows.get(context) ?? new Map();
	triesRows.set(context, firstRows);
	const keys = { ...identifiersOf(given), givenName: nameKey(given.givenName).replace(/\s/g, '') };
	/** It's thrown when all of the row's fields are known to later rows, which must not contradict it either. */
	let found: ParameterError | undefined;
	for (const [shared, field] of COMPARED) {
		if (!keys[shared] || !keys[field]) continue;
		const key = JSON.stringify([account.id, shared, keys[shared], field]);
		const first = firstRows.get(key) ?? { name, given, keys };
		firstRows.set(key, first);
		if (first.keys[field] === keys[field]) continue;
		const [there, here] = [quoted(first.given[field]), quoted(given[field])];
		const message = `'${LABELS[shared]}' ${quoted(given[shared])} is also in ${first.name}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
		const other = shared === 'email' ? LABELS.uniqueIdentifier : LABELS.email;
		const advice = `If they're one person, correct the list. If they're two, leave '${LABELS[shared]}' empty in one of the rows, and identify that person by '${other}'`;
		found ??= new ParameterError(message, advice);
	}
	if (found !== undefined) throw found;
}
