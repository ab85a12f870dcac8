/** The last `count` of a list that grows at its end; all of it without a count. */
export function newest<T>(entries: readonly T[], count = entries.length): T[] {
	return entries.slice(Math.max(0, entries.length - count));
}
