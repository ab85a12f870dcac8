import type { INodeProperties } from 'n8n-workflow';

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

/** The kinds of the parameters that are read as these values. */
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
