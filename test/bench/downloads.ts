// Downloads of growing size in a real n8n that keeps files on disk, compared with n8n's own HTTP Request node. HTTP Request
// runs twice, because its ratio to itself is the machine's noise. Fails if ours takes over 1.1 times the time or the memory.
// Linux only. Usage: node test/bench/downloads.ts [rounds]
import { startPlayground } from '../../playground/playground.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { compareWays } from './compareWays.ts';
import type { Way } from './compareWays.ts';
import { requestNode } from './workflows.ts';

const ALLOWED_RATIO = 1.1;
const SMALL_MB = 1;
const rounds = Number(process.argv[2] ?? 9);

await using stack = new AsyncDisposableStack();
const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
const playground = stack.adopt(await startPlayground({ env }), ({ stop }) => stop());
const { simulator, credentials } = playground;
await simulator.control.configure({ limits: null });

for (const megabytes of [50, 300, 1_000]) {
	const newFile = async (small: boolean) =>
		(await simulator.control.createFile({ bytes: (small ? SMALL_MB : megabytes) * 1e6 })).link;
	const ours: Way = {
		name: 'ours',
		nodes: async (small) => {
			const link = await newFile(small);
			return [actionNode('Download', { resource: 'file', operation: 'downloadAudio', link }, credentials)];
		},
	};
	const options = { response: { response: { responseFormat: 'file' } } };
	const httpRequest = (name: string): Way => ({
		name,
		nodes: async (small) => [
			requestNode(`${simulator.baseHost}/${await newFile(small)}`, simulator.apiKey, { options }),
		],
	});
	const ways = [ours, httpRequest('HTTP Request'), httpRequest('HTTP Request again')] as const;
	const worst = await compareWays(playground, `${megabytes} MB`, ways, rounds);
	if (worst > ALLOWED_RATIO) process.exitCode = 1;
}
