/** Each key's last task that hasn't ended yet, for all executions of the process. */
const processTails = new Map<string, Promise<unknown>>();

/** Runs a task after every earlier task that shares one of its keys has ended, whether it succeeded or not. */
export async function withLock<T>(keys: readonly string[], task: () => Promise<T>, tails = processTails): Promise<T> {
	const result = Promise.all(keys.map(async (key) => await tails.get(key))).then(task);
	const tail = result.catch(() => undefined);
	for (const key of keys) tails.set(key, tail);
	try {
		return await result;
	} finally {
		for (const key of keys) {
			if (tails.get(key) === tail) tails.delete(key);
		}
	}
}
