import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { callerOf } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { user } from '../api/specification/responses';
import type { ScoreReport } from '../api/specification/types';
import { uuidValidation } from './fields';
import { identityOf } from './user';

/**
 * One of the assessments that the person in 'User' was assigned. It doesn't depend on 'User' by `loadOptionsDependsOn`:
 * n8n would empty it at the first run, when expressions in 'User' get their value.
 */
export function userAssessmentField(description: string): INodeProperties {
	return {
		displayName: 'User Assessment',
		name: 'userAssessmentId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.userAssessmentId }}' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an assessment of the user…',
				typeOptions: { searchListMethod: 'searchScoreReports', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
				hint: 'The userAssessmentId from a score, an assignment or a trigger',
				validation: [uuidValidation('a user assessment ID')],
			},
		],
	};
}

/**
 * The assessments that the person in 'User' was assigned whose name, status or ID contains what was typed. The one
 * that was completed last comes first.
 *
 * @throws NodeOperationError when there is nothing to choose from: an empty list would not say why
 */
export async function searchScoreReports(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const identity = identityOf(this.getCurrentNodeParameter('user'));
	if (identity === undefined) {
		throw new NodeOperationError(this.getNode(), "Fill in 'User' first. The list shows the assessments of that person");
	}
	const found = await callEndpoint(await callerOf(this), { endpoint: 'getScore', body: { ...identity } }, user);
	if (found === null) {
		throw new NodeOperationError(this.getNode(), "The account has no such user. Check the parameter 'User'");
	}
	if (found.scoreReports.length === 0) {
		throw new NodeOperationError(this.getNode(), 'The user has no score reports. Assign an assessment first');
	}
	const wanted = (filter ?? '').trim().toLowerCase();
	return {
		results: found.scoreReports
			.toSorted((one, other) => (other.completed ?? '').localeCompare(one.completed ?? ''))
			.map(entryOf)
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
	};
}

/** E.g. `English Speaking (Completed, 2026-11-21)`. */
function entryOf({ assessmentName, status, completed, userAssessmentId }: ScoreReport): INodeListSearchItems {
	const state = [status, completed?.slice(0, 10)].filter(Boolean).join(', ');
	const name = assessmentName ?? userAssessmentId;
	return { name: state === '' ? name : `${name} (${state})`, value: userAssessmentId };
}
