import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { callEndpoint } from '../api/request/request';
import { assessments, groups } from '../api/specification/responses';

/** The names of the account's assessments, each once: score reports carry the name and no assessmentId. */
export async function getAssessmentNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const caller = { context: this, account: await readAccount(this) };
	const all = await callEndpoint(caller, { endpoint: 'listAssessments' }, assessments);
	const names = [...new Set(all.map(({ name }) => name))].sort((one, other) => one.localeCompare(other));
	return names.map((name) => ({ name, value: name }));
}

/** The groups of the account. */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const caller = { context: this, account: await readAccount(this) };
	const all = await callEndpoint(caller, { endpoint: 'listGroups' }, groups);
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
