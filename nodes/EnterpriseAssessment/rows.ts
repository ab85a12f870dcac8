import { nameKey } from '../shared/filters';
import { ParameterError } from '../shared/parameters/parameter';
import { quoted } from '../shared/parameters/values';
import type { RowPerson } from './operation';

/** A row of a list, and whom it's about. */
export interface NamedRow extends RowPerson {
	name: string;
	/** Rows of different accounts have nothing to do with each other. */
	account: string;
}

const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };
const REMEDIES = {
	email:
		"If they're two people, leave 'Email Address' empty in one of the rows and identify that person by 'Unique Identifier'. If they're one person, correct the list",
	uniqueIdentifier:
		'An identifier must belong to one person. Correct it in the list, or leave it empty for people who have none',
};

type Field = keyof typeof LABELS;

/** A value as it's compared: addresses without case, names also without accents and white space, identifiers exactly. */
function keyOf(field: Field, value: string): string {
	if (field === 'uniqueIdentifier') return value;
	return field === 'email' ? value.toLowerCase() : nameKey(value).replace(/\s/g, '');
}

/** Finds the rows that share an identifier with an earlier one and contradict it, so that they would make two people one. */
export function contradictions(rows: readonly NamedRow[]): Array<ParameterError | undefined> {
	const earlier = new Map<string, Map<string, NamedRow>>();
	return rows.map((row) => {
		const whole = JSON.stringify([row.email, row.uniqueIdentifier, row.givenName]);
		const shared = (['uniqueIdentifier', 'email'] as const).filter((field) => row[field] !== '');
		const found = shared.flatMap((field) => {
			const key = JSON.stringify([row.account, field, keyOf(field, row[field])]);
			const those = earlier.get(key) ?? new Map<string, NamedRow>();
			earlier.set(key, those);
			const problem = firstContradiction(row, those.values(), field);
			if (!those.has(whole)) those.set(whole, row);
			return problem ?? [];
		});
		return found[0];
	});
}

function firstContradiction(row: NamedRow, earlier: Iterable<NamedRow>, shared: 'email' | 'uniqueIdentifier') {
	for (const other of earlier) {
		const problem = contradiction(row, other, shared);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

function contradiction(
	row: NamedRow,
	other: NamedRow,
	shared: 'email' | 'uniqueIdentifier',
): ParameterError | undefined {
	const otherNames = shared === 'email' ? 'uniqueIdentifier' : 'email';
	const differs = ([otherNames, 'givenName'] as const).find(
		(field) => row[field] !== '' && other[field] !== '' && keyOf(field, row[field]) !== keyOf(field, other[field]),
	);
	if (differs === undefined) return undefined;
	const [there, here] = [quoted(other[differs]), quoted(row[differs])];
	const message = `'${LABELS[shared]}' ${quoted(row[shared])} is also in ${other.name}, but with the ${LABELS[differs].toLowerCase()} ${there} instead of ${here}`;
	return new ParameterError(message, REMEDIES[shared]);
}
