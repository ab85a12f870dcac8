import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/specification/responses';
import { fieldsOf, type Kind, type KindsOf, parameter, ParameterError, readAll } from './parameter';
import { describeValue, entriesOf, flagOf, isEmpty, isWebAddress, quoted, textOf, textOrEmpty } from './values';

type More = Partial<Omit<INodeProperties, 'name'>>;

/** Text without surrounding white space, or an empty string if it isn't filled in. */
export function text(displayName: string, description: string, more: More = {}): Kind<string> {
	return parameter({ displayName, type: 'string', default: '', description, ...more }, (value) =>
		textOf(value, displayName),
	);
}

/** A parameter with this reader in place of its own, e.g. because it can tell a number from text. */
export function readAs<T>(kind: Kind<unknown>, read: (value: unknown, label: string, name: string) => T): Kind<T> {
	return parameter(kind.field, (value, _source, name) => read(value, kind.field.displayName, name));
}

/** A parameter whose value is checked or changed after it was read. */
export function refined<T, R>(
	kind: Kind<T>,
	refine: (value: T, label: string, name: string) => R,
	more: More = {},
): Kind<R> {
	const field = { ...kind.field, ...more };
	return parameter(field, (value, source, name) => refine(kind.read(value, source, name), field.displayName, name));
}

/** Reads an option that wasn't added or filled in as its default. */
export function unlessEmpty<T>({ field, read }: Kind<T>): Kind<T> {
	return parameter(field, (value, source, name) => read(isEmpty(value) ? field.default : value, source, name));
}

/** Text that the service keeps for good. Rejects what a wrong encoding leaves: U+FFFD, and control characters after Latin1. */
export function undamaged<T extends string | string[]>(kind: Kind<T>): Kind<T> {
	return refined(kind, (value, label) => {
		const damaged = [value].flat().find((text) => /[\uFFFD\u0080-\u009F]/.test(text));
		if (damaged === undefined) return value;
		const saveIt = "The list was read with the wrong encoding. Save it as UTF-8 (in Excel, as 'CSV UTF-8')";
		const orRead = "Or, in the Extract from File node, add the option 'Encoding' and choose 'Latin1'";
		throw new ParameterError(
			`The parameter '${label}' is damaged: ${quoted(damaged)}`,
			damaged.includes('\uFFFD') ? `${saveIt}. ${orRead}` : saveIt,
		);
	});
}

/** Text that has to be filled in. */
export function required(kind: Kind<string>, advice: string): Kind<string> {
	const filledIn = (value: string, label: string, name: string) => {
		if (value !== '') return value;
		throw new ParameterError(`The parameter '${label}' is empty`, advice, [name]);
	};
	return refined(kind, filledIn, { required: true });
}

/** A full URL, or an empty string if it isn't filled in. */
export function url(displayName: string, description: string, placeholder: string): Kind<string> {
	return refined(text(displayName, description, { placeholder }), (given) => {
		if (given === '' || isWebAddress(given)) return given;
		const message = `The parameter '${displayName}' isn't a full http or https URL: ${quoted(given)}`;
		throw new ParameterError(message, 'Start it with https://, e.g. https://example.com/path');
	});
}

/** One of several options. Rejects any other value from an expression, because a guess could do something unwanted. */
export function choice<T extends string>(
	displayName: string,
	initial: NoInfer<T>,
	options: ReadonlyArray<readonly [name: string, value: T, description?: string]>,
	more: More = {},
): Kind<NoInfer<T>> {
	const values = options.map(([, value]) => value);
	const shown = options.map(([name, value, description]) => ({ name, value, ...(description && { description }) }));
	const field = { displayName, type: 'options', options: shown, default: initial, ...more } as const;
	return parameter(field, (value) => oneOf(textOf(value, displayName), displayName, values));
}

function oneOf<T extends string>(given: string, label: string, values: readonly T[]): T {
	const chosen = values.find((value) => value === given);
	if (chosen !== undefined) return chosen;
	throw new ParameterError(
		`${quoted(given)} isn't a valid option for '${label}'`,
		`Choose from the list, or make the expression return one of: ${values.join(', ')}`,
	);
}

/** A switch. */
export function flag(displayName: string, initial: boolean, description: string, more: More = {}): Kind<boolean> {
	return parameter({ displayName, type: 'boolean', default: initial, description, ...more }, flagOf);
}

/** A true-or-false filter. Undefined if it isn't filled in. */
export function flagFilter(displayName: string, description: string): Kind<boolean | undefined> {
	return parameter({ displayName, type: 'boolean', default: false, description }, (value) => {
		if (isEmpty(value)) return undefined;
		if (typeof value === 'boolean' || ['true', 'false'].includes(textOrEmpty(value).toLowerCase()))
			return flagOf(value);
		throw new ParameterError(
			`The filter '${displayName}' must be true or false, but the expression returned ${describeValue(value)}`,
			'Make the expression return true or false',
		);
	});
}

interface Range {
	default: number;
	least: number;
	/** Any number of at least `least` by default. */
	most?: number;
}

/** A number in a range. An expression can return it as text. */
export function number(
	displayName: string,
	description: string,
	{ least, most = Number.POSITIVE_INFINITY, ...more }: Range & More,
): Kind<number> {
	const isLimited = Number.isFinite(most);
	const typeOptions = { minValue: least, ...(isLimited ? { maxValue: most } : {}) };
	return parameter({ displayName, type: 'number', typeOptions, description, ...more }, (value) => {
		const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof amount === 'number' && amount >= least && amount <= most) return amount;
		const range = isLimited ? `from ${least} to ${most}` : `of at least ${least}`;
		throw new ParameterError(
			`The parameter '${displayName}' must be a number ${range}, but got ${describeValue(value)}`,
			'Enter such a number, or correct the expression',
		);
	});
}

/** An option of up to a day, in seconds. Read in milliseconds, and as its default if it wasn't added. */
export function seconds(displayName: string, description: string, range: Range): Kind<number> {
	return refined(unlessEmpty(number(displayName, description, { most: 86_400, ...range })), (amount) =>
		Math.round(amount * 1_000),
	);
}

interface ListMore {
	/** Both describe the entries in errors about a filter. */
	what?: string;
	example?: string;
	/** Whether an expression that returns nothing is an error, as in all filters. */
	mustReturn?: boolean;
}

/** Several entries of a list, or IDs or names from an expression. Text can contain several of its `options`, but is only one name. */
export function list(
	displayName: string,
	description: string,
	{ what, example, mustReturn, ...more }: More & ListMore = {},
): Kind<string[]> {
	return parameter({ displayName, type: 'multiOptions', default: [], description, ...more }, (value) => {
		if (mustReturn === true && isNothing(value)) throw noValue(`'${displayName}'`, 'leave it empty,');
		const entries = entriesOf(value, more.options !== undefined);
		if (entries !== undefined) return entries;
		if (what === undefined) {
			const remedy =
				'Choose from the list, or make the expression return an array of strings or a comma-separated string';
			throw new ParameterError(`The parameter '${displayName}' isn't a list of strings`, remedy);
		}
		throw new ParameterError(
			`The filter '${displayName}' needs a list of ${what}, but got ${describeValue(value)}`,
			`Choose from the list, or make the expression return ${what}, e.g. {{ ['${example}'] }}`,
		);
	});
}

/** Several of these options, without duplicates. */
export function someOf<T extends string>(kind: Kind<string[]>, values: readonly T[]): Kind<Array<NoInfer<T>>> {
	return refined(kind, (all, label) => [...new Set(all)].map((entry) => oneOf(entry, label, values)));
}

const COLLECTIONS = {
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add field' },
	filters: { displayName: 'Filters', placeholder: 'Add filter' },
	options: { displayName: 'Options', placeholder: 'Add option' },
};

/** Parameters that the editor shows only after the user adds them. One that wasn't added has no value. */
export function collection<V>(name: keyof typeof COLLECTIONS, kinds: KindsOf<V>, more: More = {}): Kind<NoInfer<V>> {
	// The editor shows them in the order of their labels.
	const fields = fieldsOf(kinds).toSorted((one, other) => one.displayName.localeCompare(other.displayName));
	const field = { ...COLLECTIONS[name], type: 'collection', default: {}, options: fields, ...more } as const;
	return parameter(field, (given, source) => {
		const values = isRecord(given) ? given : {};
		const nothing = fields.find((one) => one.name in values && isNothing(values[one.name]));
		if (name === 'filters' && nothing !== undefined)
			throw noValue(`the filter '${nothing.displayName}'`, 'run without this filter, remove it or');
		return readAll(kinds, { ...source, get: (key) => values[key] });
	});
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null;
}

/** An expression that returns nothing. It would let everything through a filter, and add a person to no group. */
function noValue(what: string, without: string): ParameterError {
	return new ParameterError(
		`The expression in ${what} didn't return a value`,
		`Check the field name in the expression, and make sure every item has that field. To ${without} return an empty string`,
	);
}

export function notice(displayName: string, displayOptions?: INodeProperties['displayOptions']): Kind<void> {
	return parameter({ displayName, type: 'notice', default: '', displayOptions }, () => undefined);
}
