/** For each key, what ends when everyone has released it, in all executions of the process. */
const processTails = new Map<string, Promise<void>>();

/** Joins the queue of each key. The turn begins when all `earlier` ones have ended. Call `release` at its end, or to give up the wait. */
export function joinQueues(keys: readonly string[], tails = processTails) {
	const earlier = keys.flatMap((key) => tails.get(key) ?? []);
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	const tail = Promise.all([...earlier, released]).then(() => {
		for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
	});
	for (const key of keys) tails.set(key, tail);
	return { earlier, release };
}
