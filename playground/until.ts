import { setTimeout as delay } from 'node:timers/promises';

/** Polls until there is a result other than undefined. If that takes too long, throws an error that describes the state. */
export async function until<T>(
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
	howThingsStand: () => string,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`After ${timeoutMs / 1000} s, ${howThingsStand()}`);
		await delay(100);
	}
}
