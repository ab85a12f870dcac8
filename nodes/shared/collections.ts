import { parsedArray, readIdList } from './idList';
import { text } from './text';

/** The fields of a collection parameter such as 'Options'; none when an expression gives something else. */
export function fieldsOf(collection: unknown): Record<string, unknown> {
	return typeof collection === 'object' && collection !== null ? { ...collection } : {};
}

/** Not filled in, or filled by an expression that gave nothing. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** A switch. Expressions may give the word instead of the value. */
export function flagOf(value: unknown): boolean {
	return value === true || text(value).toLowerCase() === 'true';
}

/**
 * A list of names, which may contain commas. An expression may give one name, or JSON, where the editor gives a list. What
 * is no name stays as one that nothing has: left out of a filter, it would let everything through.
 */
export function namesOf(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : (parsedArray(value) ?? [value]);
	return entries
		.filter((entry) => entry !== undefined && entry !== null)
		.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
		.filter((entry) => entry.trim() !== '');
}

/** A list of values of a kind that has no commas, such as statuses: expressions may put them into one text. */
export function valuesOf(value: unknown): string[] {
	return readIdList(value) ?? namesOf(value);
}
