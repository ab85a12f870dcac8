import { setTimeout as delay } from 'node:timers/promises';

/** Polls until there is a result other than undefined. If that takes too long, throws an error that describes the state. */
export async function until<T>(
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
	howThingsStand: () => string,
): Promise<T> {
	const begun = Date.now();
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		const waitedMs = Date.now() - begun;
		if (waitedMs > timeoutMs) throw new Error(`After ${timeoutMs / 1000} s, ${howThingsStand()}`);
		// Asks less often during a longer wait, because n8n takes processor time to answer.
		await delay(Math.min(100 + waitedMs / 10, 1_000));
	}
}
