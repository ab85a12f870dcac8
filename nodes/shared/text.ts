/** A text without surrounding white space; expressions may give a number, e.g. for an identifier. Empty for what is none. */
export function text(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
