/** What a step throws when what came back is not what should have. */
class CheckFailure extends Error {
	override readonly name = 'CheckFailure';
}

/** @throws CheckFailure with this message unless the condition holds */
export function ensure(condition: boolean, message: string): asserts condition {
	if (!condition) throw new CheckFailure(message);
}

export interface Steps {
	/**
	 * Does one step of the check and prints it with what it says came back. A failed one is printed with its reason and
	 * rethrown: the steps after it need what it gives.
	 */
	readonly step: <T>(title: string, work: () => Promise<{ result: T; says: readonly string[] }>) => Promise<T>;
	readonly passed: () => number;
	readonly failed: () => number;
}

export function createSteps(print: (line: string) => void): Steps {
	let passed = 0;
	let failed = 0;
	return {
		async step(title, work) {
			try {
				const { result, says } = await work();
				passed++;
				print(`ok   ${title}`);
				for (const line of says) print(`       ${line}`);
				return result;
			} catch (error) {
				failed++;
				print(`FAIL ${title}`);
				print(`       ${error instanceof Error ? error.message : String(error)}`);
				throw error;
			}
		},
		passed: () => passed,
		failed: () => failed,
	};
}
