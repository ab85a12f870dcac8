import { isRecord } from '../api/specification/isRecord';
import { readIdList, readNameList } from './idList';
import { text } from './text';

/** The fields of a collection parameter such as 'Options'; none when an expression gives something else. */
export function fieldsOf(collection: unknown): Record<string, unknown> {
	return isRecord(collection) ? collection : {};
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
 * The names in a filter of a trigger. A filter that can't be read lets nothing through: its one name is the JSON text of
 * what was given, which no assessment is called.
 */
export function namesOf(value: unknown): string[] {
	return readNameList(value) ?? [JSON.stringify(value)];
}

/** The same for values that have no commas, such as statuses: expressions may put several into one text. */
export function valuesOf(value: unknown): string[] {
	return readIdList(value) ?? [JSON.stringify(value)];
}
