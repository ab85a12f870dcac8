import { PollContext } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, Workflow } from 'n8n-workflow';

import { EnterpriseAssessmentPollTrigger } from '../../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { poll } from '../../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import type { Outside } from '../../../../nodes/EnterpriseAssessmentPollTrigger/readReports.ts';
import { additionalData, workflowOf } from '../../support/n8nContext.ts';

/**
 * When n8n keeps what a poll stored:
 * - `inMemory`: in the process always, in the database only when items are emitted and after activation (1.x and 2.x);
 * - `database`: in the database only when items are emitted and after activation, and each poll reads it there (the scheduler of 2.x);
 * - `durable`: in the database by the node's ID, after each poll but a quiet first one (durable cursors of 2.x);
 * - `always`: after each poll.
 */
export type Engine = 'inMemory' | 'database' | 'durable' | 'always';

/** Why n8n polls. */
type Occasion = 'publish' | 'start' | 'schedule';

interface Active {
	context: PollContext;
	workflow: Workflow;
}

const nodeType = new EnterpriseAssessmentPollTrigger();
const credentials = { apiKey: 'key', baseHost: 'https://assess.example.com', apiVersion: '2020q3' };
const ofN8n = additionalData(credentials);

let processes = 0;

/** One published workflow, as n8n polls it: in n8n-core's contexts, with state that goes in and out as JSON. */
export class PublishedWorkflow {
	readonly #engine: Engine;
	readonly #parameters: INodeParameters;
	#nodeName = 'Trigger';
	#disk = '{}';
	#active: Active | undefined;
	#occasion: Occasion = 'publish';
	/** Other workflow IDs stand for other processes: nothing is remembered from one to the next. */
	#workflowId = String(processes++);

	constructor(engine: Engine, parameters: INodeParameters) {
		this.#engine = engine;
		this.#parameters = parameters;
	}

	/** Whether n8n has kept anything of a poll. */
	get isKept(): boolean {
		return this.#disk !== '{}';
	}

	/** What is only in the process is gone. */
	restart(): void {
		this.#workflowId = String(processes++);
		this.#active = undefined;
		// Durable schedules go on without a poll at the start.
		if (this.#occasion === 'schedule' && this.#engine !== 'durable') this.#occasion = 'start';
	}

	/** Publishes the workflow with another name of the node. */
	rename(): void {
		// Durable cursors belong to the node's ID.
		if (this.#engine !== 'durable') this.#nodeName += ' renamed';
		this.#active = undefined;
		this.#occasion = 'publish';
	}

	/** @throws what the poll throws, after which nothing is kept */
	async poll(outside: Outside): Promise<INodeExecutionData[]> {
		const hasContextOfItsOwn = this.#engine === 'database' || this.#engine === 'durable';
		const active = (hasContextOfItsOwn ? undefined : this.#active) ?? this.#activate();
		if (this.#occasion === 'start') this.#occasion = 'schedule';
		const output = await poll(active.context, outside);
		this.#active = active;
		const isPublication = this.#occasion === 'publish';
		this.#occasion = 'schedule';
		const isSaved = { inMemory: isPublication, database: isPublication, durable: !isPublication, always: true };
		if (output !== null || isSaved[this.#engine]) this.#disk = JSON.stringify(active.workflow.staticData);
		return output?.[0] ?? [];
	}

	#activate(): Active {
		const settings = { id: 'trigger', name: this.#nodeName };
		const { workflow, node } = workflowOf({ nodeType, credentials, parameters: this.#parameters, settings });
		workflow.id = this.#workflowId;
		Object.assign(workflow.staticData, JSON.parse(this.#disk));
		const activation = this.#occasion === 'start' ? 'init' : 'update';
		return { workflow, context: new PollContext(workflow, node, ofN8n, 'trigger', activation) };
	}
}
