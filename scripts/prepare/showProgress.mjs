import { clearInterval, setInterval } from 'node:timers';

/** How often a line is printed while something runs. */
const intervalMs = 5_000;

/**
 * Prints what is being done now, then every few seconds how far it is, until the work settles.
 *
 * @template T
 * @param {string} title the first line
 * @param {string} label what begins the further ones, for example "installing n8n"
 * @param {() => string} status how far it is, in a few words; '' when unknown
 * @param {() => Promise<T>} work
 */
export async function showProgress(title, label, status, work) {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	console.log(`${title} …`);
	const timer = setInterval(() => {
		const detail = status();
		console.log(`  ${seconds()}: ${label}${detail === '' ? '' : `, ${detail}`}`);
	}, intervalMs);
	try {
		const result = await work();
		console.log(`  done in ${seconds()}`);
		return result;
	} finally {
		clearInterval(timer);
	}
}
