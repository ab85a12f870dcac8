import { parse as parseFlatted } from 'flatted';
import type { IBinaryData, IBinaryKeyData, IRunExecutionData } from 'n8n-workflow';

import type { Generation } from '../generation.ts';
import { until } from '../until.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

export interface OutputItem {
	readonly json: JsonObject;
	/** Files are in memory as base64 in `data`, or in n8n's binary store under `id`. */
	readonly binary: IBinaryKeyData;
}

interface ExecutionError {
	readonly message: string;
	readonly description?: string | null;
}

export type Execution = ReturnType<typeof readExecution>;

interface ExecutionSummary {
	readonly id: string;
	readonly workflowId: string;
	readonly status: string;
	readonly mode: string;
}

interface Page {
	readonly results: readonly ExecutionSummary[];
	/** Only in n8n 2.x, if there is another page. */
	readonly nextCursor?: string | null;
}

export interface ExecutionFilter {
	readonly workflowId?: string;
	/** For example `['success']`, `['error', 'crashed']`. */
	readonly status?: readonly string[];
	/** `manual`, `webhook`, `trigger`, … */
	readonly mode?: string;
}

export type ExecutionsApi = ReturnType<typeof executionsApi>;

const unfinished = ['new', 'running', 'waiting', 'unknown'];
const everyStatus = [...unfinished, 'success', 'error', 'crashed', 'canceled'];

/** n8n's stored execution, with its flattened `data` unpacked. */
function readExecution(stored: { id: string; status: string; data: string }) {
	// Empty until the first node has run.
	const data = parseFlatted(stored.data) as Partial<IRunExecutionData> | undefined;
	const runsOf = (nodeName: string) => data?.resultData?.runData[nodeName] ?? [];
	return {
		id: stored.id,
		/** `success`, `error`, `crashed`, `canceled`, … */
		status: stored.status,
		/**
		 * n8n's whole response as text, to search it for secrets. n8n 1.x adds the static data of the workflow's nodes, which is
		 * left out.
		 */
		text: JSON.stringify(stored, (key, part: unknown) => (key === 'staticData' ? undefined : part)),
		/** The node's output, over all its runs. Empty if it didn't run. */
		items: (nodeName: string, output = 0): OutputItem[] =>
			runsOf(nodeName)
				.flatMap((run) => run.data?.main?.[output] ?? [])
				.map(({ json, binary = {} }) => ({ json, binary })),
		/** How long a node's last run took, in ms, as measured by n8n. Undefined if the node didn't run. */
		durationMs: (nodeName: string) => runsOf(nodeName).at(-1)?.executionTime,
		/** The error of this node's last run, or of the whole execution if no node is passed. */
		error: (nodeName?: string): ExecutionError | undefined =>
			(nodeName === undefined ? data?.resultData : runsOf(nodeName).at(-1))?.error,
	};
}

export function executionsApi({ request, fetch }: Session, generation: Generation) {
	/** Successful executions don't change, so tests that wait for several don't read each of them twice a second. */
	const succeeded = new Map<string, Execution>();

	async function get(id: string): Promise<Execution> {
		const known = succeeded.get(id);
		if (known !== undefined) return known;
		const execution = readExecution(await request('GET', `/executions/${id}`));
		if (execution.status === 'success') succeeded.set(id, execution);
		return execution;
	}

	/** All matching executions, the newest first, read page by page. */
	async function list(filter: ExecutionFilter = {}): Promise<ExecutionSummary[]> {
		// Executions that begin during the read are added to the first page, so an ID can occur twice.
		const found = new Map<string, ExecutionSummary>();
		// n8n 1.x only keeps a consistent order if it gets the statuses, and it ignores the mode.
		const asked = generation === 'v1' ? { status: everyStatus, ...filter } : filter;
		let next: Record<string, string> | undefined = {};
		while (next !== undefined) {
			const query: string = new URLSearchParams({ limit: '100', filter: JSON.stringify(asked), ...next }).toString();
			const { results, nextCursor } = await request<Page>('GET', `/executions?${query}`);
			for (const entry of results) found.set(entry.id, entry);
			const last = results.at(-1)?.id;
			if (generation === 'v1') next = last === undefined ? undefined : { lastId: last };
			else next = nextCursor ? { cursor: nextCursor } : undefined;
		}
		const ofMode = [...found.values()].filter(({ mode }) => filter.mode === undefined || mode === filter.mode);
		return ofMode.sort((a, b) => Number(b.id) - Number(a.id));
	}

	return {
		get,
		list,
		/** Waits until the execution has ended. */
		async wait(id: string, timeoutMs = 300_000): Promise<Execution> {
			let execution: Execution | undefined;
			const ended = async () => {
				execution = await get(id);
				return unfinished.includes(execution.status) ? undefined : execution;
			};
			return await until(timeoutMs, ended, () => `execution ${id} is ${execution?.status}`);
		},
		/** Waits until at least this many executions match and have ended. Returns them, the oldest first. */
		async waitForCount(count: number, filter: ExecutionFilter, timeoutMs = 300_000): Promise<Execution[]> {
			let ended: ExecutionSummary[] = [];
			const enough = async () => {
				ended = (await list(filter)).filter(({ status }) => !unfinished.includes(status));
				return ended.length < count ? undefined : ended.reverse();
			};
			const found = await until(timeoutMs, enough, () => `${ended.length} of ${count} executions had ended`);
			return await Promise.all(found.map(({ id }) => get(id)));
		},
		/** The bytes of a file. */
		async download({ data, id }: IBinaryData): Promise<Buffer> {
			if (id === undefined) return Buffer.from(data, 'base64');
			const query = new URLSearchParams({ id, action: 'download' });
			const response = await fetch(`/rest/binary-data?${query.toString()}`);
			return Buffer.from(await response.arrayBuffer());
		},
	};
}
