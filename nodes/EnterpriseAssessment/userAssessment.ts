import type { INodeProperties } from 'n8n-workflow';

import { idMode, listMode } from './fields';

/**
 * One of the assessments that the person in 'User' was assigned. It doesn't depend on 'User' by `loadOptionsDependsOn`:
 * n8n would empty it at the first execution, when expressions in 'User' get their value.
 */
export function userAssessmentField(description: string): INodeProperties {
	return {
		displayName: 'User Assessment',
		name: 'userAssessmentId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.userAssessmentId }}' },
		description,
		modes: [
			listMode('Select an assessment of the user…', 'searchScoreReports'),
			idMode('id', 'a user assessment ID', "The 'userAssessmentId' from a score, an assignment or a trigger"),
		],
	};
}
