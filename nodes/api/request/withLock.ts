/** Lives as long as the process, so that executions wait for each other too. */
const TAILS = new Map<string, Promise<unknown>>();

/**
 * Runs a task after every earlier task that shares one of its keys has ended, whether it succeeded or not.
 *
 * @param tails the last task of each key that has not ended yet
 */
export async function withLock<T>(keys: string[], task: () => Promise<T>, tails = TAILS): Promise<T> {
	const before = keys.flatMap((key) => tails.get(key) ?? []);
	const result = Promise.all(before).then(task);
	const tail = result.then(
		() => undefined,
		() => undefined,
	);
	for (const key of keys) tails.set(key, tail);
	try {
		return await result;
	} finally {
		for (const key of keys) {
			if (tails.get(key) === tail) tails.delete(key);
		}
	}
}
