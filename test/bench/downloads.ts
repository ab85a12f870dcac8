// Downloads of growing size in a real n8n that keeps files on disk: this package's node beside n8n's own HTTP Request node
// doing the same. Prints medians of the time and of the peak memory's growth, and fails when either is more than 1.1
// times the HTTP Request node's. Linux only. Usage: node test/bench/downloads.ts [repetitions]
import { startPlayground } from '../../playground/playground.ts';
import { kinds, measure } from './downloads/measure.ts';
import type { Kind, Measurement } from './downloads/measure.ts';
import { median } from './downloads/median.ts';

const megabyte = 1_000_000;
const sizes = [50 * megabyte, 300 * megabyte, 1000 * megabyte];
const allowedRatio = 1.1;
const usualRepetitions = 5;

const repetitions = Number(process.argv[2] ?? usualRepetitions);
const measurements: Measurement[] = [];

const playground = await startPlayground({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });
try {
	// The limits of the service would slow down what is measured.
	await playground.simulator.control.configure({ limits: null });
	for (let repetition = 1; repetition <= repetitions; repetition++) {
		// Interleaved, and each kind as often first as second: a noisy machine then hits both alike.
		const order = repetition % 2 === 0 ? kinds.toReversed() : kinds;
		for (const bytes of sizes) {
			for (const kind of order) {
				const measurement = await measure(playground, kind, bytes);
				measurements.push(measurement);
				const { ms, growthBytes } = measurement;
				console.log(
					`${repetition}/${repetitions} ${bytes / megabyte} MB ${kind}: ${(ms / 1000).toFixed(2)} s, ` +
						`+${(growthBytes / megabyte).toFixed(0)} MB`,
				);
			}
		}
	}
} finally {
	await playground.stop();
}

function medianOf(bytes: number, kind: Kind, figure: (measurement: Measurement) => number): number {
	return median(measurements.filter((m) => m.bytes === bytes && m.kind === kind).map(figure));
}

const seconds = ({ ms }: Measurement) => ms / 1000;
const growth = ({ growthBytes }: Measurement) => growthBytes / megabyte;
const rows = sizes.map((bytes) => ({
	'size MB': bytes / megabyte,
	'time s': Number(medianOf(bytes, 'ours', seconds).toFixed(2)),
	'HTTP Request s': Number(medianOf(bytes, 'httpRequest', seconds).toFixed(2)),
	'time ratio': Number((medianOf(bytes, 'ours', seconds) / medianOf(bytes, 'httpRequest', seconds)).toFixed(2)),
	'memory growth MB': Math.round(medianOf(bytes, 'ours', growth)),
	'HTTP Request MB': Math.round(medianOf(bytes, 'httpRequest', growth)),
	'memory ratio': Number((medianOf(bytes, 'ours', growth) / medianOf(bytes, 'httpRequest', growth)).toFixed(2)),
}));
console.log(`\nMedians of ${repetitions}, each download in a freshly started n8n:`);
console.table(rows);
const worst = Math.max(...rows.flatMap((row) => [row['time ratio'], row['memory ratio']]));
console.log(`The largest ratio is ${worst}; allowed is ${allowedRatio}.`);
process.exitCode = worst <= allowedRatio ? 0 : 1;
