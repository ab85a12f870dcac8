import { text } from './text';

/**
 * A list of IDs: chosen from the list, or given by an expression as an array, as JSON, or as text separated by commas or
 * line breaks. Undefined when something in it is no ID: left out of a filter, it would let everything through.
 */
export function readIdList(value: unknown): string[] | undefined {
	if (value === undefined || value === null) return [];
	const entries: unknown[] = Array.isArray(value) ? value : entriesOf(value);
	const ids = entries.map((entry) => (typeof entry === 'string' ? entry.trim() : text(entry) || undefined));
	return ids.every((id) => id !== undefined) ? ids.filter((id) => id !== '') : undefined;
}

function entriesOf(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value];
	return parsedArray(value) ?? splitText(value.trim());
}

/** A list that was written as JSON; undefined for everything else. */
export function parsedArray(value: unknown): unknown[] | undefined {
	if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

function splitText(list: string): string[] {
	return list.split(/[,\n]/).map((entry) => entry.trim());
}
