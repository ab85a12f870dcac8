import { setTimeout as delay } from 'node:timers/promises';

import { parse as parseFlatted } from 'flatted';

import type { Generation } from '../generation.ts';
import { asArray, asObject, isObject, optionalTextOf, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

/** A file of an item: in memory as base64, or in n8n's binary store under `id`. */
export interface BinaryField {
	readonly data: string;
	readonly mimeType: string;
	readonly fileName: string | undefined;
	readonly id: string | undefined;
}

export interface OutputItem {
	readonly json: JsonObject;
	readonly binary: Readonly<Record<string, BinaryField>>;
}

interface ExecutionError {
	readonly message: string;
	readonly description: string | undefined;
}

export interface Execution {
	readonly id: string;
	/** `success`, `error`, `crashed`, `canceled`, … */
	readonly status: string;
	/**
	 * The whole answer of n8n as text, to search it for what mustn't be in it. n8n 1.x adds what the workflow's nodes have stored,
	 * which is left out.
	 */
	readonly text: string;
	/** What a node put out, over all its runs. Empty when it didn't run. */
	readonly items: (nodeName: string, output?: number) => OutputItem[];
	/** How long a node's last run took, in ms, by n8n's own measure. Undefined when it didn't run. */
	readonly durationMs: (nodeName: string) => number | undefined;
	/** The error of this node's last run, or of the whole execution when no node is named. */
	readonly error: (nodeName?: string) => ExecutionError | undefined;
}

export interface ExecutionSummary {
	readonly id: string;
	readonly workflowId: string;
	readonly status: string;
	readonly mode: string;
}

export interface ExecutionFilter {
	readonly workflowId?: string;
	/** For example `['success']`, `['error', 'crashed']`. */
	readonly status?: readonly string[];
	/** `manual`, `webhook`, `trigger`, … */
	readonly mode?: string;
}

export type ExecutionsApi = ReturnType<typeof executionsApi>;

const pageSize = 100;
const pollMs = 150;
const unfinished = ['new', 'running', 'waiting', 'unknown'];
const everyStatus = [...unfinished, 'success', 'error', 'crashed', 'canceled'];

function binaryFields(value: unknown): Record<string, BinaryField> {
	const fields: Record<string, BinaryField> = {};
	for (const [name, entry] of Object.entries(isObject(value) ? value : {})) {
		const field = asObject(entry, `The binary field '${name}'`);
		fields[name] = {
			data: textOf(field, 'data'),
			mimeType: textOf(field, 'mimeType'),
			fileName: optionalTextOf(field, 'fileName'),
			id: optionalTextOf(field, 'id'),
		};
	}
	return fields;
}

function outputItem(value: unknown): OutputItem {
	const item = asObject(value, 'An output item');
	return {
		json: asObject(item.json, "An item's 'json'"),
		binary: binaryFields(item.binary),
	};
}

function executionError(value: unknown): ExecutionError | undefined {
	if (!isObject(value)) return undefined;
	return { message: textOf(value, 'message'), description: optionalTextOf(value, 'description') };
}

/** n8n's stored execution, its flattened `data` unpacked. */
function readExecution(value: unknown): Execution {
	const execution = asObject(value, 'An execution');
	const data: unknown = parseFlatted(textOf(execution, 'data'));
	const resultData = isObject(data) && isObject(data.resultData) ? data.resultData : {};
	const runData = isObject(resultData.runData) ? resultData.runData : {};

	function runsOf(nodeName: string): JsonObject[] {
		const runs = runData[nodeName];
		return (Array.isArray(runs) ? runs : []).map((run) => asObject(run, `A run of '${nodeName}'`));
	}

	return {
		id: String(execution.id),
		status: textOf(execution, 'status'),
		text: JSON.stringify(value, (key, part: unknown) => (key === 'staticData' ? undefined : part)),
		items(nodeName, output = 0) {
			return runsOf(nodeName).flatMap(({ data: connections }) => {
				const outputs = isObject(connections) && Array.isArray(connections.main) ? connections.main : [];
				const items: unknown = outputs[output];
				return Array.isArray(items) ? items.map(outputItem) : [];
			});
		},
		durationMs(nodeName) {
			const duration = runsOf(nodeName).at(-1)?.executionTime;
			return typeof duration === 'number' ? duration : undefined;
		},
		error(nodeName) {
			return executionError(nodeName === undefined ? resultData.error : runsOf(nodeName).at(-1)?.error);
		},
	};
}

function summary(value: unknown): ExecutionSummary {
	const entry = asObject(value, 'An execution in the list');
	return {
		id: String(entry.id),
		workflowId: textOf(entry, 'workflowId'),
		status: textOf(entry, 'status'),
		mode: textOf(entry, 'mode'),
	};
}

/** Where the page after this one begins; undefined after the last. */
function nextPage(page: JsonObject, generation: Generation): Record<string, string> | undefined {
	if (generation === 'v2') {
		const cursor = optionalTextOf(page, 'nextCursor');
		return cursor === undefined ? undefined : { cursor };
	}
	const results = asArray(page.results, "A page's 'results'").map(summary);
	const last = results.at(-1);
	return last === undefined || results.length < pageSize ? undefined : { lastId: last.id };
}

export function executionsApi({ request, fetch }: Session, generation: Generation) {
	async function get(id: string): Promise<Execution> {
		return readExecution(await request('GET', `/executions/${id}`));
	}

	/** Waits until the execution has ended. */
	async function wait(id: string, timeoutMs = 120_000): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const execution = await get(id);
			if (!unfinished.includes(execution.status)) return execution;
			if (Date.now() > deadline) throw new Error(`Execution ${id} is ${execution.status} after ${timeoutMs} ms`);
			await delay(pollMs);
		}
	}

	/** Every execution that matches, the latest first, read page by page. */
	async function list(filter: ExecutionFilter = {}): Promise<ExecutionSummary[]> {
		// Newly begun executions stand before the first page only, so an id may come twice.
		const found = new Map<string, ExecutionSummary>();
		// n8n 1.x keeps to one order only when it is told the statuses, and doesn't look at the mode.
		const asked = generation === 'v1' ? { status: everyStatus, ...filter } : filter;
		let next: Record<string, string> | undefined = {};
		do {
			const query = new URLSearchParams({ limit: String(pageSize), filter: JSON.stringify(asked), ...next });
			const page = asObject(await request('GET', `/executions?${query.toString()}`), 'A page of executions');
			for (const entry of asArray(page.results, "A page's 'results'").map(summary)) found.set(entry.id, entry);
			next = nextPage(page, generation);
		} while (next !== undefined);
		const ofMode = [...found.values()].filter(({ mode }) => filter.mode === undefined || mode === filter.mode);
		return ofMode.sort((a, b) => Number(b.id) - Number(a.id));
	}

	return {
		get,
		wait,
		list,
		/** Waits until at least so many executions match and have ended. Gives them, the oldest first. */
		async waitForCount(count: number, filter: ExecutionFilter, timeoutMs = 60_000): Promise<Execution[]> {
			const deadline = Date.now() + timeoutMs;
			for (;;) {
				const ended = (await list(filter)).filter(({ status }) => !unfinished.includes(status));
				if (ended.length >= count) return await Promise.all(ended.reverse().map(({ id }) => get(id)));
				if (Date.now() > deadline) {
					throw new Error(`${ended.length} of ${count} executions had ended after ${timeoutMs} ms`);
				}
				await delay(pollMs);
			}
		},
		/** The bytes of a file. */
		async download(field: BinaryField): Promise<Buffer> {
			if (field.id === undefined) return Buffer.from(field.data, 'base64');
			const query = new URLSearchParams({ id: field.id, action: 'download' });
			const response = await fetch(`/rest/binary-data?${query.toString()}`);
			return Buffer.from(await response.arrayBuffer());
		},
	};
}
