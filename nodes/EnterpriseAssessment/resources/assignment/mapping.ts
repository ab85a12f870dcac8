import type { IExecuteFunctions } from 'n8n-workflow';

import { explain, sentences } from '../../../api/request/messages';
import { nameKey } from '../../../shared/filters';
import { isEmpty, quoted, UserError } from '../../../shared/parameters/parameter';
import { fieldsOfRows } from '../../errors';
import type { InputItem } from '../../operation';
import { LABELS } from './identity';

/** The parameters whose expressions are judged, by path. A person who was invited without those that are needed can't get them later. */
const JUDGED = [
	{ path: 'emailAddress', label: LABELS.email, isNeeded: true },
	{ path: 'givenName', label: 'Given Name', isNeeded: true },
	{ path: 'surName', label: 'Surname', isNeeded: true },
	{ path: 'uniqueIdentifier', label: LABELS.uniqueIdentifier, isNeeded: false },
	{ path: 'additionalFields.studentId', label: 'Student ID', isNeeded: false },
	{ path: 'additionalFields.returnUrl', label: 'Return URL', isNeeded: false },
];

/** A field that an expression reads and no row has. `near` differs from it only in case, accents, blanks and what's invisible. */
interface Miss {
	name: string;
	near?: string;
}

/** By the context of a try, because its rows are judged together. */
const judgements = new WeakMap<object, UserError | undefined>();

/** By the item's `execution`: which labels were mistakes in earlier rounds of a loop, because a round can have one row, or no cells. */
const earlierRounds = new WeakMap<object, Map<string, boolean>>();

/**
 * Throws UserError if an expression reads a field which no row has, and finds nothing in any row, e.g. because of a misspelled column.
 * Some rows can lack the field, because n8n leaves empty cells out. If the parameter isn't needed, it's only a hint.
 */
export function refuseEmptyMapping(item: InputItem): void {
	const { context } = item;
	if (!judgements.has(context)) judgements.set(context, judge(item));
	const problem = judgements.get(context);
	if (problem !== undefined) throw problem;
}

function judge({ context, execution, notes }: InputItem): UserError | undefined {
	const rows = context.getInputData().map(({ json }) => json ?? {});
	const misses = JUDGED.flatMap(({ path, label, isNeeded }) => {
		const written: unknown = context.getNodeParameter(path, 0, '', { rawExpressions: true });
		const miss = typeof written === 'string' && written.startsWith('=') && missedField(written, rows);
		const isMiss = miss && rows.every((_row, index) => isNothing(context, path, index));
		return isMiss ? [{ label, isNeeded, ...miss }] : [];
	});
	const earlier = earlierRounds.get(execution) ?? new Map<string, boolean>();
	earlierRounds.set(execution, earlier);
	const mistakes = misses.filter(
		({ near, isNeeded, label }) => near !== undefined || (isNeeded && (earlier.get(label) ?? rows.length > 1)),
	);
	for (const { label } of JUDGED) if (misses.every((miss) => miss.label !== label)) earlier.set(label, false);
	for (const { label } of mistakes) earlier.set(label, true);
	if (mistakes.length > 0) return errorFor(mistakes, rows);
	if (misses.length > 0 && rows.length > 1) notes.said.add(explain(errorFor(misses, rows)));
	return undefined;
}

function errorFor(misses: ReadonlyArray<Miss & { label: string }>, rows: readonly object[]): UserError {
	const labels = new Intl.ListFormat('en-US').format(misses.map(({ label }) => `'${label}'`));
	const { label = '', name = '', near } = misses.find((miss) => miss.near !== undefined) ?? {};
	const where = rows.length > 1 ? ` in any of the ${rows.length} rows` : '';
	return new UserError(
		`The expression${misses.length > 1 ? 's' : ''} in ${labels} found nothing${where}`,
		sentences(
			near === undefined ? '' : `'${label}' reads ${quoted(name)}, but the list has ${quoted(near)}`,
			fieldsOfRows(rows),
			'Use one of these names in the expression',
			`If the list has no such column, clear ${labels}`,
			"If the column is there but empty, add the option 'Include Empty Cells' in the Extract from File node, or write ?? '' after the field's name",
		),
	);
}

/** Also e.g. `{{ $json.a + "" }}`, `{{ $json.a + $json.b }}` and `{{ $json.a }} {{ $json.b }}` without these fields. */
function isNothing(context: IExecuteFunctions, path: string, index: number): boolean {
	try {
		const value: unknown = context.getNodeParameter(path, index);
		return isEmpty(value) || Number.isNaN(value) || (typeof value === 'string' && /^(?:undefined|\s)*$/.test(value));
	} catch {
		// Reading the parameter reports it.
		return false;
	}
}

/** Where an expression reads the input item, or how it goes on: `.name`, `["name"]` or `[0]`, each also with optional chaining. */
const TOKEN =
	/(\$(?:json|input\.item\.json)\b)|(?<!\s)\s*(?:\??\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|(\d+))\s*\])/gsu;
const OPTIONAL = /\?\?|\|\||\$ifEmpty\(/;
/** More fields than anyone names. */
const MOST_PATHS = 50;

/**
 * Returns the paths of the item's fields that an expression names, e.g. `['person', 'email']` for `{{ $json.person.email.trim() }}`.
 * Returns none if it's prepared for missing fields, or reads the item in another way, too.
 */
export function namedFields(expression: string): string[][] {
	const paths: string[][] = [];
	let outside = '';
	let end = 0;
	for (const token of expression.matchAll(TOKEN)) {
		const [text, root, ...names] = token;
		if (root !== undefined) paths.push([]);
		else if (token.index !== end) continue;
		outside += expression.slice(end, token.index);
		end = token.index + text.length;
		const name = names.find((one) => one !== undefined);
		const isMethod = expression[end] === '(';
		if (name !== undefined && !isMethod) paths.at(-1)?.push(name.replace(/\\(.)/gsu, '$1'));
	}
	const isJudged = paths.length <= MOST_PATHS && paths.every(({ length }) => length > 0);
	return isJudged && !OPTIONAL.test(outside + expression.slice(end)) ? paths : [];
}

/** Returns undefined if the expression names no fields, or if a row has one of them, even if it's empty. */
export function missedField(expression: string, rows: readonly object[]): Miss | undefined {
	const misses = namedFields(expression).map((path) => missIn(path, rows));
	return misses.includes(undefined) ? undefined : (misses.find((miss) => miss?.near !== undefined) ?? misses[0]);
}

/** Follows a path as far as a row has it. */
function missIn(path: readonly string[], rows: readonly object[]): Miss | undefined {
	let objects = rows;
	for (const name of path) {
		const values = objects.filter((one) => Object.hasOwn(one, name)).map((one): unknown => Reflect.get(one, name));
		if (values.length === 0) {
			const letters = lettersOf(name);
			const fields = [...new Set(objects.flatMap((one) => Object.keys(one)))];
			return { name, near: fields.find((field) => lettersOf(field) === letters) };
		}
		objects = values.filter((value) => typeof value === 'object' && value !== null);
		if (objects.length < values.length) return undefined;
	}
	return undefined;
}

function lettersOf(name: string): string {
	return nameKey(name).replace(/\s/g, '');
}
