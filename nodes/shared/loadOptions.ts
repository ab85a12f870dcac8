import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { callerOf } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { assessments, groups } from '../api/specification/responses';

/** The names of the account's assessments, each once: score reports carry the name and no assessmentId. */
export async function getAssessmentNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this), { endpoint: 'listAssessments' }, assessments);
	const names = [...new Set(all.map(({ name }) => name))].sort((one, other) => one.localeCompare(other));
	return names.map((name) => ({ name, value: name }));
}

/** The groups of the account. */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this), { endpoint: 'listGroups' }, groups);
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
