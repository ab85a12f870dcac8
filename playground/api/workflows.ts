import type { IConnection, INode } from 'n8n-workflow';

import type { Generation } from '../generation.ts';
import { until } from '../until.ts';
import type { Execution, ExecutionsApi } from './executions.ts';
import type { JsonObject } from './json.ts';
import { RestError } from './session.ts';
import type { Session } from './session.ts';

export type WorkflowNode = Readonly<Omit<INode, 'parameters' | 'credentials'>> & {
	readonly parameters: JsonObject;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
};

/** A workflow as n8n exports and imports it. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, { readonly main: ReadonlyArray<readonly IConnection[]> }>>;
	readonly settings?: JsonObject;
}

interface StoredWorkflow {
	readonly id: string;
	readonly versionId: string;
	readonly name: string;
}

export interface Activation {
	/** `published` means success. `failed` and `partial` come with `errors`. */
	readonly status: string;
	/** The messages that the user reads, one per failed trigger. */
	readonly errors: readonly string[];
}

interface PublicationStatus {
	readonly status: string;
	readonly triggers: ReadonlyArray<{ readonly errorMessage?: string | null }>;
}

export function workflowsApi({ request }: Session, generation: Generation, executions: ExecutionsApi) {
	/** Waits while n8n is publishing. Undefined with the older engine, which doesn't have such a status. */
	async function settledStatus(id: string, timeoutMs: number): Promise<Activation | undefined> {
		let hasEnded = false;
		const settled = async (): Promise<Activation | undefined> => {
			const { status, triggers } = await request<PublicationStatus>('GET', `/workflows/${id}/publication-status`);
			// n8n reads the end of publishing and its outcome separately, so the first finished status may have the previous outcome.
			const isSettled = status !== 'in_progress' && hasEnded;
			hasEnded = status !== 'in_progress';
			return isSettled ? { status, errors: triggers.flatMap(({ errorMessage }) => errorMessage ?? []) } : undefined;
		};
		try {
			return await until(timeoutMs, settled, () => `workflow ${id} was still being published`);
		} catch (error) {
			if (error instanceof RestError && error.status === 404) return undefined;
			throw error;
		}
	}

	/** Converts the error response of a failed publication to an outcome. */
	async function outcome(publishing: () => Promise<Activation>): Promise<Activation> {
		try {
			return await publishing();
		} catch (error) {
			if (error instanceof RestError && error.status < 500) return { status: 'failed', errors: [error.message] };
			throw error;
		}
	}

	/**
	 * Publishes the newest version and waits for the outcome, with both of n8n's engines. The current engine reports it later,
	 * and the older one in its response. Doesn't throw an error if a trigger fails.
	 */
	async function activate(id: string, timeoutMs = 180_000): Promise<Activation> {
		return await outcome(async () => {
			const { versionId } = await request<StoredWorkflow>('GET', `/workflows/${id}`);
			await request('POST', `/workflows/${id}/activate`, { versionId });
			return (await settledStatus(id, timeoutMs)) ?? { status: 'published', errors: [] };
		});
	}

	/** Executes a workflow manually. n8n 1.x needs the whole workflow. n8n 2.x uses the stored one. */
	async function start(id: string, trigger: string) {
		const workflowData = generation === 'v1' ? await request('GET', `/workflows/${id}`) : undefined;
		const body = { triggerToStartFrom: { name: trigger }, workflowData };
		return await request<{ executionId?: string; waitingForWebhook?: boolean }>('POST', `/workflows/${id}/run`, body);
	}

	/** Starts an execution manually and returns its ID immediately. */
	async function begin(id: string, trigger = 'Start'): Promise<string> {
		const { executionId } = await start(id, trigger);
		if (executionId === undefined) throw new Error(`'${trigger}' waits for an event, so start it with listen`);
		return executionId;
	}

	return {
		begin,
		activate,
		// n8n 1.x requires 'active'. Without 'pinData', the editor of n8n 2.41 can't execute one step after another.
		create: async (workflow: Workflow) =>
			await request<StoredWorkflow>('POST', '/workflows', { active: false, pinData: {}, ...workflow }),
		/** The ID of the workflow with this name, if there is one. */
		async find(name: string): Promise<string | undefined> {
			const query = new URLSearchParams({ filter: JSON.stringify({ name, isArchived: false }) });
			const all = await request<StoredWorkflow[]>('GET', `/workflows?${query.toString()}`);
			return all.find((workflow) => workflow.name === name)?.id;
		},
		/** Executes manually from this trigger node (default: "Start"), as the editor does, and waits for the result. */
		async run(id: string, { trigger, timeoutMs }: { trigger?: string; timeoutMs?: number } = {}): Promise<Execution> {
			return await executions.wait(await begin(id, trigger), timeoutMs);
		},
		/** "Execute step" on a webhook trigger, which waits for a test event. */
		async listen(id: string, trigger: string): Promise<void> {
			const { waitingForWebhook } = await start(id, trigger);
			if (waitingForWebhook !== true) throw new Error(`'${trigger}' ran immediately instead of waiting for an event`);
		},
		stopListening: async (id: string) => await request('DELETE', `/test-webhook/${id}`),
		/**
		 * Saves the workflow and publishes it. Saving doesn't change the published version, except in n8n 1.x, where it also
		 * publishes, and fails if that fails.
		 */
		async publish(id: string, workflow: Workflow, timeoutMs?: number): Promise<Activation> {
			return await outcome(async () => {
				await request('PATCH', `/workflows/${id}`, workflow);
				return await activate(id, timeoutMs);
			});
		},
		/** Unpublishes, and waits until n8n has finished. */
		async deactivate(id: string, timeoutMs = 180_000): Promise<void> {
			await request('POST', `/workflows/${id}/deactivate`, {});
			await settledStatus(id, timeoutMs);
		},
		/** Archives the workflow, which unpublishes it, and then deletes it. */
		async delete(id: string): Promise<void> {
			await request('POST', `/workflows/${id}/archive`, {});
			await settledStatus(id, 60_000);
			await request('DELETE', `/workflows/${id}`);
		},
	};
}
