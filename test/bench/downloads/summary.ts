import { kinds } from './measure.ts';
import type { Kind, Measurement } from './measure.ts';
import { quantile } from './quantile.ts';

export interface Figure {
	readonly name: string;
	readonly digits: number;
	readonly of: (measurement: Measurement) => number;
}

export const figures: readonly Figure[] = [
	{ name: 'time, s', digits: 2, of: ({ ms }) => ms / 1_000 },
	{ name: 'memory growth, MB', digits: 0, of: ({ growthBytes }) => growthBytes / 1_000_000 },
];

export interface Row {
	readonly size: string;
	readonly figure: string;
	/** Each kind's median, with its first and third quartile. */
	readonly cells: Readonly<Record<Kind, string>>;
	/** Of our median to the HTTP Request node's, and of that node's to its own. */
	readonly ratio: number;
	readonly noise: number;
}

/** One row for a figure at a size. */
export function summarize(measurements: readonly Measurement[], bytes: number, { name, digits, of }: Figure): Row {
	const values = (kind: Kind) => measurements.filter((m) => m.bytes === bytes && m.kind === kind).map(of);
	const median = (kind: Kind) => quantile(values(kind), 0.5);
	const cell = (kind: Kind) => {
		const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values(kind), share).toFixed(digits));
		return `${middle} (${low} to ${high})`;
	};
	const [ours, httpRequest, httpRequestAgain] = kinds;
	const rounded = (value: number) => Math.round(value * 100) / 100;
	return {
		size: `${bytes / 1_000_000} MB`,
		figure: name,
		cells: { ours: cell(ours), httpRequest: cell(httpRequest), httpRequestAgain: cell(httpRequestAgain) },
		ratio: rounded(median(ours) / median(httpRequest)),
		noise: rounded(median(httpRequestAgain) / median(httpRequest)),
	};
}
