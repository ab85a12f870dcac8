import { ExecutionBaseError, type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../api/request/messages';
import { nameKey } from '../shared/filters';
import { ParameterError } from '../shared/parameters/parameter';
import { firstOf, quoted, textOrEmpty, visible } from '../shared/parameters/values';
import type { ItemOfTry, ReadItem } from './operation';

// What errors say about input items, and which items contradict each other.

type Row = Pick<ItemOfTry, 'context' | 'itemIndex'>;

export type FailedItem = ItemOfTry & Required<Pick<ItemOfTry, 'error'>>;

/** Makes n8n's error of what was thrown for an item. If an empty parameter's expression reads the item, it lists the item's fields. */
export function errorOf(row: Row, thrown: unknown): ExecutionBaseError {
	if (thrown instanceof ExecutionBaseError) return thrown;
	const { context, itemIndex } = row;
	const error = new NodeOperationError(context.getNode(), thrown instanceof Error ? thrown : String(thrown), {
		itemIndex,
	});
	if (thrown instanceof ParameterError)
		error.description = sentences(thrown.description, fieldsIfRead(row, thrown.empty) ?? '');
	return error;
}

/** Lists the item's fields if an expression in one of these parameters reads the item and found nothing. */
export function fieldsIfRead(row: Row, emptyParameters: readonly string[]): string | undefined {
	const { parameters } = row.context.getNode();
	if (!emptyParameters.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'))) return undefined;
	const fields = Object.keys(jsonOf(row));
	const [first = '', ...others] = fields;
	if (first.includes(';') && others.length === 0) {
		return `The list has only one column, ${quoted(first)}, because it uses semicolons. In the Extract from File node, add the option 'Delimiter' and enter ';'`;
	}
	const listed =
		fields.length === 0 ? 'The input item has no fields' : `The input item has the fields ${firstOf(fields, 20)}`;
	if (!first.startsWith('\uFEFF')) return listed;
	return `${listed}. <U+FEFF> is a byte order mark, which no one can see. In the Extract from File node, add the option 'Exclude Byte Order Mark (BOM)' and turn it on`;
}

function jsonOf({ context, itemIndex }: Row): IDataObject {
	return context.getInputData()[itemIndex]?.json ?? {};
}

/** Names a row of a list in a message: by its number in the file if the item has it, as Google Sheets adds it. */
function rowName(row: Row): string {
	const number = Number(jsonOf(row).row_number);
	return Number.isSafeInteger(number) && number > 0 ? `row ${number}` : `item ${row.itemIndex + 1}`;
}

/** Makes the error of an execution. It names the item that failed, unless it's about all, and says what happened to the others. */
export function executionError(items: readonly ItemOfTry[], failed: FailedItem): Error {
	const { error } = failed;
	if (items.length === 1) return error;
	const isOfAll = isCommon(items, error);
	if (!isOfAll) error.message += ` [${placeOf(failed, error.message)}]`;
	// Otherwise, n8n's editor would add a number of its own, counted from 0.
	if (namesItem(error))
		Object.defineProperty(error.context, 'itemIndex', { value: failed.itemIndex, enumerable: false });
	// An earlier try may have sent something.
	const hasSent = items.some(({ ofRun }) => (ofRun.output ?? ofRun.doubt) !== undefined);
	const isUnusable = ({ error: other, work }: ItemOfTry) =>
		other !== undefined &&
		other !== error &&
		work === undefined &&
		namesItem(other) &&
		!(other instanceof NodeApiError);
	const unusable = isOfAll || hasSent ? [] : items.filter(isUnusable);
	error.description = sentences(error.description ?? '', otherRows(unusable), ...whatIsDone(items));
	return error;
}

function whatIsDone(items: readonly ItemOfTry[]): string[] {
	const completed = items.filter(({ ofRun }) => ofRun.output !== undefined);
	if (completed.length === 0) return [];
	const { ifLost = 'Any changes stay in place, but the output is lost' } = completed[0]?.read?.operation ?? {};
	const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
	return [`${completed.length} of ${items.length} items were already processed. ${ifLost}`, wayOut];
}

/** Whether an error isn't about one item: all items failed alike, or the service rejected the API key that all use. */
function isCommon(items: readonly ItemOfTry[], error: ExecutionBaseError): boolean {
	if (!namesItem(error) || items.every((item) => item.error?.message === error.message)) return true;
	const accounts = new Set(items.map(({ read }) => read?.item.account.id));
	return error instanceof NodeApiError && error.httpCode === '401' && accounts.size === 1;
}

function namesItem({ context }: ExecutionBaseError): boolean {
	return context.itemIndex !== undefined;
}

/** How many rows an error names, besides its own. */
const MOST_ROWS = 5;

/** E.g. `Rows 7 and 12 can't be used either. Nothing was sent`. Empty if there are no others. */
function otherRows(rows: readonly Row[]): string {
	const [first = ''] = rows.map(rowName);
	if (first === '') return '';
	const numbers = rows.slice(0, MOST_ROWS).map((row) => rowName(row).replace(/\D/g, ''));
	if (rows.length > MOST_ROWS) numbers.push(`${rows.length - MOST_ROWS} more`);
	const listed = new Intl.ListFormat('en-GB').format(numbers);
	const noun = `${first.startsWith('row') ? 'Row' : 'Item'}${rows.length > 1 ? 's' : ''}`;
	return `${noun} ${listed} can't be used either. Nothing was sent`;
}

/** Fields that identify the person an item is about. */
const IDENTIFIES_PERSON = /^(?:e-?mail(?:[ _]?address)?|unique[ _]?identifier)$/i;

/** Where an item is: its row, and the person it's about unless the message already says it. */
function placeOf(row: Row, message: string): string {
	const identifiers = Object.entries(jsonOf(row)).filter(([field]) => IDENTIFIES_PERSON.test(field));
	const names = identifiers.map(([, value]) => visible(textOrEmpty(value)));
	const person = names.find((name) => name !== '' && !message.includes(name));
	return [rowName(row), ...(person === undefined ? [] : [person])].join(', ');
}

export const LABELS = { email: 'Email Address', uniqueIdentifier: 'Unique Identifier', givenName: 'Given Name' };

type Field = keyof typeof LABELS;

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
		/** It's thrown when all of the row's fields are known to later rows, which must not contradict it either. */
		let found: ParameterError | undefined;
		for (const [shared, field] of COMPARED) {
			if (row[shared] === '' || row[field] === '') continue;
			const key = JSON.stringify([item.account.id, shared, keyOf(shared, row[shared]), field]);
			const first = firstRows.get(key) ?? row;
			firstRows.set(key, first);
			if (keyOf(field, first[field]) === keyOf(field, row[field])) continue;
			const [there, here] = [quoted(first[field]), quoted(row[field])];
			const message = `'${LABELS[shared]}' ${quoted(row[shared])} is also in ${first.name}, but with the ${LABELS[field].toLowerCase()} ${there} instead of ${here}`;
			const other = shared === 'email' ? LABELS.uniqueIdentifier : LABELS.email;
			const advice = `If they're one person, correct the list. If they're two, leave '${LABELS[shared]}' empty in one of the rows, and identify that person by '${other}'`;
			found ??= new ParameterError(message, advice);
		}
		if (found !== undefined) throw found;
	};
}
