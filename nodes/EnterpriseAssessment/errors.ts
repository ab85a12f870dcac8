import { ExecutionBaseError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { sentences } from '../api/request/messages';
import { visible } from '../api/specification/plainText';
import { firstOf, quoted, textOrEmpty, UserError } from '../shared/parameters/parameter';
import type { ItemOfTry } from './operation';

export type FailedItem = ItemOfTry & Required<Pick<ItemOfTry, 'error'>>;

/** Makes n8n's error of what was thrown for an item. If an empty parameter's expression reads the item, it lists the item's fields. */
export function errorOf(item: ItemOfTry, thrown: unknown): ExecutionBaseError {
	if (thrown instanceof ExecutionBaseError) return thrown;
	const { context, itemIndex } = item;
	const error = new NodeOperationError(context.getNode(), thrown instanceof Error ? thrown : String(thrown), {
		itemIndex,
	});
	if (thrown instanceof UserError)
		error.description = sentences(thrown.description, fieldsIfRead(item, thrown.empty) ?? '');
	return error;
}

/** Lists the item's fields if an expression in one of these parameters reads the item and found nothing. */
export function fieldsIfRead({ context, ofRun }: ItemOfTry, emptyParameters: readonly string[]): string | undefined {
	const { parameters } = context.getNode();
	if (!emptyParameters.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'))) return undefined;
	return sentences('The expression found nothing', fieldsOfRows([ofRun.input.json]));
}

/** Lists the fields of rows, and says why they look odd. */
export function fieldsOfRows(rows: readonly object[]): string {
	const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const has = rows.length > 1 ? 'The rows have' : 'The input item has';
	const [only = ''] = fields;
	const isOneColumn = fields.length === 1 && only.includes(';');
	const listed = isOneColumn
		? `The list has only one column, ${quoted(only)}, because it uses semicolons. In the Extract from File node, add the option 'Delimiter' and enter ';'`
		: `${has} ${fields.length === 0 ? 'no fields' : `the fields ${firstOf(fields, 20)}`}`;
	if (!fields.some((field) => field.startsWith('\uFEFF'))) return listed;
	const where = isOneColumn ? 'Also' : 'In the Extract from File node,';
	return sentences(
		listed,
		'[U+FEFF] is a byte order mark, which no one can see',
		`${where} add the option 'Exclude Byte Order Mark (BOM)' and turn it on`,
	);
}

/** An item's number in the file if it has it, as Google Sheets adds it, or else in the input, e.g. `row 4`. */
export function rowName({ ofRun, itemIndex }: Pick<ItemOfTry, 'ofRun' | 'itemIndex'>): string {
	const number = Number(ofRun.input.json.row_number);
	return Number.isSafeInteger(number) && number > 0 ? `row ${number}` : `item ${itemIndex + 1}`;
}

/** Whether the failed item itself can't be used, and not only a list that it needs. */
export function isUnusable({ work, error }: ItemOfTry): boolean {
	return error !== undefined && work === undefined && !(error instanceof NodeApiError);
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
	const unusable = isOfAll || hasSent ? [] : items.filter((item) => isUnusable(item) && item.error !== error);
	error.description = sentences(error.description ?? '', otherRows(unusable), ...whatIsDone(items));
	return error;
}

function whatIsDone(items: readonly ItemOfTry[]): string[] {
	const completed = items.filter(({ ofRun }) => ofRun.output !== undefined);
	if (completed.length === 0) return [];
	const { ifLost = 'Any changes stay in place, but the output is lost' } = completed[0]?.operation ?? {};
	const wayOut = "To continue when an item fails, set 'On Error' in Settings to 'Continue (using error output)'";
	const were = completed.length > 1 ? 'were' : 'was';
	return [`${completed.length} of ${items.length} items ${were} already processed. ${ifLost}`, wayOut];
}

/** Whether an error isn't about one item: all items failed alike, or the service rejected the API key that all use. */
function isCommon(items: readonly ItemOfTry[], error: ExecutionBaseError): boolean {
	if (!namesItem(error) || items.every((item) => item.error?.message === error.message)) return true;
	const accounts = new Set(items.map(({ account }) => account?.id));
	return error instanceof NodeApiError && error.httpCode === '401' && accounts.size === 1;
}

const namesItem = ({ context }: ExecutionBaseError): boolean => context.itemIndex !== undefined;

const MOST_ROWS = 5;

/** E.g. `Rows 7 and 12 can't be used either. Nothing was sent`. Empty if there are no others. */
function otherRows(rows: readonly ItemOfTry[]): string {
	const [first] = rows;
	if (first === undefined) return '';
	const numbers = rows.slice(0, MOST_ROWS).map((row) => rowName(row).replace(/\D/g, ''));
	if (rows.length > MOST_ROWS) numbers.push(`${rows.length - MOST_ROWS} more`);
	const listed = new Intl.ListFormat('en-US').format(numbers);
	const noun = `${rowName(first).startsWith('row') ? 'Row' : 'Item'}${rows.length > 1 ? 's' : ''}`;
	return `${noun} ${listed} can't be used either. Nothing was sent`;
}

const IDENTIFIES_PERSON = /^(?:e-?mail(?:[ _]?address)?|unique[ _]?identifier)$/i;

/** Where an item is: its row, and the person it's about unless the message already says it. */
function placeOf(item: ItemOfTry, message: string): string {
	const identifiers = Object.entries(item.ofRun.input.json).filter(([field]) => IDENTIFIES_PERSON.test(field));
	const people = identifiers.map(([, value]) => visible(textOrEmpty(value)));
	const person = people.find((one) => !message.includes(one));
	return [rowName(item), ...(person === undefined ? [] : [person])].join(', ');
}
