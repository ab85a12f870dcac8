import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { visible } from '../../api/specification/plainText';
import { isRecord } from '../../api/specification/responses';

/** Where parameters get their values from: the n8n context of a trigger, an input item, or the fields of a collection. */
export interface Source {
	/** Returns a value with its expression resolved. */
	getNodeParameter(name: string, fallback: unknown): unknown;
	getTimezone(): string;
}

/** How the editor shows a parameter, and how its value is read. Its key in a record of kinds becomes its name. */
export interface Kind<T> {
	field: Omit<INodeProperties, 'name'>;
	/** Throws UserError. The value is the default if the node doesn't have one. */
	read: (value: unknown, source: Source, name: string) => T;
}

export type KindsOf<V> = { readonly [Name in keyof V]: Kind<V[Name]> };

/** Says why what someone asked for can't be done, and what to do. It isn't n8n's UserError, which older versions of n8n don't have. */
export class UserError extends Error {
	readonly description: string;
	/** The parameters that aren't filled in, if that's the reason. */
	readonly empty: readonly string[];

	constructor(message: string, description: string, empty: readonly string[] = []) {
		super(message);
		this.description = description;
		this.empty = empty;
	}
}

/** Returns new objects at each call, because n8n changes descriptions in place. */
export function fieldsOf<V>(kinds: KindsOf<V>): INodeProperties[] {
	return structuredClone(Object.entries<Kind<unknown>>(kinds).map(([name, { field }]) => ({ ...field, name })));
}

export function readAll<V>(kinds: KindsOf<V>, source: Source): V {
	const entries = Object.entries<Kind<unknown>>(kinds).map(([name, { field, read }]) => {
		return [name, read(source.getNodeParameter(name, field.default), source, name)];
	});
	return Object.fromEntries(entries) as V;
}

/** Returns a trimmed string, also for a whole number. Returns an empty string for anything else. */
export function textOrEmpty(value: unknown): string {
	return typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : '';
}

export const LOST_DIGITS = 'The number may have lost digits. Format the column as text, and enter the number again';

/** Reads text, also in a resource locator, which is an object that contains the value and its mode. */
export function textOf(value: unknown, label: string): string {
	const given = isRecord(value) && 'mode' in value ? value.value : value;
	if (typeof given === 'string' || isEmpty(given) || Number.isSafeInteger(given)) return textOrEmpty(given);
	throw new UserError(
		mustBe(label, 'text', given),
		typeof given === 'number'
			? LOST_DIGITS
			: 'Make the expression return a single value, e.g. one field of an object or one entry of a list',
	);
}

export function quoted(text: string): string {
	return `'${visible(text)}'`;
}

/** Joins the first names, e.g. `'A', 'B', and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length > most ? `, and ${names.length - most} more` : '';
	return `${names.slice(0, most).map(quoted).join(', ')}${more}`;
}

export function mustBe(label: string, what: string, value: unknown): string {
	return `The parameter '${label}' must be ${what}, but got ${describeValue(value)}`;
}

function describeValue(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${describeValue(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value === 'string') return value === '' ? 'nothing' : quoted(value);
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Whether a value isn't filled in, or comes from an expression that returned nothing. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Leaves out empty fields, which must not be sent as an empty string or null. */
export function filledIn(fields: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0)),
	);
}
