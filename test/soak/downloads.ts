import { setTimeout as delay } from 'node:timers/promises';

import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
import { runAndForget } from './executions.ts';
import type { SoakNodes } from './nodes.ts';
import type { Tally } from './tally.ts';

const FILES = 5;
export const BYTES_PER_FILE = 1_000_000;
const EVERY_MS = 10_000;
const EXPECTED_MS = 2_000;
const TIMEOUT_MS = 5 * 60_000;

/** Downloads five files every ten seconds until told to stop, and compares every byte. */
export async function download(
	playground: Playground,
	nodes: SoakNodes,
	tally: Tally,
	signal: AbortSignal,
): Promise<void> {
	const { api, simulator, credentials } = playground;
	const files = await Promise.all(
		Array.from({ length: FILES }, () => simulator.control.createFile({ bytes: BYTES_PER_FILE })),
	);
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	const expected = await Promise.all(
		files.map(async ({ link }) => {
			const response = await fetch(`${simulator.baseHost}/${link}`, { headers });
			return Buffer.from(await response.arrayBuffer());
		}),
	);
	const { id } = await api.workflows.create(
		chain('Soak downloads', [
			startNode,
			fieldsNode('List', { files }),
			splitNode('Files', 'files'),
			nodes.download(credentials),
		]),
	);
	while (!signal.aborted) {
		const next = delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
		await runAndForget(playground, id, { expectedMs: EXPECTED_MS, timeoutMs: TIMEOUT_MS }, async (execution) => {
			const items = execution.items('Download');
			tally.count('files downloaded', items.length);
			if (items.length !== FILES) tally.problem(`Downloads: ${execution.error()?.message}`);
			for (const [index, { binary }] of items.entries()) {
				const bytes = binary.data === undefined ? Buffer.alloc(0) : await api.executions.download(binary.data);
				if (!expected[index]?.equals(bytes)) tally.problem(`${files[index]?.link} came as ${bytes.length} other bytes`);
			}
		});
		await next;
	}
}
