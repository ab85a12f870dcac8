import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Dependencies } from '../../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import { ActiveWorkflow } from '../activeWorkflow.ts';

/**
 * When n8n keeps what a poll stored:
 * - `inMemory`: in the process always, in the database only when items are emitted and after activation (1.x and 2.x);
 * - `database`: in the database only when items are emitted and after activation, and each poll reads it there (the scheduler of 2.x);
 * - `durable`: in the database by the node's ID, after each poll but a quiet first one (durable cursors of 2.x);
 * - `always`: after each poll.
 */
export type Engine = 'inMemory' | 'database' | 'durable' | 'always';

const credentials = { apiKey: 'key', baseHost: 'https://assess.example.com', apiVersion: '2020q3' };

let processes = 0;

/** A published workflow polled as n8n does, in n8n-core's contexts, with state that is saved and loaded as JSON. */
export class PublishedWorkflow {
	readonly #engine: Engine;
	#parameters: INodeParameters;
	/** The content of n8n's database, by the node's name. */
	readonly #disk = new Map<string, IDataObject>();
	#name = 'Trigger';
	#active: ActiveWorkflow | undefined;
	/** The reason for the next poll. */
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

	/** Drops everything that is only in the process. */
	restart(): void {
		this.#process = processes++;
		this.#active = undefined;
		// Durable schedules continue without a poll at the start.
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

	/** @throws what the poll throws. In that case, nothing is kept. */
	async poll(dependencies: Dependencies): Promise<IDataObject[]> {
		const active = (this.#ticks ? undefined : this.#active) ?? this.#activate();
		if (this.#occasion === 'start') this.#occasion = 'schedule';
		const items = await active.poll(dependencies);
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
			staticData: structuredClone(this.#disk.get(this.#name) ?? {}),
		});
	}
}
