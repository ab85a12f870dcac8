/**
 * A text without surrounding white space. Expressions may give a number, e.g. for an identifier, and nothing is an empty
 * text. Undefined for what is no text, such as a list.
 */
export function readText(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : undefined;
}

/** The same for a place where what is no text counts as nothing. */
export function text(value: unknown): string {
	return readText(value) ?? '';
}
