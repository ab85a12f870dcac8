/** Each key's last task that hasn't ended yet, for all executions of the process. */
const tails = new Map<string, Promise<unknown>>();

/** Runs a task after every earlier task that shares one of its keys has ended, whether it succeeded or not. */
export async function withLock<T>(keys: string[], task: () => Promise<T>): Promise<T> {
	const before = keys.flatMap((key) => tails.get(key) ?? []);
	const result = Promise.all(before).then(task);
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
