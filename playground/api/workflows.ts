import { setTimeout as delay } from 'node:timers/promises';

import type { Generation } from '../generation.ts';
import { asArray, asObject, optionalTextOf, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Execution, ExecutionsApi } from './executions.ts';
import { RestError } from './session.ts';
import type { Session } from './session.ts';

export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: JsonObject;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	/** One empty item instead of none. */
	readonly alwaysOutputData?: boolean;
	readonly onError?: 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';
	/** What makes a trigger's webhook address its own; n8n's editor gives each such node one. */
	readonly webhookId?: string;
	readonly retryOnFail?: boolean;
	readonly maxTries?: number;
	readonly waitBetweenTries?: number;
	readonly disabled?: boolean;
}

export interface Connection {
	readonly node: string;
	readonly type: 'main';
	readonly index: number;
}

/** What n8n exports and imports as a file. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, { readonly main: ReadonlyArray<readonly Connection[]> }>>;
	readonly settings?: JsonObject;
}

export interface StoredWorkflow {
	readonly id: string;
	readonly versionId: string;
	readonly active: boolean;
}

export interface Activation {
	/** `published` is success. `failed` and `partial` come with `errors`. */
	readonly status: string;
	/** What the user reads, one text per failed trigger. */
	readonly errors: readonly string[];
}

const pollMs = 150;

function storedWorkflow(value: unknown): StoredWorkflow {
	const workflow = asObject(value, 'A workflow');
	return { id: textOf(workflow, 'id'), versionId: textOf(workflow, 'versionId'), active: workflow.active === true };
}

function activation(value: unknown): Activation {
	const status = asObject(value, 'The publication status');
	const errors = asArray(status.triggers, "The publication status's 'triggers'")
		.map((trigger) => optionalTextOf(asObject(trigger, 'A trigger'), 'errorMessage'))
		.filter((message) => message !== undefined);
	return { status: textOf(status, 'status'), errors };
}

export function workflowsApi({ request }: Session, generation: Generation, executions: ExecutionsApi) {
	async function get(id: string): Promise<StoredWorkflow> {
		return storedWorkflow(await request('GET', `/workflows/${id}`));
	}

	/** Waits while n8n is publishing. Undefined under the older engine, which has no such status. */
	async function settledStatus(id: string, timeoutMs: number): Promise<Activation | undefined> {
		const deadline = Date.now() + timeoutMs;
		let hasEnded = false;
		for (;;) {
			try {
				const present = activation(await request('GET', `/workflows/${id}/publication-status`));
				// n8n reads that it has ended and what came of it apart: its first such answer may hold the outcome of before.
				if (present.status !== 'in_progress' && hasEnded) return present;
				hasEnded = present.status !== 'in_progress';
			} catch (error) {
				if (error instanceof RestError && error.status === 404) return undefined;
				throw error;
			}
			if (Date.now() > deadline) throw new Error(`Workflow ${id} was still being published after ${timeoutMs} ms`);
			await delay(pollMs);
		}
	}

	/** What a failed publishing says in its answer, as the outcome that it is. */
	async function outcome(publishing: () => Promise<Activation>): Promise<Activation> {
		try {
			return await publishing();
		} catch (error) {
			if (error instanceof RestError && error.status < 500) return { status: 'failed', errors: [error.message] };
			throw error;
		}
	}

	/**
	 * Publishes the newest version and waits for the outcome, under both of n8n's engines (the present one tells it
	 * afterwards, the older one in its answer). Doesn't throw for a trigger that fails.
	 */
	async function activate(id: string, timeoutMs = 60_000): Promise<Activation> {
		return await outcome(async () => {
			const { versionId } = await get(id);
			await request('POST', `/workflows/${id}/activate`, { versionId });
			return (await settledStatus(id, timeoutMs)) ?? { status: 'published', errors: [] };
		});
	}

	/**
	 * Saves. A published workflow goes on with its published version until `activate`; in n8n 1.x, saving publishes it
	 * again at once, and this throws when that fails.
	 */
	async function update(id: string, workflow: Workflow): Promise<StoredWorkflow> {
		return storedWorkflow(await request('PATCH', `/workflows/${id}`, workflow));
	}

	/** Executes by hand. n8n 1.x is told the whole workflow; the present one takes what is stored. */
	async function start(id: string, trigger: string): Promise<JsonObject> {
		const workflowData = generation === 'v1' ? await request('GET', `/workflows/${id}`) : undefined;
		const body = { triggerToStartFrom: { name: trigger }, workflowData };
		return asObject(await request('POST', `/workflows/${id}/run`, body), 'The answer to a manual run');
	}

	/** Begins an execution by hand and gives its id at once. */
	async function begin(id: string, trigger = 'Start'): Promise<string> {
		const result = await start(id, trigger);
		if (result.waitingForWebhook === true) throw new Error(`'${trigger}' listens for an event: use listen`);
		return String(result.executionId);
	}

	return {
		begin,
		activate,
		async create(workflow: Workflow): Promise<StoredWorkflow> {
			// n8n 1.x wants to be told 'active'. Without 'pinData', the editor of n8n 2.41 can't execute a step after another.
			return storedWorkflow(await request('POST', '/workflows', { active: false, pinData: {}, ...workflow }));
		},
		/** The id of the workflow with this name, if there is one. */
		async find(name: string): Promise<string | undefined> {
			const query = new URLSearchParams({ filter: JSON.stringify({ name, isArchived: false }) });
			const all = asArray(await request('GET', `/workflows?${query.toString()}`), 'The list of workflows');
			const found = all.map((entry) => asObject(entry, 'A workflow')).find((entry) => entry.name === name);
			return found && textOf(found, 'id');
		},
		/** Executes by hand, as the editor does, from this trigger node (default: "Start"), and waits for the result. */
		async run(id: string, { trigger, timeoutMs }: { trigger?: string; timeoutMs?: number } = {}): Promise<Execution> {
			return await executions.wait(await begin(id, trigger), timeoutMs);
		},
		/** "Execute step" of a webhook trigger: waits for a test event. */
		async listen(id: string, trigger: string): Promise<void> {
			const { waitingForWebhook } = await start(id, trigger);
			if (waitingForWebhook !== true) throw new Error(`'${trigger}' ran at once instead of listening`);
		},
		async stopListening(id: string): Promise<void> {
			await request('DELETE', `/test-webhook/${id}`);
		},
		/** Saves and publishes what was saved, in whichever way this n8n does. */
		async publish(id: string, workflow: Workflow, timeoutMs?: number): Promise<Activation> {
			return await outcome(async () => {
				await update(id, workflow);
				return await activate(id, timeoutMs);
			});
		},
		/** Unpublishes and waits until it is done. */
		async deactivate(id: string, timeoutMs = 60_000): Promise<void> {
			await request('POST', `/workflows/${id}/deactivate`, {});
			await settledStatus(id, timeoutMs);
		},
		/** Archives (which unpublishes) and deletes. */
		async delete(id: string): Promise<void> {
			await request('POST', `/workflows/${id}/archive`, {});
			await settledStatus(id, 60_000);
			await request('DELETE', `/workflows/${id}`);
		},
	};
}
