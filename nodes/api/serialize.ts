/** The last task of each key. Lives as long as the process, so that executions wait for each other too. */
const tails = new Map<string, Promise<unknown>>();

/** Runs a task after every earlier task that shares one of its keys has ended, whether it succeeded or not. */
export async function serialize<T>(keys: string[], task: () => Promise<T>): Promise<T> {
	const before = keys.map((key) => tails.get(key));
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
