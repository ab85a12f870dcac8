/** The service's identifiers are UUIDs (specification, Resources), which are the same in either case. */
export function idKey(id: string): string {
	return id.trim().toLowerCase();
}
