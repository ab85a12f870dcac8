import { nameKey } from '../shared/filters';
import { ParameterError } from '../shared/parameters/parameter';
import { quoted } from '../shared/parameters/values';
import { rowName } from './itemErrors';
import type { ReadItem } from './operation';

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };

type Field = keyof typeof LABELS;

const REMEDIES = {
	email:
		"If they're two people, leave 'Email Address' empty in one of the rows and identify that person by 'Unique Identifier'. If they're one person, correct the list",
	uniqueIdentifier:
		'An identifier must belong to one person. Correct it in the list, or leave it empty for people who have none',
};

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

/**
 * Returns a function that judges the rows of a run, in order. It throws ParameterError if a row shares an identifier with an earlier
 * one and contradicts it, so that they would make two people one. Of several earlier rows, the first one with the field counts,
 * because the others repeat it or were found themselves. Rows of different accounts have nothing to do with each other.
 */
export function rowJudge(): (read: ReadItem) => void {
	const firstRows = new Map<string, Record<Field | 'name', string>>();
	return ({ item, person }) => {
		if (person === undefined) return;
		const row = { ...person, name: rowName(item) };
		const problems = COMPARED.flatMap(([shared, field]) => {
			if (row[shared] === '' || row[field] === '') return [];
			const key = JSON.stringify([item.account.id, shared, keyOf(shared, row[shared]), field]);
			const first = firstRows.get(key) ?? row;
			firstRows.set(key, first);
			if (keyOf(field, first[field]) === keyOf(field, row[field])) return [];
			const [there, here] = [quoted(first[field]), quoted(row[field])];
			const message = `'${LABELS[shared]}' ${quoted(row[shared])} is also in ${first.name}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
			return [new ParameterError(message, REMEDIES[shared])];
		});
		if (problems[0] !== undefined) throw problems[0];
	};
}
