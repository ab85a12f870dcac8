import { NodeOperationError } from 'n8n-workflow';

import type { Caller } from '../api/request/caller';
import { explain } from '../api/request/messages';
import { callEndpoint } from '../api/request/request';
import { assessmentNameKey } from '../api/specification/formats';
import { assessments } from '../api/specification/responses';
import type { Assessment } from '../api/specification/types';
import type { FilterProblem } from './filters';

const LABEL = "'Assessment Names or IDs'";

export interface UnknownNames extends FilterProblem {
	/** Whether none of the listed names is known. Otherwise an unknown one may be the former name of an assessment. */
	isAll: boolean;
}

/** The names in a filter that no assessment of the account has. */
export function unknownNames(listed: readonly string[], assessments: readonly Assessment[]): UnknownNames | undefined {
	const keys = assessments.map(({ name }) => assessmentNameKey(name));
	const unknown = listed.filter((name) => !keys.includes(assessmentNameKey(name)));
	if (unknown.length === 0) return undefined;
	const names = [...new Set(assessments.map(({ name }) => quoted(name)))].join(', ');
	return {
		message: `No assessment is called ${unknown.map(quoted).join(' or ')}`,
		description:
			names === ''
				? 'Your account has no assessments'
				: `Your account has ${names}. Choose from the list of the filter ${LABEL}, or check its expression`,
		isAll: unknown.length === listed.length,
	};
}

/**
 * Checks whether the account has the assessments in a trigger's filter.
 *
 * @throws NodeOperationError when it has none of them; of several names, one may be what an assessment was called before
 */
export async function checkAssessmentNames(caller: Caller, listed: readonly string[]): Promise<void> {
	if (listed.length === 0) return;
	const { context } = caller;
	const briefly = { ...caller, budget: { totalMs: 5_000 } };
	const unknown = unknownNames(listed, await callEndpoint(briefly, { endpoint: 'listAssessments' }, assessments));
	if (unknown === undefined) return;
	if (unknown.isAll) throw new NodeOperationError(context.getNode(), unknown.message, unknown);
	context.logger.warn(`${context.getNode().name}: ${explain(unknown)}`);
}

function quoted(name: string): string {
	return `'${name}'`;
}
