export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

export function rounded(value: number, digits = 0): number {
	return Number(value.toFixed(digits));
}
