import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { additionalData, pollContext, workflowOf } from '../support/n8nContext.ts';
import { useService } from '../support/simulator.ts';

export { DAY, MINUTE } from './histories/serviceModel.ts';

/** What n8n-core polls with once a workflow is active: one context for all polls, until n8n starts again. */
export class ActiveWorkflow {
	private readonly credentials: CredentialsData;
	private readonly parameters: INodeParameters;
	private active: ReturnType<typeof pollContext>;

	constructor(
		credentials: CredentialsData,
		parameters: INodeParameters = {},
		staticData?: IDataObject,
		settings: Partial<INode> = {},
		activation: WorkflowActivateMode = 'activate',
	) {
		this.credentials = credentials;
		this.parameters = parameters;
		this.active = this.activate(staticData, settings, activation);
	}

	/** What polls write to n8n's log. */
	get logger() {
		return this.active.context.logger;
	}

	/** The items that start an execution; none when nothing does. */
	async poll(): Promise<IDataObject[]> {
		const output = await new EnterpriseAssessmentPollTrigger().poll.call(this.active.context);
		if (output !== null && output[0]?.length === 0) throw new Error('An execution without an item would be started');
		return (output?.[0] ?? []).map(({ json }) => json);
	}

	/**
	 * A poll as n8n's scheduler makes it, or after publishing again: in a context of its own, with what it read from the database before. n8n 1.x has
	 * no scheduler, and what it read is in the workflow.
	 *
	 * @returns the items, and what there is to save
	 */
	async pollFrom(
		stored: IDataObject,
		parameters: INodeParameters = this.parameters,
	): Promise<{ items: IDataObject[]; staged: IDataObject }> {
		const nodeType = new EnterpriseAssessmentPollTrigger();
		const { credentials } = this;
		const settings = { id: this.active.node.id };
		const staticData = structuredClone(stored);
		const { workflow, node } = workflowOf({ nodeType, credentials, parameters, settings, staticData });
		workflow.id = this.active.workflow.id;
		const staged = workflow.getStaticData('node', node);
		const unused = () => {
			throw new Error('Only n8n calls this');
		};
		const data = additionalData(credentials);
		const context = new PollContext(
			workflow,
			node,
			data,
			'trigger',
			'update',
			unused,
			unused,
			unused,
			unused,
			() => staged,
		);
		const output = await nodeType.poll.call(context);
		return { items: (output?.[0] ?? []).map(({ json }) => json), staged: plain(staged) };
	}

	/** What n8n writes to its database. */
	staticData(): IDataObject {
		const { workflow, node } = this.active;
		return plain(workflow.getStaticData('node', node));
	}

	/** Whether n8n sees that there is something to write. */
	hasChanges(): boolean {
		return this.active.workflow.staticData.__dataChanged === true;
	}

	/** The workflow is published again with other parameters. */
	restart(parameters: INodeParameters): ActiveWorkflow {
		return new ActiveWorkflow(this.credentials, parameters, this.staticData());
	}

	/** n8n starts in another process, or this one becomes the leader. */
	start(activation: 'init' | 'leadershipChange' = 'init'): ActiveWorkflow {
		return new ActiveWorkflow(this.credentials, this.parameters, this.staticData(), {}, activation);
	}

	/** Other credentials are chosen in the node, and the workflow is published again. */
	withCredentials(id: string, credentials: CredentialsData): ActiveWorkflow {
		return new ActiveWorkflow(credentials, this.parameters, this.staticData(), {
			credentials: { enterpriseAssessmentApi: { id, name: 'Others' } },
		});
	}

	private activate(
		staticData: IDataObject | undefined,
		settings: Partial<INode>,
		activation: WorkflowActivateMode,
	): ReturnType<typeof pollContext> {
		const under = {
			nodeType: new EnterpriseAssessmentPollTrigger(),
			credentials: this.credentials,
			parameters: this.parameters,
			settings,
			...(staticData === undefined ? {} : { staticData }),
		};
		return pollContext(under, 'trigger', activation);
	}
}

/** As it comes out of the database. */
function plain(staticData: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(staticData)) as IDataObject;
}

/** "Fetch Test Event" in the editor. */
export async function fetchTestEvent(
	credentials: CredentialsData,
	parameters: INodeParameters = {},
	staticData: IDataObject = {},
) {
	const nodeType = new EnterpriseAssessmentPollTrigger();
	const { context, workflow, node } = pollContext(
		{ nodeType, credentials, parameters, staticData },
		'manual',
		'manual',
	);
	const output = await nodeType.poll.call(context);
	return { items: (output?.[0] ?? []).map(({ json }) => json), staticData: workflow.getStaticData('node', node) };
}

export interface Candidate {
	userId: string;
	userAssessmentId: string;
	/** Finishes `ago` milliseconds in the past and waits for the score. */
	finish: (ago?: number) => Promise<void>;
	score: (score?: number) => Promise<void>;
}

/** An account of the service for the file, the people in it, and workflows that poll it. */
export function useAccount() {
	const service = useService();
	const { control, credentials } = service;

	/** With `simplify`, where the report is at the top level. */
	function workflow(parameters: INodeParameters = {}): ActiveWorkflow {
		return new ActiveWorkflow(credentials(), { simplify: true, ...parameters });
	}

	/** A workflow after its first poll: what is scored from now on is new to it. */
	async function polled(parameters: INodeParameters = {}): Promise<ActiveWorkflow> {
		const begun = workflow(parameters);
		await begun.poll();
		return begun;
	}

	/** Somebody with one assessment (the one at `assessment` in the account's list), who has not begun it. */
	async function candidate(assessment = 4): Promise<Candidate> {
		const { userId } = await control().addUser({});
		const { assessments } = await control().state();
		const assessmentId = assessments[assessment]?.assessmentId ?? '';
		const { userAssessmentId } = await control().assign({ userId, assessmentId });
		return {
			userId,
			userAssessmentId,
			async finish(ago = 0) {
				await control().finish({ userAssessmentId, at: Date.now() - ago });
			},
			async score(score = 500) {
				await control().score({ userAssessmentId, score });
			},
		};
	}

	/** Somebody new gets a score; the userAssessmentId. */
	async function newScore(): Promise<string> {
		const { userAssessmentId, score } = await candidate();
		await score();
		return userAssessmentId;
	}

	return { ...service, workflow, polled, candidate, newScore };
}

/** Of simplified items. */
export function ids(items: Array<Record<string, unknown>>): unknown[] {
	return items.map(({ userAssessmentId }) => userAssessmentId);
}

/** Lets time pass without waiting, for the node and the simulator alike. */
export function useTimeTravel(): { pass: (ms: number) => void } {
	const realNow = Date.now.bind(Date);
	let ahead = 0;
	beforeEach(() => {
		ahead = 0;
		vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
	return {
		pass(ms) {
			ahead += ms;
		},
	};
}
