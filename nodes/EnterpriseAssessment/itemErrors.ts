import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { ParameterError } from '../shared/parameters/parameter';
import { firstOf, quoted, textOrEmpty, visible } from '../shared/parameters/values';

// How errors name the input item that they're about.

/** An item of the input. */
export interface Row {
	context: IExecuteFunctions;
	itemIndex: number;
}

/** Makes the error of one input item, which says what happened and what to do. */
export function itemError({ context, itemIndex }: Row, message: string, description?: string) {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/** What to do after a lost response, whose request may still have gone through. */
export const WAIT_FOR_OUTCOME = 'Wait two minutes and run this item again. Nothing will be created twice';

/** @param what what an earlier request may have gone through for */
export function inDoubtError(row: Row, what: 'group' | 'person') {
	const message = `Nothing was sent, because it's unclear whether an earlier request for this ${what} went through`;
	return itemError(row, message, WAIT_FOR_OUTCOME);
}

/** If an empty parameter's expression reads the input item, the error lists the item's fields. */
export function parameterError(row: Row, { message, description, empty }: ParameterError) {
	return itemError(row, message, readsItem(row, empty) ? `${description}. ${fieldsOfItem(row)}` : description);
}

/** Whether an expression in one of the parameters reads the input item. */
export function readsItem({ context }: Row, names: readonly string[]): boolean {
	const { parameters } = context.getNode();
	return names.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'));
}

export function fieldsOfItem(row: Row): string {
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
export function rowName(row: Row): string {
	const number = Number(jsonOf(row).row_number);
	return Number.isSafeInteger(number) && number > 0 ? `row ${number}` : `item ${row.itemIndex + 1}`;
}

/** How many rows an error names, besides its own. */
const MOST_ROWS = 5;

/** E.g. `Rows 7 and 12 can't be used either. Nothing was sent`. Empty if there are no others. */
export function otherRows(rows: readonly Row[]): string {
	const names = rows.map(rowName);
	if (names.length === 0) return '';
	const noun = `${names[0]?.startsWith('row') ? 'Row' : 'Item'}${names.length > 1 ? 's' : ''}`;
	const numbers = names.map((name) => name.replace(/\D/g, ''));
	const listed = numbers.splice(0, MOST_ROWS);
	const last = numbers.length > 0 ? `${numbers.length} more` : listed.pop();
	const all = [listed.join(', '), last].filter(Boolean).join(' and ');
	return `${noun} ${all} can't be used either. Nothing was sent`;
}

/** Fields that identify the person an item is about. */
const IDENTIFIES_PERSON = /^(?:e-?mail(?:[ _]?address)?|unique[ _]?identifier)$/i;

/** Where an item is: its row, and the person it's about unless the message already says it. */
export function placeOf(row: Row, message: string): string {
	const identifiers = Object.entries(jsonOf(row)).filter(([field]) => IDENTIFIES_PERSON.test(field));
	const names = identifiers.map(([, value]) => visible(textOrEmpty(value)));
	const person = names.find((name) => name !== '' && !message.includes(name));
	return [rowName(row), ...(person === undefined ? [] : [person])].join(', ');
}
