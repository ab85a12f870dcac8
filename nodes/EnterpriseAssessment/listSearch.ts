import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { callerOf, IN_EDITOR } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import type { ScoreReport } from '../api/specification/values';
import { completedMs } from '../shared/scoreReports';
import { identityOf } from './user';

export const listSearch = { searchAssessments, searchScoreReports };

async function searchAssessments(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const all = await callEndpoint(await callerOf(this, IN_EDITOR), 'listAssessments');
	const entries = all.map(({ name, assessmentId }) => ({ name, value: assessmentId }));
	if (entries.length === 0) throw emptyList(this, 'Your account has no assessments. Create one in the admin dashboard');
	entries.sort((one, other) => one.name.localeCompare(other.name));
	return matching(entries, filter);
}

/** Lists the assessments of the person in 'User', most recently completed first. */
async function searchScoreReports(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const chosen = Promise.resolve(this.getCurrentNodeParameter('user')).then(identityOf);
	const identity = await chosen.catch((error: Error) => {
		throw new NodeOperationError(this.getNode(), error.message);
	});
	if (identity === undefined) throw emptyList(this, "Fill in 'User' first. The list shows that person's assessments");
	const found = await callEndpoint(await callerOf(this, IN_EDITOR), 'getScore', identity);
	if (found === null) throw emptyList(this, "The user in 'User' wasn't found in your account");
	const entries = found.scoreReports
		.toSorted((one, other) => completedMs(other.completed) - completedMs(one.completed))
		.map(entryOf);
	if (entries.length > 0) return matching(entries, filter);
	throw emptyList(this, 'This user has no assessments yet. Invite them with Assignment: Create first');
}

/** An empty list wouldn't say why it's empty. */
function emptyList(context: ILoadOptionsFunctions, why: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), why);
}

function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	return { results: entries.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)) };
}

/** E.g. `English Speaking (Completed, 2026-11-21)`. */
function entryOf({ assessmentName, status, completed, userAssessmentId }: ScoreReport): INodeListSearchItems {
	const state = [status, completed?.slice(0, 10)].filter(Boolean).join(', ');
	const name = assessmentName ?? userAssessmentId;
	return { name: state === '' ? name : `${name} (${state})`, value: userAssessmentId };
}
