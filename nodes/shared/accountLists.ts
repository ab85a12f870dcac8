import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { callerOf, IN_EDITOR } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';

/** Lists the names of the account's assessments without duplicates. */
export async function getAssessmentNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this, IN_EDITOR), 'listAssessments');
	const names = [...new Set(all.map(({ name }) => name))].sort((one, other) => one.localeCompare(other));
	return names.map((name) => ({ name, value: name }));
}

export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this, IN_EDITOR), 'listGroups');
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
