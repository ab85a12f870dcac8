import { afterAll, beforeAll } from 'vitest';

import { startPlayground } from './playground.ts';
import type { Playground, PlaygroundOptions } from './playground.ts';

/**
 * One playground for the tests of a file or of a `describe`: started before the first, stopped after the last. Call the
 * function it gives inside tests and hooks.
 */
export function usePlayground(options: PlaygroundOptions = {}): () => Playground {
	let playground: Playground | undefined;
	beforeAll(async () => {
		playground = await startPlayground(options);
	});
	afterAll(async () => {
		await playground?.stop();
	});
	return () => {
		if (playground === undefined) throw new Error('The playground has not started: call this inside a test or a hook');
		return playground;
	};
}
