/** A body as JSON where it is, with or without a byte order mark; everything else stays text for the checks to refuse. */
export function jsonOrText(body: string): unknown {
	try {
		const parsed: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
		return parsed;
	} catch {
		return body;
	}
}
