import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { poll, type readReports } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import type { CredentialsData } from '../support/credentials.ts';
import { pollContext, recordLog } from '../support/n8nContext.ts';
import { useService } from '../support/simulator.ts';

export { DAY, MINUTE } from './histories/serviceModel.ts';

interface Plan {
	credentials: CredentialsData;
	parameters?: INodeParameters;
	staticData?: IDataObject;
	settings?: Partial<INode>;
	activation?: WorkflowActivateMode;
	/** The time that n8n's database scheduler allows for a tick. */
	budgetMs?: number;
	/** A different ID simulates a different process. */
	workflowId?: string;
}

/** An active workflow in n8n-core. All its polls share one context until it is published again or n8n starts. */
export class ActiveWorkflow {
	readonly #plan: Plan;
	readonly #active: ReturnType<typeof pollContext>;
	#saved: IDataObject;
	readonly log: ReturnType<typeof recordLog>;

	constructor(plan: Plan) {
		this.#plan = plan;
		this.#saved = plan.staticData ?? {};
		// n8n-core changes the object that it gets.
		const staticData = structuredClone(plan.staticData);
		const under = { nodeType: new EnterpriseAssessmentPollTrigger(), ...plan, staticData };
		this.#active = pollContext(under, 'trigger', plan.activation ?? 'activate', plan.budgetMs);
		this.#active.workflow.id = plan.workflowId ?? randomUUID();
		this.log = recordLog(this.#active.context);
	}

	/** The items that start an execution, or an empty array if the poll doesn't start one. */
	async poll(read?: typeof readReports): Promise<IDataObject[]> {
		const { context } = this.#active;
		const output = await (read ? poll(context, read) : new EnterpriseAssessmentPollTrigger().poll.call(context));
		if (output !== null && output[0]?.length === 0) throw new Error('An execution without an item would be started');
		return (output?.[0] ?? []).map(({ json }) => json);
	}

	/** The static data in n8n's database, which n8n writes only if it notices a change since it last did. */
	staticData(): IDataObject {
		const { workflow, node } = this.#active;
		if (workflow.staticData.__dataChanged !== true) return this.#saved;
		this.#saved = JSON.parse(JSON.stringify(workflow.getStaticData('node', node))) as IDataObject;
		workflow.staticData.__dataChanged = false;
		return this.#saved;
	}

	/** Publishes the workflow again, with its stored state unless `change` contains a different one. */
	again(change: Partial<Plan> = {}): ActiveWorkflow {
		const { workflow, node } = this.#active;
		const settings = { id: node.id, ...change.settings };
		const staticData = this.staticData();
		return new ActiveWorkflow({ ...this.#plan, workflowId: workflow.id, staticData, ...change, settings });
	}
}

/** "Fetch Test Event" in the editor. */
export async function fetchTestEvent(
	credentials: CredentialsData,
	parameters: INodeParameters = {},
	staticData: IDataObject = {},
) {
	const nodeType = new EnterpriseAssessmentPollTrigger();
	const plan = { nodeType, credentials, parameters, staticData };
	const { context, workflow, node } = pollContext(plan, 'manual', 'manual');
	const output = await nodeType.poll.call(context);
	return { items: (output?.[0] ?? []).map(({ json }) => json), staticData: workflow.getStaticData('node', node) };
}

/** An account of the service for the test file, people in it, and workflows that poll it. */
export function useAccount() {
	const service = useService();
	const { control, credentials } = service;

	/** A workflow with `simplify`, which puts the report at the top level. */
	function workflow(parameters: INodeParameters = {}): ActiveWorkflow {
		return new ActiveWorkflow({ credentials: credentials(), parameters: { simplify: true, ...parameters } });
	}

	/** A workflow after its first poll. Later scores are new to it. */
	async function polled(parameters: INodeParameters = {}): Promise<ActiveWorkflow> {
		const begun = workflow(parameters);
		await begun.poll();
		return begun;
	}

	/** A person with one assessment (the one at index `assessment` in the account's list) who hasn't started it. */
	async function candidate(assessment = 4, groupIds: string[] = []) {
		const { userId } = await control().addUser({ groupIds });
		const { assessments } = await control().state();
		const assessmentId = assessments[assessment]?.assessmentId ?? '';
		const { userAssessmentId } = await control().assign({ userId, assessmentId });
		return {
			userId,
			userAssessmentId,
			/** Finishes the assessment `ago` milliseconds in the past. It then waits for the score. */
			finish: async (ago = 0) => await control().finish({ userAssessmentId, at: Date.now() - ago }),
			score: async (score = 500) => await control().score({ userAssessmentId, score }),
		};
	}

	/** Scores a person who finished `ago` milliseconds in the past, and returns the userAssessmentId. */
	async function newScore(ago = 0): Promise<string> {
		const { userAssessmentId, finish, score } = await candidate();
		await finish(ago);
		await score();
		return userAssessmentId;
	}

	return { ...service, workflow, polled, candidate, newScore };
}

export function ids(items: Array<Record<string, unknown>>): unknown[] {
	return items.map(({ userAssessmentId }) => userAssessmentId);
}
