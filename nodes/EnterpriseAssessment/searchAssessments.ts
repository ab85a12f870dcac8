import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readAccount } from '../api/account';
import { callEndpoint } from '../api/request';
import { assessments } from '../api/responses';

/** The assessments of the account whose name or ID contains what the user typed. */
export async function searchAssessments(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const all = await callEndpoint(this, await readAccount(this), { endpoint: 'listAssessments' }, assessments);
	const wanted = (filter ?? '').trim().toLowerCase();
	return {
		results: all
			.filter(({ name, assessmentId }) => `${name} ${assessmentId}`.toLowerCase().includes(wanted))
			.map(({ name, assessmentId }) => ({ name, value: assessmentId })),
	};
}
