import { useStarted } from '../vitest.ts';
import { startQueuePlayground } from './queuePlayground.ts';
import type { QueuePlayground, QueuePlaygroundOptions } from './queuePlayground.ts';

/** One n8n in queue mode for the tests of a file or of a `describe`. */
export function useQueuePlayground(options: QueuePlaygroundOptions = {}): () => QueuePlayground {
	return useStarted(() => startQueuePlayground(options));
}
