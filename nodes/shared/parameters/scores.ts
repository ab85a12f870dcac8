import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { callerOf, IN_EDITOR } from '../../api/request/caller';
import { callEndpoint } from '../../api/request/request';
import { ASSESSMENT_TYPES, isId, SCORE_STATUSES } from '../../api/specification/values';
import { flag, list, refined, someOf } from './kinds';
import { UserError } from './parameter';

// The parameters that several nodes and operations have, and the lists to choose their values from.

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

/** The filters by what the account has, which messages name. */
export const LABELS = { assessment: 'Assessment Names or IDs', group: 'Group Names or IDs' };

const EXPRESSION = 'using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
const RENAMED = 'Only these assessments. If one was renamed, include both names, because';

/** @param reader the triggers don't accept IDs, because score reports don't contain any, but n8n's lint rules require 'IDs' in the label */
export function assessmentNames(reader: 'operation' | 'trigger') {
	const isTriggers = reader === 'trigger';
	const [results, specify] = isTriggers ? ['score reports', 'names, not IDs,'] : ['earlier results', 'IDs'];
	const description = `${RENAMED} ${results} can still have the old one. Choose from the list, or specify ${specify} ${EXPRESSION}`;
	const names = list(LABELS.assessment, description, { typeOptions: { loadOptionsMethod: 'getAssessmentNames' } });
	return refined(names, (all, label) => {
		const id = isTriggers ? all.find(isId) : undefined;
		if (id === undefined) return all;
		throw new UserError(
			`The filter '${label}' contains the ID ${id}, but score reports don't contain assessment IDs`,
			'Choose the assessment from the list, or make the expression return its name',
		);
	});
}

const RANGES = { TenPoint: 'Scores from 0 to 10', ThousandPoint: 'Scores from 0 to 1000' };

export const assessmentTypes = someOf('Assessment Types', 'Only scores for these assessment types', {
	options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type, description: RANGES[type] })),
});

export function groups(purpose = 'Only users in these groups') {
	return list(LABELS.group, `${purpose}, by name or ID. Choose from the list, or specify IDs ${EXPRESSION}`, {
		typeOptions: { loadOptionsMethod: 'getGroups' },
	});
}

export function statuses(values: readonly string[] = SCORE_STATUSES, description = 'Only scores with these statuses') {
	// `NeedsReview` is shown as `Needs Review`.
	const options = [...values].sort().map((value) => ({ name: value.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), value }));
	return someOf('Statuses', description, { options });
}

const ABOUT_SCORES = {
	scores: "Use 'score' only if 'status' is Completed.",
	/** If all reports are scored, as those of the poll trigger are. */
	scored: "'assessmentType' tells the scale of 'score'.",
};

/** @param items what the output items are, if they have scores */
export function simplify(items?: keyof typeof ABOUT_SCORES) {
	const certificate = 'To share a certificate, use File: Download Certificate, not its link.';
	const more = items && { hint: `${ABOUT_SCORES[items]} ${certificate}` };
	return flag('Simplify', true, 'Whether to return a simplified version of the response instead of the raw data', more);
}
