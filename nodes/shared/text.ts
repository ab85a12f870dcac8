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

/** What an expression gave instead of a text, for a message. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) {
		const other: unknown = value.find((entry) => typeof entry !== 'string');
		return other === undefined ? 'a list' : `a list with ${kindOf(other)} in it`;
	}
	if (typeof value === 'number') return `the number ${value}`;
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
