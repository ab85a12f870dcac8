import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type Caller, callerOf, IN_EDITOR } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { type Assessment, ASSESSMENT_TYPES, SCORE_STATUSES } from '../api/specification/types';

const RANGES = { TenPoint: 'Scores from 0 to 10', ThousandPoint: 'Scores from 0 to 1000' };

const COLLECTIONS = {
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add field' },
	filters: { displayName: 'Filters', placeholder: 'Add filter' },
	options: { displayName: 'Options', placeholder: 'Add option' },
};

/** Parameters that the editor shows only after the user adds them. */
export function collectionField(name: keyof typeof COLLECTIONS, options: INodeProperties[]): INodeProperties {
	return { ...COLLECTIONS[name], name, type: 'collection', default: {}, options };
}

/** A node with this field needs the load method `getAssessmentNames`. */
export function assessmentNamesField(): INodeProperties {
	return {
		displayName: 'Assessment Names or IDs',
		name: 'assessmentNames',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getAssessmentNames' },
		default: [],
		description:
			'Only these assessments. If one was renamed, include both names, because earlier results can still have the old one. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	};
}

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

/** The triggers' field. It doesn't accept IDs, because score reports don't contain any, but n8n's lint rules require 'IDs' in its label. */
export function triggerAssessmentNamesField(): INodeProperties {
	return {
		...assessmentNamesField(),
		description:
			'Only these assessments. If one was renamed, include both names, because score reports can still have the old one. Choose from the list, or specify names, not IDs, using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	};
}

export function assessmentTypesField(): INodeProperties {
	return {
		displayName: 'Assessment Types',
		name: 'assessmentTypes',
		type: 'multiOptions',
		default: [],
		options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type, description: RANGES[type] })),
		description: 'Only scores for these assessment types',
	};
}

/** A node with this field needs the load method `getGroups`. */
export function groupsField(): INodeProperties {
	return {
		displayName: 'Group Names or IDs',
		name: 'groupIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getGroups' },
		default: [],
		description:
			'Only users in these groups. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	};
}

export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(await callerOf(this, IN_EDITOR), 'listGroups');
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}

export function scoreStatusesField(): INodeProperties {
	return statusesField(SCORE_STATUSES, 'Only scores with these statuses');
}

export function statusesField(statuses: readonly string[], description: string): INodeProperties {
	return {
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		default: [],
		options: [...statuses].sort().map((status) => ({ name: spaced(status), value: status })),
		description,
	};
}

/** Writes `NeedsReview` as `Needs Review`. */
function spaced(status: string): string {
	return status.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function simplifyField(): INodeProperties {
	return {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	};
}

/** The 'Simplify' switch of nodes that return scores. */
export function simplifyScoresField(): INodeProperties {
	return {
		...simplifyField(),
		hint: "In the output, 'score' ranges from 0 to 10 (TenPoint) or 0 to 1000 (ThousandPoint). Reports that aren't scored yet have a score of 0, so check 'status'. Don't share 'certificateUrl', because it only works with your API key. To get the PDF, use File: Download Certificate.",
	};
}
