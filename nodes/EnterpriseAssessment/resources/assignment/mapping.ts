import type { IExecuteFunctions } from 'n8n-workflow';

import { explain, sentences } from '../../../api/request/messages';
import { isRecord } from '../../../api/specification/responses';
import { nameKey } from '../../../shared/filters';
import { ParameterError } from '../../../shared/parameters/parameter';
import { quoted } from '../../../shared/parameters/values';
import { fieldsOfRows } from '../../errors';
import type { InputItem } from '../../operation';
import { LABELS } from './identity';

/** The parameters whose expressions are judged, by path. What's `needed` can't be added after the person was invited. */
const JUDGED = [
	{ path: 'emailAddress', label: LABELS.email, isNeeded: true },
	{ path: 'givenName', label: LABELS.givenName, isNeeded: true },
	{ path: 'surName', label: 'Surname', isNeeded: true },
	{ path: 'uniqueIdentifier', label: LABELS.uniqueIdentifier, isNeeded: false },
	{ path: 'additionalFields.studentId', label: 'Student ID', isNeeded: false },
	{ path: 'additionalFields.returnUrl', label: 'Return URL', isNeeded: false },
];

/** A parameter whose expression found nothing in any row. */
type Miss = (typeof JUDGED)[number] & {
	/** Whose fields to list: the rows, or what is in a field of them. */
	whose?: string;
	fields: string[];
	/** The name that the expression reads, and the field that differs from it only in what is hard to see. */
	near?: [name: string, field: string];
};

interface Judgement {
	problem?: ParameterError;
	hint?: string;
}

/** By the context of a try, because all its rows are judged together. */
const judgements = new WeakMap<object, Judgement>();

/**
 * An expression that reads a field which no row has, and that gives nothing in every row, is a mistake, e.g. for a misspelled column.
 * Fields that are missing in some rows are usual, because n8n leaves empty cells out. Notes a hint if the parameter isn't needed.
 *
 * @throws ParameterError
 */
export function refuseEmptyMapping({ context, notes }: InputItem): void {
	const judgement = judgements.get(context) ?? judge(context);
	judgements.set(context, judgement);
	const { problem, hint } = judgement;
	if (hint !== undefined) notes.said.add(hint);
	if (problem !== undefined) throw problem;
}

function judge(context: IExecuteFunctions): Judgement {
	const rows = context.getInputData().map(({ json }) => json ?? {});
	const { parameters } = context.getNode();
	const misses = JUDGED.flatMap((parameter): Miss[] => {
		const { path } = parameter;
		const written = path
			.split('.')
			.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), parameters);
		const missed = typeof written === 'string' && written.startsWith('=') ? missedFields(written, rows) : undefined;
		const isMiss = missed !== undefined && rows.every((_row, index) => givesNothing(context, path, index));
		return isMiss ? [{ ...parameter, ...missed }] : [];
	});
	const isMistake = ({ isNeeded, near }: Miss) => near !== undefined || (isNeeded && rows.length > 1);
	const mistakes = misses.filter(isMistake);
	if (mistakes.length > 0) {
		const { message, description } = wordsFor(mistakes, rows.length);
		return { problem: new ParameterError(message, description) };
	}
	const optional = misses.filter(({ isNeeded }) => !isNeeded);
	return rows.length > 1 && optional.length > 0 ? { hint: explain(wordsFor(optional, rows.length)) } : {};
}

function givesNothing(context: IExecuteFunctions, path: string, index: number): boolean {
	try {
		return isNothing(context.getNodeParameter(path, index));
	} catch {
		// Reading the parameter reports it.
		return false;
	}
}

/** E.g. `{{ $json.a + "" }}` and `{{ $json.a }} {{ $json.b }}` without these fields. */
function isNothing(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && /^(?:undefined|[\s\p{Cf}])*$/u.test(value))
	);
}

/** Where an expression reads the input item. */
const ROOT = /\$(?:json|input\.item\.json)\b/g;
/** How it goes on: `.name`, `["name"]` or `[0]`, each also with optional chaining. */
const SEGMENT =
	/\??\.([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|(\d+))\s*\]/suy;
const OPTIONAL = /\?\?|\|\||\$ifEmpty\(/;
/** More paths than anyone writes. */
const MOST_PATHS = 50;

/**
 * Returns the paths of the item's fields that an expression names, e.g. `['person', 'email']` for `{{ $json.person.email.trim() }}`.
 * Returns none if it's prepared for missing fields, or reads fields in another way, too.
 */
export function namedFields(expression: string): string[][] {
	const paths = new Map<string, string[]>();
	let outside = '';
	let end = 0;
	for (const { 0: root, index } of expression.matchAll(ROOT)) {
		// It's part of a field's name.
		if (index < end) continue;
		outside += expression.slice(end, index);
		const path: string[] = [];
		end = index + root.length;
		for (let found = segmentAt(expression, end); found !== null; found = segmentAt(expression, end)) {
			const name = found.slice(1).find((part) => part !== undefined) ?? '';
			path.push(name.replace(/\\(.)/gsu, '$1'));
			end += found[0].length;
		}
		// The last name is a method's.
		if (expression[end] === '(') path.pop();
		if (path.length === 0) return [];
		paths.set(JSON.stringify(path), path);
	}
	return OPTIONAL.test(outside + expression.slice(end)) || paths.size > MOST_PATHS ? [] : [...paths.values()];
}

function segmentAt(expression: string, at: number): RegExpExecArray | null {
	SEGMENT.lastIndex = at;
	return SEGMENT.exec(expression);
}

/** Returns undefined if the expression names no fields, or if a row has one of them. */
export function missedFields(
	expression: string,
	rows: readonly object[],
): Pick<Miss, 'whose' | 'fields' | 'near'> | undefined {
	const missed = namedFields(expression).map((path) => missIn(path, rows));
	const [first] = missed;
	if (first === undefined || missed.includes(undefined)) return undefined;
	return missed.find((one) => one?.near !== undefined) ?? first;
}

/** Follows a path as far as a row has it. Returns undefined if a row has all of it, even if it's empty. */
function missIn(path: readonly string[], rows: readonly object[]): Pick<Miss, 'whose' | 'fields' | 'near'> | undefined {
	let objects = rows;
	for (const [depth, name] of path.entries()) {
		const values = objects.filter((one) => Object.hasOwn(one, name)).map((one): unknown => Reflect.get(one, name));
		if (values.length === 0) {
			const fields = [...new Set(objects.flatMap((one) => Object.keys(one)))];
			const nearField = new Map(fields.map((field) => [lettersOf(field), field])).get(lettersOf(name));
			return {
				...(depth > 0 && { whose: quoted(path.slice(0, depth).join('.')) }),
				fields,
				...(nearField !== undefined && { near: [name, nearField] as [string, string] }),
			};
		}
		objects = values.filter((value) => typeof value === 'object' && value !== null);
		if (objects.length < values.length) return undefined;
	}
	return undefined;
}

/** Equal for names that differ only in invisible characters, blanks, case or accents. */
function lettersOf(name: string): string {
	return nameKey(name).replace(/\s/g, '');
}

function wordsFor(misses: readonly Miss[], rows: number): { message: string; description: string } {
	const labels = new Intl.ListFormat('en-GB').format(misses.map(({ label }) => `'${label}'`));
	const expressions = `The expression${misses.length > 1 ? 's' : ''} in ${labels} found nothing`;
	const { label, whose, fields = [], near } = misses.find((miss) => miss.near !== undefined) ?? misses[0] ?? {};
	const reads = near && `'${label}' reads ${quoted(near[0])}, but the list has ${quoted(near[1])}`;
	return {
		message: rows > 1 ? `${expressions} in any of the ${rows} rows` : expressions,
		description: sentences(
			reads ?? '',
			fieldsOfRows(fields, { whose, rows }),
			'Use one of these names in the expression',
			`If the list has no such column, clear ${labels}`,
			"If the column is there but empty, add the option 'Include Empty Cells' in the Extract from File node, or write ?? '' after the field's name",
		),
	};
}
