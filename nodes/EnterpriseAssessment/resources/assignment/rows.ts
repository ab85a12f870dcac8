import { nameKey } from '../../../shared/filters';
import { ParameterError } from '../../../shared/parameters/parameter';
import { quoted } from '../../../shared/parameters/values';
import type { InputItem } from '../../operation';

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };

type Field = keyof typeof LABELS;

/** Whom an item is about, as far as it says. Empty if it doesn't. */
type Row = Record<Field, string>;

/** Rows that share the first of these fields must not contradict each other in the second one. */
const COMPARED = [
	['uniqueIdentifier', 'email'],
	['uniqueIdentifier', 'givenName'],
	['email', 'uniqueIdentifier'],
	['email', 'givenName'],
] as const;

/** A value as it's compared: addresses without case, names also without accents and white space, identifiers exactly. */
function keyOf(field: Field, value: string): string {
	if (field === 'uniqueIdentifier') return value;
	return field === 'email' ? value.toLowerCase() : nameKey(value).replace(/\s/g, '');
}

/** The first row with each value of a shared field and any value of the other one, by the try of a run that has read them. */
const firstRows = new WeakMap<InputItem['context'], Map<string, Row & { name: string }>>();

/**
 * Compares an item with those that were read before. Of several earlier rows, the first one with the field counts, because the
 * others repeat it or were found themselves. Rows of different accounts have nothing to do with each other.
 *
 * @throws ParameterError if it shares an identifier with one and contradicts it, so that they would make two people one
 */
export function refuseContradiction({ context, account, name }: InputItem, given: Row): void {
	const earlier = firstRows.get(context) ?? new Map<string, Row & { name: string }>();
	firstRows.set(context, earlier);
	const row = { ...given, name };
	/** It's thrown when all of the row's fields are known to later rows, which must not contradict it either. */
	let found: ParameterError | undefined;
	for (const [shared, field] of COMPARED) {
		if (row[shared] === '' || row[field] === '') continue;
		const key = JSON.stringify([account.id, shared, keyOf(shared, row[shared]), field]);
		const first = earlier.get(key) ?? row;
		earlier.set(key, first);
		if (keyOf(field, first[field]) === keyOf(field, row[field])) continue;
		const [there, here] = [quoted(first[field]), quoted(row[field])];
		const message = `'${LABELS[shared]}' ${quoted(row[shared])} is also in ${first.name}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
		const other = shared === 'email' ? LABELS.uniqueIdentifier : LABELS.email;
		const advice = `If they're one person, correct the list. If they're two, leave '${LABELS[shared]}' empty in one of the rows, and identify that person by '${other}'`;
		found ??= new ParameterError(message, advice);
	}
	if (found !== undefined) throw found;
}
