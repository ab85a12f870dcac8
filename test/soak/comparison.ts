export interface Comparison {
	/** Expected and never seen. */
	readonly lost: readonly string[];
	/** Seen more often than once. */
	readonly doubled: readonly string[];
	/** Seen and never expected. */
	readonly strange: readonly string[];
}

/** What should have been seen once each, beside what was. */
export function compare(expected: readonly string[], seen: readonly string[]): Comparison {
	const times = new Map<string, number>();
	for (const key of seen) times.set(key, (times.get(key) ?? 0) + 1);
	const wanted = new Set(expected);
	return {
		lost: expected.filter((key) => !times.has(key)),
		doubled: [...times].filter(([, count]) => count > 1).map(([key]) => key),
		strange: [...times.keys()].filter((key) => !wanted.has(key)),
	};
}
