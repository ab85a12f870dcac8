/** The fields of a collection parameter such as 'Options'; none when an expression gives something else. */
export function fieldsOf(collection: unknown): Record<string, unknown> {
	return typeof collection === 'object' && collection !== null ? { ...collection } : {};
}

/** A list of texts. An expression may give one text where the editor gives a list; names may contain commas. */
export function textsOf(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries.filter((entry) => typeof entry === 'string').filter((entry) => entry.trim() !== '');
}
