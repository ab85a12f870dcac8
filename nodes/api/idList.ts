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
	const list = value.trim();
	if (list.startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(list);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			return splitText(list);
		}
	}
	return splitText(list);
}

function splitText(list: string): string[] {
	return list.split(/[,\n]/).map((entry) => entry.trim());
}
