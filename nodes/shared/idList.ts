/**
 * A list of IDs: chosen from the list, or given by an expression as an array, as JSON, or as text separated by commas or
 * line breaks. Undefined when something in it is no text: left out of a filter, it would let everything through.
 */
export function readIdList(value: unknown): string[] | undefined {
	return readEntries(value, (list) => list.split(/[,\n]/));
}

/** The same for names, which may contain commas. */
export function readNameList(value: unknown): string[] | undefined {
	return readEntries(value, (name) => [name]);
}

function readEntries(value: unknown, split: (list: string) => string[]): string[] | undefined {
	if (value === undefined || value === null) return [];
	const written = typeof value === 'string' ? (parsedArray(value) ?? split(value)) : value;
	const entries: unknown[] = Array.isArray(written) ? written : [written];
	if (!entries.every((entry) => typeof entry === 'string')) return undefined;
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** A list that was written as JSON; undefined for everything else. */
function parsedArray(value: string): unknown[] | undefined {
	if (!value.trim().startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
