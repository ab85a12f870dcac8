import { afterAll, beforeAll, inject } from 'vitest';

import { startPlayground } from './playground.ts';
import type { Playground, PlaygroundOptions } from './playground.ts';

/**
 * A fixture for the tests of a file or of a `describe`. It starts before the first test and stops after the last one. Only
 * call the returned function inside tests and hooks.
 */
export function useStarted<T extends { readonly stop: () => Promise<void> }>(start: () => Promise<T>): () => T {
	let started: T | undefined;
	beforeAll(async () => {
		started = await start();
	});
	afterAll(async () => {
		await started?.stop();
	});
	return () => {
		if (started === undefined) throw new Error('Nothing has been started yet. Call this inside a test or a hook');
		return started;
	};
}

/** One playground for the tests of a file or of a `describe`. */
export function usePlayground(options: PlaygroundOptions = {}): () => Playground {
	return useStarted(() => startPlayground({ packageTarball: inject('packageTarball'), ...options }));
}
