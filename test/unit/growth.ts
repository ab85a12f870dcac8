const RUNS = 9;
const ATTEMPTS = 10;
/** Ends the attempts. */
const ENOUGH = 2.3;

/**
 * How many times as long some work takes with twice the input: 1 if the size doesn't matter, about 2 if the time grows evenly,
 * and 4 if it grows with the square. Measured over three doublings. Other work on the machine only adds to a time, so the
 * shortest of several counts, and the best of several attempts.
 *
 * @param size small, so that eight times as much takes a few milliseconds and is rarely interrupted
 */
export async function growth<T>(
	prepare: (size: number) => T,
	work: (input: T) => unknown,
	size: number,
): Promise<number> {
	const [small, large] = [prepare(size), prepare(8 * size)];
	let best = Number.POSITIVE_INFINITY;
	for (let attempt = 0; attempt < ATTEMPTS && best > ENOUGH; attempt += 1) {
		const [ofSmall, ofLarge] = [new Array<number>(), new Array<number>()];
		for (let run = 0; run < RUNS; run += 1) {
			ofSmall.push(await msOf(work, small));
			ofLarge.push(await msOf(work, large));
		}
		best = Math.min(best, Math.cbrt(Math.min(...ofLarge) / Math.min(...ofSmall)));
	}
	return best;
}

async function msOf<T>(work: (input: T) => unknown, input: T): Promise<number> {
	const began = performance.now();
	await work(input);
	return performance.now() - began;
}
