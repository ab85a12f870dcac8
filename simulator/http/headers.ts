/** Adds and replaces headers, whatever the case of their names, and takes out those changed to null. */
export function changeHeaders(
	headers: Record<string, string>,
	changes: Record<string, string | null> = {},
): Record<string, string> {
	const changed = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) changed.delete(name.toLowerCase());
		else changed.set(name.toLowerCase(), { name, value });
	}
	return Object.fromEntries([...changed.values()].map(({ name, value }) => [name, value]));
}
