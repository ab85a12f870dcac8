import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator/index.ts';
import type { SimulatorUnderTest } from '../support/simulator.ts';
import { assessmentId, runJson, seedAssessmentId } from './support.ts';

export const NORA = { emailAddress: 'nora@example.com', uniqueIdentifier: 'nora' };
export const BY_EMAIL = { ...NORA, uniqueIdentifier: '' };
export const BY_IDENTIFIER = { ...NORA, emailAddress: '' };
export const SOMEBODY = { emailAddress: 'somebody@example.com', uniqueIdentifier: '' };

/** The names of each item. */
export const EACH = { emailAddress: '={{ $json.email }}', uniqueIdentifier: '={{ $json.identifier }}' };

type Policy = 'returnExisting' | 'fail' | 'assignAgain';

/** Assignment: Create for one person, Nora unless said otherwise, and what it leaves at the service. */
export function invitationsTo(service: () => SimulatorUnderTest) {
	async function invitation(more: INodeParameters = NORA, ifAlreadyAssigned: Policy = 'returnExisting') {
		const id = await seedAssessmentId(service().simulator);
		return { assessmentId: assessmentId(id), ...more, ifAlreadyAssigned };
	}

	async function invite(more?: INodeParameters, policy?: Policy, items?: INodeExecutionData[]) {
		return await runJson(service().credentials, 'assignment.create', await invitation(more, policy), items);
	}

	/** Nora, known under both names before anybody invites her. */
	const addNora = async () =>
		await service().simulator.control.addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora' });
	const sent = async (endpoint: string) => (await service().simulator.control.requests({ endpoint })).length;
	const assignmentsOfNora = async () =>
		(await service().simulator.control.user({ uniqueIdentifier: 'nora' })).assignments;
	const lose = async (fault: Fault = { kind: 'cut', after: true }, times = 1) =>
		await service().simulator.control.inject({ match: { path: '/assign' }, fault, times });

	return { invitation, invite, addNora, sent, assignmentsOfNora, lose };
}
