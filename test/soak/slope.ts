export interface Point {
	/** Since the beginning. */
	readonly hours: number;
	readonly megabytes: number;
}

export interface Slope {
	/** Of the straight line that fits best (least squares). */
	readonly megabytesPerHour: number;
	/** Of the slope, from how far the points lie off the line. */
	readonly standardError: number;
}

/** How fast something grows. Undefined for fewer than three points, which always fit. */
export function slopeOf(points: readonly Point[]): Slope | undefined {
	if (points.length < 3) return undefined;
	const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
	const [x, y] = [mean(({ hours }) => hours), mean(({ megabytes }) => megabytes)];
	const spread = points.reduce((sum, { hours }) => sum + (hours - x) ** 2, 0);
	const together = points.reduce((sum, { hours, megabytes }) => sum + (hours - x) * (megabytes - y), 0);
	const slope = together / spread;
	const off = points.reduce((sum, { hours, megabytes }) => sum + (megabytes - y - slope * (hours - x)) ** 2, 0);
	return { megabytesPerHour: slope, standardError: Math.sqrt(off / (points.length - 2) / spread) };
}
