/** The middle value, or the mean of the two middle ones. NaN for none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const low = sorted[Math.ceil(middle) - 1] ?? NaN;
	const high = sorted[Math.floor(middle)] ?? NaN;
	return (low + high) / 2;
}
