import { ASSESSMENT_TYPES, SCORE_STATUSES } from '../../api/specification/types';
import { isId } from '../../api/specification/values';
import { flag, list, refined, someOf } from './kinds';
import { ParameterError } from './parameter';

// The parameters that several nodes and operations have.

/** Those that messages about their values name. */
export const LABELS = { assessmentNames: 'Assessment Names or IDs', groups: 'Group Names or IDs' };

const EXPRESSION = 'using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
const RENAMED = 'Only these assessments. If one was renamed, include both names, because';

const names = (description: string) =>
	list(LABELS.assessmentNames, description, { typeOptions: { loadOptionsMethod: 'getAssessmentNames' } });

/** A node with this parameter needs the load method `getAssessmentNames`. */
export const assessmentNames = names(
	`${RENAMED} earlier results can still have the old one. Choose from the list, or specify IDs ${EXPRESSION}`,
);

/** The triggers' parameter. It doesn't accept IDs, because score reports don't contain any, but n8n's lint rules require 'IDs' in its label. */
export const assessmentNamesOfTrigger = refined(
	names(
		`${RENAMED} score reports can still have the old one. Choose from the list, or specify names, not IDs, ${EXPRESSION}`,
	),
	(all, label) => {
		const id = all.find(isId);
		if (id === undefined) return all;
		throw new ParameterError(
			`The filter '${label}' contains the ID ${id}, but score reports don't contain assessment IDs`,
			'Choose the assessment from the list, or make the expression return its name',
		);
	},
);

const RANGES = { TenPoint: 'Scores from 0 to 10', ThousandPoint: 'Scores from 0 to 1000' };

export const assessmentTypes = someOf('Assessment Types', 'Only scores for these assessment types', {
	options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type, description: RANGES[type] })),
});

/** A node with this parameter needs the load method `getGroups`. */
function groups(purpose: string) {
	return list(LABELS.groups, `${purpose}, by name or ID. Choose from the list, or specify IDs ${EXPRESSION}`, {
		typeOptions: { loadOptionsMethod: 'getGroups' },
	});
}

export const groupsFilter = groups('Only users in these groups');

export const assignedGroups = groups('Groups to add the person to when an assessment is assigned');

export const scoreStatuses = statuses(SCORE_STATUSES, 'Only scores with these statuses');

export function statuses<T extends string>(values: readonly T[], description: string) {
	const options = [...values].sort().map((status) => ({ name: statusLabel(status), value: status }));
	return someOf('Statuses', description, { options });
}

/** Writes `NeedsReview` as `Needs Review`. */
function statusLabel(status: string): string {
	return status.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

const simplifying = (more?: { hint: string }) =>
	flag('Simplify', true, 'Whether to return a simplified version of the response instead of the raw data', more);

export const simplify = simplifying();

const CERTIFICATE = 'To share a certificate, use File: Download Certificate, not its link.';

export const simplifyScores = simplifying({ hint: `Use 'score' only if 'status' is Completed. ${CERTIFICATE}` });

/** The triggers return only reports that are scored. */
export const simplifyScored = simplifying({ hint: `'assessmentType' tells the scale of 'score'. ${CERTIFICATE}` });
