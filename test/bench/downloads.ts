// Downloads of growing size in a real n8n that keeps files on disk: this package's node beside n8n's own HTTP Request node
// doing the same. Prints medians of the time and of the peak memory's growth, and fails when either is more than 1.1
// times the HTTP Request node's. Linux only. Usage: node test/bench/downloads.ts [repetitions]
import { startPlayground } from '../../playground/playground.ts';
import { kinds, measure } from './downloads/measure.ts';
import type { Measurement } from './downloads/measure.ts';
import { figures, summarize } from './downloads/summary.ts';

const megabyte = 1_000_000;
const sizes = [50 * megabyte, 300 * megabyte, 1000 * megabyte];
const allowedRatio = 1.1;
const usualRepetitions = 9;

const repetitions = Number(process.argv[2] ?? usualRepetitions);
const measurements: Measurement[] = [];

const playground = await startPlayground({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } });
try {
	// The limits of the service would slow down what is measured.
	await playground.simulator.control.configure({ limits: null });
	for (let repetition = 0; repetition < repetitions; repetition++) {
		// Interleaved, and each kind as often first as last: a noisy machine then hits all alike.
		const turn = repetition % kinds.length;
		const order = [...kinds.slice(turn), ...kinds.slice(0, turn)];
		for (const bytes of sizes) {
			for (const kind of order) {
				const measurement = await measure(playground, kind, bytes);
				measurements.push(measurement);
				const shown = figures.map(({ name, digits, of }) => `${name} ${of(measurement).toFixed(digits)}`);
				console.log(`${repetition + 1}/${repetitions} ${bytes / megabyte} MB ${kind}: ${shown.join('; ')}`);
			}
		}
	}
} finally {
	await playground.stop();
}

const rows = figures.flatMap((figure) => sizes.map((bytes) => summarize(measurements, bytes, figure)));
console.log(`\nMedians (and quartiles) of ${repetitions}, each download in a freshly started n8n:`);
console.table(
	rows.map(({ size, figure, cells, ratio, noise }) => ({
		size,
		figure,
		ours: cells.ours,
		'HTTP Request': cells.httpRequest,
		ratio,
		'HTTP Request again': cells.httpRequestAgain,
		'its ratio to itself': noise,
	})),
);
const worst = Math.max(...rows.map(({ ratio }) => ratio));
console.log(`Our largest ratio is ${worst}; allowed is ${allowedRatio}.`);
process.exitCode = worst <= allowedRatio ? 0 : 1;
