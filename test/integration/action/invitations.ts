import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault, SimulatorControl, SimulatorOptions } from '../../../simulator/index.ts';
import { offeredValues } from '../../unit/structure/properties.ts';
import { execute, type NodeUnderTest } from '../support/n8nContext.ts';
import { assessmentId, failureOf, useAction } from './support.ts';

export const NORA = { emailAddress: 'nora@example.com', uniqueIdentifier: 'nora' };
export const BY_EMAIL = { ...NORA, uniqueIdentifier: '' };
export const BY_IDENTIFIER = { ...NORA, emailAddress: '' };
export const ANOTHER = { emailAddress: 'another@example.com', uniqueIdentifier: '' };

/** Parameters that read the email address and the identifier from each item. */
export const EACH = { emailAddress: '={{ $json.email }}', uniqueIdentifier: '={{ $json.identifier }}' };

export const DAY_MS = 24 * 60 * 60_000;

/** Parameters that also read the name from each item. */
export const EACH_NAMED = { ...EACH, givenName: '={{ $json.givenName }}', surName: '={{ $json.surname }}' };

export const row = (email: string, identifier = '', more: IDataObject = {}) => ({
	json: { email, identifier, ...more },
});

/** Every choice of 'If Already Assigned'. */
export const POLICIES = new EnterpriseAssessment().description.properties
	.filter(({ name }) => name === 'ifAlreadyAssigned')
	.flatMap((property) => offeredValues(property).map(String));

/**
 * Invites one person (by default Nora), and shows the state of the service afterward. inviting.test.ts covers requests and
 * outages, invitingKnown.test.ts which people and assessments the node recognizes, ifAlreadyAssigned.test.ts the parameters, and
 * inviteHistories.test.ts random combinations of all of that.
 */
export function useInviting(options?: SimulatorOptions) {
	const action = useAction(options);
	const { control } = action;

	async function invitation(more: INodeParameters = NORA, ifAlreadyAssigned = 'returnExisting') {
		return { assessmentId: assessmentId(await action.assessmentId()), ...more, ifAlreadyAssigned };
	}

	async function invite(more?: INodeParameters, policy?: string, items?: INodeExecutionData[]) {
		return await action.runJson('assignment.create', await invitation(more, policy), items);
	}

	return {
		...action,
		invitation,
		invite,
		refusal: async (...of: Parameters<typeof invite>) => await failureOf(invite(...of)),
		/** With On Error set to Continue. */
		inviteAnyway: async (more: INodeParameters, items: INodeExecutionData[], under: Partial<NodeUnderTest> = {}) => {
			const settings = { onError: 'continueRegularOutput' as const };
			const node = action.node('assignment.create', await invitation(more), { settings, ...under });
			return (await execute(node, items)).map(({ json }) => json);
		},
		/** Adds Nora to the service with her email address and identifier, before anyone invites her. */
		addNora: async () => await control().addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' }),
		/** Assigns the seed's first assessment as another process would. */
		assign: async (userId: string, more: Partial<Parameters<SimulatorControl['assign']>[0]> = {}) =>
			await control().assign({ userId, assessmentId: await action.assessmentId(), ...more }),
		count: async (endpoint?: string) => (await action.requests(endpoint)).length,
		assignmentsOfNora: async () => (await control().user({ uniqueIdentifier: 'nora' })).assignments,
		/** Makes the service lose the response to the next /assign request, or injects a different fault. */
		lose: async (fault: Fault = { kind: 'cut', after: true }, times = 1) =>
			await action.inject(fault, '/assign', { times }),
		pass: async (ms: number) => await monotonicClock.sleep(ms),
		/** Runs as in an n8n whose executions end at a time limit. Returns nothing if that comes first, because n8n drops the output. */
		inviteWithin: async (limitMs: number, parameters: INodeParameters, items: INodeExecutionData[]) => {
			const [limit, end] = [new AbortController(), new AbortController()];
			const node = action.node('assignment.create', await invitation(parameters));
			void monotonicClock.sleep(limitMs, end.signal).then(() => limit.abort());
			const output = await execute(node, items, limit.signal).catch((error: Error) => {
				if (!limit.signal.aborted) throw error;
			});
			end.abort();
			return limit.signal.aborted ? undefined : output?.map(({ json }) => json);
		},
	};
}
