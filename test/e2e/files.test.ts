import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { isFirstGeneration } from '../firstGeneration.ts';

const playground = usePlayground({ env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' }, editor: false });

/** The files of executions in n8n's store, without the JSON that n8n keeps beside each. */
function storedFiles(userFolder: string): string[] {
	const paths = globSync('.n8n/**/binary_data/*', { cwd: userFolder });
	return paths.filter((path) => !path.endsWith('.metadata')).map((path) => join(userFolder, path));
}

async function downloadOf(link: string) {
	const { api, credentials } = playground();
	const node = actionNode('Download', { resource: 'file', operation: 'downloadAudio', link }, credentials);
	const { id } = await api.workflows.create(chain('Download', [startNode, node]));
	return { id, execution: await api.workflows.run(id) };
}

describe('files in n8n’s store on disk', () => {
	it('is one file there, the very bytes of the service', async () => {
		const { simulator, n8n } = playground();
		const bytes = 5_000_000;
		const { link, sha256 } = await simulator.control.createFile({ bytes, withSha256: true });
		const before = storedFiles(n8n.userFolder);
		const { execution } = await downloadOf(link);
		expect(execution.error()).toBeUndefined();
		const [item] = execution.items('Download');
		expect(item?.json).toMatchObject({ fileSize: bytes, link });
		expect(item?.binary.data?.id).toMatch(/^filesystem/);

		const added = storedFiles(n8n.userFolder).filter((path) => !before.includes(path));
		expect(added).toHaveLength(1);
		const stored = await readFile(added.join(''));
		expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256);
	});

	it('leaves no file behind when the body ends early', async () => {
		const { api, simulator, n8n } = playground();
		const { link } = await simulator.control.createFile({ bytes: 1_000_000 });
		await simulator.control.inject({
			match: { path: '/response-audio/*' },
			fault: { kind: 'truncate' },
			times: 'always',
		});
		const before = storedFiles(n8n.userFolder);
		const { id, execution } = await downloadOf(link);
		await simulator.control.clearFaults();
		expect(execution.status).toBe('error');
		// n8n 1.x keeps what had arrived in each of the four tries as long as it keeps the execution.
		expect(storedFiles(n8n.userFolder)).toHaveLength(before.length + (isFirstGeneration ? 4 : 0));
		await api.workflows.delete(id);
		expect(storedFiles(n8n.userFolder)).toEqual(before);
	});
});
