import type { IHookFunctions, INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Where parameters get their values from: a node's parameters, or the fields of a collection. */
export interface Source {
	/** Returns a value with its expression resolved. */
	get(name: string, fallback: unknown): unknown;
	timezone(): string;
}

/** The parameters of a trigger. */
export function sourceOf(context: IHookFunctions | IPollFunctions | IWebhookFunctions): Source {
	return {
		get: (name, fallback) => context.getNodeParameter(name, fallback),
		timezone: () => context.getTimezone(),
	};
}

/** A parameter of a node: how the editor shows it, and how to read it. */
export interface Parameter<T> {
	fields: INodeProperties[];
	/** @throws ParameterError */
	read(source: Source): T;
}

/** A parameter that doesn't have a name yet. Its key in a record becomes its name. */
export type Kind<T> = (name: string) => Parameter<T>;

/** The kinds of the parameters that are read as these values. */
export type KindsOf<V> = { readonly [Name in keyof V]: Kind<V[Name]> };

/** Says that a parameter's value can't be used, and what to do. */
export class ParameterError extends Error {
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
	return structuredClone(Object.entries<Kind<unknown>>(kinds).flatMap(([name, kind]) => kind(name).fields));
}

export function readAll<V>(kinds: KindsOf<V>, source: Source): V {
	const entries = Object.entries<Kind<unknown>>(kinds).map(([name, kind]) => [name, kind(name).read(source)]);
	return Object.fromEntries(entries) as V;
}

/** Same as `readAll`, but returns the problem to callers that don't fail because of it. */
export async function tryReadAll<V>(kinds: KindsOf<V>, source: Source): Promise<V | ParameterError> {
	const reading = Promise.resolve().then(() => readAll(kinds, source));
	return await reading.catch((error: Error) => {
		if (error instanceof ParameterError) return error;
		throw error;
	});
}

/** Makes a parameter of one field. If the node doesn't have a value for it, its default is read. */
export function parameter<T>(
	field: Omit<INodeProperties, 'name'>,
	read: (value: unknown, source: Source) => T,
): Kind<T> {
	return (name) => ({
		fields: [{ ...field, name }],
		read: (source) => read(source.get(name, field.default), source),
	});
}
