import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { callerOf } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { assessments } from '../api/specification/responses';

/**
 * The assessments of the account whose name or ID contains what the user typed.
 *
 * @throws NodeOperationError when there are none at all: an empty list would not say why
 */
export async function searchAssessments(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const all = await callEndpoint(await callerOf(this), { endpoint: 'listAssessments' }, assessments);
	const wanted = (filter ?? '').trim().toLowerCase();
	if (all.length === 0) {
		throw new NodeOperationError(
			this.getNode(),
			'The account has no assessments. They are made in the administrative dashboard of the service',
		);
	}
	return {
		results: all
			.filter(({ name, assessmentId }) => `${name} ${assessmentId}`.toLowerCase().includes(wanted))
			.map(({ name, assessmentId }) => ({ name, value: assessmentId }))
			.sort((one, other) => one.name.localeCompare(other.name)),
	};
}
