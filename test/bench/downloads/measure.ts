import type { Workflow } from '../../../playground/api/workflows.ts';
import { credentialsType } from '../../../playground/playground.ts';
import type { Playground } from '../../../playground/playground.ts';
import { chain, startNode } from '../../../playground/workflows/build.ts';
import { actionNode } from '../../../playground/workflows/nodes.ts';
import { comeToRest } from '../rest.ts';
import { measurePeakGrowth } from './peakMemory.ts';
import { largestStoredFile, removeStoredFiles } from './storedFiles.ts';

/**
 * This package's node, and n8n's HTTP Request node with the same credentials. That one comes twice: how far it is from
 * itself is how far the machine's noise alone can put two figures apart.
 */
export const kinds = ['ours', 'httpRequest', 'httpRequestAgain'] as const;
export type Kind = (typeof kinds)[number];

export interface Measurement {
	readonly kind: Kind;
	readonly bytes: number;
	/** The node's time in ms, by n8n's own measure. */
	readonly ms: number;
	/** By how many bytes the n8n process's resident memory rose at its highest point. */
	readonly growthBytes: number;
}

const downloadNode = 'Download';
const warmUpBytes = 1_000_000;
const timeoutMs = 600_000;

function workflowFor(kind: Kind, link: string, { credentials, simulator }: Playground): Workflow {
	const ours = actionNode(downloadNode, { resource: 'file', operation: 'downloadAudio', link }, credentials);
	const httpRequest = {
		name: downloadNode,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials,
		parameters: {
			url: `${simulator.baseHost}/${link}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialsType,
			options: { response: { response: { responseFormat: 'file' } } },
		},
	};
	return chain(`${kind} ${link}`, [startNode, kind === 'ours' ? ours : httpRequest]);
}

/** Downloads a new file of this size. Gives the node's time in ms. */
async function download(playground: Playground, kind: Kind, bytes: number): Promise<number> {
	const { api, n8n, simulator } = playground;
	const { link } = await simulator.control.createFile({ bytes });
	const { id } = await api.workflows.create(workflowFor(kind, link, playground));
	const execution = await api.workflows.run(id, { timeoutMs });
	const ms = execution.durationMs(downloadNode);
	const stored = await largestStoredFile(n8n.userFolder);
	if (stored !== bytes || ms === undefined) {
		throw new Error(`${kind} stored ${stored} of ${bytes} bytes: ${execution.error()?.message ?? 'no error'}`);
	}
	return ms;
}

/**
 * One download in a freshly started n8n, which has done a small one of each kind before, so that neither figure depends
 * on what was downloaded earlier.
 */
export async function measure(playground: Playground, kind: Kind, bytes: number): Promise<Measurement> {
	const { n8n, restart } = playground;
	await restart();
	for (const each of ['ours', 'httpRequest'] as const) {
		await download(playground, each, warmUpBytes);
		await removeStoredFiles(n8n.userFolder);
	}
	await comeToRest();
	const pid = n8n.pid();
	if (pid === undefined) throw new Error('n8n is not running');
	const { result: ms, growthBytes } = await measurePeakGrowth(pid, () => download(playground, kind, bytes));
	await removeStoredFiles(n8n.userFolder);
	return { kind, bytes, ms, growthBytes };
}
