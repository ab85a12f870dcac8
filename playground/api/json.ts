/** A JSON object whose fields aren't known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object. The error refers to it as `what`. */
export function asObject(value: unknown, what: string): JsonObject {
	if (!isObject(value)) throw new Error(`${what} is not an object: ${JSON.stringify(value)}`);
	return value;
}

/** A text field of an object. */
export function textOf(object: JsonObject, key: string): string {
	const value = object[key];
	if (typeof value !== 'string') throw new Error(`'${key}' isn't text in ${JSON.stringify(object).slice(0, 500)}`);
	return value;
}

/** A text field of an object, or undefined if the field isn't text. */
export function optionalTextOf(object: JsonObject, key: string): string | undefined {
	const value = object[key];
	return typeof value === 'string' ? value : undefined;
}
