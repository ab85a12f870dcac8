import { quoted, UserError } from '../../../shared/parameters/parameter';
import { rowName } from '../../errors';
import type { InputItem } from '../../operation';
import { areOfTwoPeople, fullName, type Name } from './names';

export interface Identifiers {
	email?: string;
	uniqueIdentifier?: string;
}

/** Returns identifiers ready to compare: the email address in lower case, the unique identifier as it is. What's empty is left out. */
export function identifiersOf(user: { email?: string | null; uniqueIdentifier?: string | null }): Identifiers {
	const email = user.email?.trim().toLowerCase();
	const uniqueIdentifier = user.uniqueIdentifier?.trim();
	return { ...(email ? { email } : {}), ...(uniqueIdentifier ? { uniqueIdentifier } : {}) };
}

/** Returns one key per identifier, so people who share an identifier share a key. */
export function identifierKeys(identifiers: Identifiers): string[] {
	return Object.entries(identifiers).map(([kind, identifier]) => `${kind} ${identifier}`);
}

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', name: 'Name' };

/** Whom an item is about, as far as it says. Empty if it doesn't. */
type Row = Record<'email' | 'uniqueIdentifier', string> & Name;

/** Rows that share the first of these must not contradict each other in the second one. */
const COMPARED = [
	['uniqueIdentifier', 'email'],
	['uniqueIdentifier', 'name'],
	['email', 'uniqueIdentifier'],
	['email', 'name'],
] as const;

/** The first row that has both of two such fields, by the value of the shared one. */
type FirstRows = Map<string, { item: InputItem; row: Row & { name: string } }>;

/** By the item's `execution`. */
const executions = new WeakMap<object, FirstRows>();

/**
 * Throws UserError if an item shares an identifier with an earlier one of the execution and contradicts it, so that they would make
 * two people one. Of several earlier rows, the first with the field counts, because the others repeat it or are errors themselves.
 */
export function refuseContradiction(item: InputItem, given: Row): void {
	const firstRows: FirstRows = executions.get(item.execution) ?? new Map();
	executions.set(item.execution, firstRows);
	// An earlier try has read the item, too. A row of an earlier round that failed may have been corrected in this one.
	const counts = ({ ofRun, context }: InputItem) =>
		ofRun !== item.ofRun && (context === item.context || ofRun.output !== undefined);
	const row = { ...given, name: fullName(given) };
	const keys = identifiersOf(given);
	/** It's thrown when all of the row's fields are known to later rows, which must not contradict it either. */
	let found: UserError | undefined;
	for (const [shared, field] of COMPARED) {
		if (!row[shared] || !row[field]) continue;
		const key = JSON.stringify([item.account.id, shared, keys[shared], field]);
		const known = firstRows.get(key);
		const first = known !== undefined && counts(known.item) ? known : { item, row };
		firstRows.set(key, first);
		if (field === 'name' ? !areOfTwoPeople(first.row, row) : identifiersOf(first.row)[field] === keys[field]) continue;
		const [there, here] = [quoted(first.row[field]), quoted(row[field])];
		const where = `${rowName(first.item)}${first.item.context === item.context ? '' : ' of an earlier batch'}`;
		const message = `'${LABELS[shared]}' ${quoted(given[shared])} is also in ${where}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
		const other = shared === 'email' ? LABELS.uniqueIdentifier : LABELS.email;
		const advice = `If they're one person, correct the list. If they're two, leave '${LABELS[shared]}' empty in one of the rows, and identify that person by '${other}'`;
		found ??= new UserError(message, advice);
	}
	if (found !== undefined) throw found;
}
