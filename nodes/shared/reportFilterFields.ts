import type { INodeProperties } from 'n8n-workflow';

import { ASSESSMENT_TYPES } from '../api/types';

/** The filters on score reports that both triggers have. The node needs the load method `getAssessmentNames`. */
export function reportFilterFields(): INodeProperties[] {
	return [
		{
			displayName: 'Assessment Names or IDs',
			name: 'assessmentNames',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getAssessmentNames' },
			default: [],
			description:
				'Names of assessments as they are in score reports. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Assessment Types',
			name: 'assessmentTypes',
			type: 'multiOptions',
			default: [],
			options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type })),
			description: 'Kinds of assessments',
		},
	];
}
