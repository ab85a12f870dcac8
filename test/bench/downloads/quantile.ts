/** The value below which this share (0 to 1) of the values lies, between two of them in proportion. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const place = (sorted.length - 1) * share;
	const low = sorted[Math.floor(place)] ?? NaN;
	const high = sorted[Math.ceil(place)] ?? NaN;
	return low + (high - low) * (place - Math.floor(place));
}
