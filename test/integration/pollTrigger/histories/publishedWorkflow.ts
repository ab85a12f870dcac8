import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { readReports } from '../../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { ActiveWorkflow } from '../activeWorkflow.ts';

/**
 * Where n8n keeps the state of polls:
 * - `inMemory` (1.x and 2.x): in the process, and in the database only after the poll on publishing and polls that return items
 * - `database` (the scheduler of 2.x): only in the database, after the poll on publishing and polls that return items
 * - `durable` (durable cursors of 2.x): in the database by the node's ID, except after a poll on publishing without items
 * - `always`: in the database, after every poll
 */
export type Engine = 'inMemory' | 'database' | 'durable' | 'always';

const credentials = { apiKey: 'key', baseHost: 'https://assess.example.com', apiVersion: '2020q3' };

let processes = 0;

/** A published workflow, polled in n8n-core's contexts as n8n does it. Its state is saved and loaded as JSON. */
export class PublishedWorkflow {
	readonly #engine: Engine;
	#parameters: INodeParameters;
	/** The content of n8n's database, by the node's name. */
	readonly #disk = new Map<string, IDataObject>();
	#name = 'Trigger';
	#active: ActiveWorkflow | undefined;
	/** Why the next poll runs. */
	#occasion: 'publish' | 'start' | 'schedule' = 'publish';
	#process = processes++;

	constructor(engine: Engine, parameters: INodeParameters) {
		this.#engine = engine;
		this.#parameters = parameters;
	}

	/** Whether n8n has kept the state of any poll. */
	get isKept(): boolean {
		return this.#disk.size > 0;
	}

	/** Drops everything that only the process remembers. */
	restart(): void {
		this.#process = processes++;
		this.#active = undefined;
		// With durable cursors, n8n doesn't poll while it starts.
		if (this.#occasion === 'schedule' && this.#engine !== 'durable') this.#occasion = 'start';
	}

	/** Publishes the workflow with a new node name or with other parameters. */
	publish(parameters?: INodeParameters): void {
		// Durable cursors belong to the node's ID.
		if (parameters === undefined && this.#engine !== 'durable') this.#name += ' renamed';
		this.#parameters = parameters ?? this.#parameters;
		this.#active = undefined;
		this.#occasion = 'publish';
	}

	/** Throws the poll's error, if there is one, without saving anything. */
	async poll(read: typeof readReports): Promise<IDataObject[]> {
		const active = (this.#ticks ? undefined : this.#active) ?? this.#activate();
		if (this.#occasion === 'start') this.#occasion = 'schedule';
		const items = await active.poll(read);
		this.#active = active;
		const isPublication = this.#occasion === 'publish';
		this.#occasion = 'schedule';
		const isSaved = { inMemory: isPublication, database: isPublication, durable: !isPublication, always: true };
		if (items.length > 0 || isSaved[this.#engine]) this.#disk.set(this.#name, active.staticData());
		return items;
	}

	/** Whether the database scheduler polls, each time in a new context. */
	get #ticks(): boolean {
		return this.#engine === 'database' || this.#engine === 'durable';
	}

	#activate(): ActiveWorkflow {
		return new ActiveWorkflow({
			credentials,
			parameters: this.#parameters,
			settings: { id: 'trigger', name: this.#name },
			activation: this.#occasion === 'start' ? 'init' : 'update',
			workflowId: `of process ${this.#process}`,
			...(this.#ticks && this.#occasion === 'schedule' ? { budgetMs: 36_000 } : {}),
			staticData: this.#disk.get(this.#name),
		});
	}
}
