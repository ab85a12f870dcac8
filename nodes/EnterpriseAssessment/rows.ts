import { nameKey } from '../shared/filters';
import { ParameterError } from '../shared/parameters/parameter';
import { quoted } from '../shared/parameters/values';
import type { RowPerson } from './operation';

/** A row of a list, and whom it's about. */
export interface NamedRow extends RowPerson {
	itemIndex: number;
	name: string;
	/** Rows of different accounts have nothing to do with each other. */
	account: string;
}

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };
const REMEDIES = {
	email:
		"If they're two people, leave 'Email Address' empty in one of the rows and identify that person by 'Unique Identifier'. If they're one person, correct the list",
	uniqueIdentifier:
		'An identifier must belong to one person. Correct it in the list, or leave it empty for people who have none',
};

/** The fields that rows with the same identifier must not contradict each other in. */
const COMPARED = { uniqueIdentifier: ['email', 'givenName'], email: ['uniqueIdentifier', 'givenName'] } as const;

/** A value as it's compared: addresses without case, names also without accents and white space, identifiers exactly. */
function keyOf(field: keyof RowPerson, value: string): string {
	if (field === 'uniqueIdentifier') return value;
	return field === 'email' ? value.toLowerCase() : nameKey(value).replace(/\s/g, '');
}

/**
 * Finds the rows that share an identifier with an earlier one and contradict it, so that they would make two people one. Of several
 * earlier rows, the first one with the field counts, because the others repeat it or were found themselves.
 */
export function contradictions(rows: readonly NamedRow[]): Array<{ itemIndex: number; problem: ParameterError }> {
	const firstRows = new Map<string, NamedRow>();
	return rows.flatMap((row) => {
		const problems = (['uniqueIdentifier', 'email'] as const).flatMap((shared) =>
			COMPARED[shared].flatMap((field) => {
				if (row[shared] === '' || row[field] === '') return [];
				const key = JSON.stringify([row.account, shared, keyOf(shared, row[shared]), field]);
				const first = firstRows.get(key) ?? row;
				firstRows.set(key, first);
				return keyOf(field, first[field]) === keyOf(field, row[field])
					? []
					: [contradiction(row, first, { shared, field })];
			}),
		);
		return problems.slice(0, 1).map((problem) => ({ itemIndex: row.itemIndex, problem }));
	});
}

function contradiction(
	row: NamedRow,
	first: NamedRow,
	{ shared, field }: { shared: keyof typeof COMPARED; field: keyof RowPerson },
): ParameterError {
	const [there, here] = [quoted(first[field]), quoted(row[field])];
	const message = `'${LABELS[shared]}' ${quoted(row[shared])} is also in ${first.name}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
	return new ParameterError(message, REMEDIES[shared]);
}
