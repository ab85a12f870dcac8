import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { type Caller, callerOf, IN_EDITOR } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import type { Assessment } from '../api/specification/types';

/** Reads the account's assessments (specification: GET /assessments). */
export async function readAssessments(caller: Caller): Promise<Assessment[]> {
	return await callEndpoint(caller, 'listAssessments');
}

/** Lists the names of the account's assessments without duplicates. */
export async function getAssessmentNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await readAssessments(await callerOf(this, IN_EDITOR));
	const names = [...new Set(all.map(({ name }) => name))].sort((one, other) => one.localeCompare(other));
	return names.map((name) => ({ name, value: name }));
}

export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this, IN_EDITOR), 'listGroups');
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
