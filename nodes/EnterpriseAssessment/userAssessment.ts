import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { callEndpoint } from '../api/request/request';
import { user } from '../api/specification/responses';
import type { ScoreReport } from '../api/specification/types';
import { identityOf } from './userIdentity';

/**
 * The assessments that the person in 'User' was assigned, by their score reports, and of these the ones whose name,
 * status or ID contains what was typed. Those completed last come first.
 *
 * @throws NodeOperationError when there is nothing to choose from: an empty list would not say why
 */
export async function searchScoreReports(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const identity = identityOf(this.getCurrentNodeParameter('user'));
	if ('problem' in identity) {
		throw new NodeOperationError(this.getNode(), "Fill in 'User' first. The list shows the assessments of that person");
	}
	const request = { endpoint: 'getScore', body: { ...identity.user } } as const;
	const found = await callEndpoint(this, await readAccount(this), request, user);
	if (found === null) {
		throw new NodeOperationError(this.getNode(), "The account has no such user. Check the parameter 'User'");
	}
	if (found.scoreReports.length === 0) {
		throw new NodeOperationError(this.getNode(), 'The user has no score reports. Assign an assessment first');
	}
	const wanted = (filter ?? '').trim().toLowerCase();
	return {
		results: found.scoreReports
			.map((report) => ({ completed: report.completed ?? '', entry: entryOf(report) }))
			.sort((one, other) => other.completed.localeCompare(one.completed) || byName(one.entry, other.entry))
			.map(({ entry }) => entry)
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
	};
}

/** E.g. `English Speaking (Completed, 2026-11-21)`. */
function entryOf({ assessmentName, status, completed, userAssessmentId }: ScoreReport): INodeListSearchItems {
	const state = [status, completed?.slice(0, 10)].filter(Boolean).join(', ');
	const name = assessmentName ?? userAssessmentId;
	return { name: state === '' ? name : `${name} (${state})`, value: userAssessmentId };
}

function byName(one: INodeListSearchItems, other: INodeListSearchItems): number {
	return one.name.localeCompare(other.name);
}
