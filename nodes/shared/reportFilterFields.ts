import type { INodeProperties } from 'n8n-workflow';

import { ASSESSMENT_TYPES } from '../api/specification/types';

const RANGES = { TenPoint: 'Scores from 0 to 10', ThousandPoint: 'Scores from 0 to 1000' };

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
				'Only scores of assessments with these names. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Assessment Types',
			name: 'assessmentTypes',
			type: 'multiOptions',
			default: [],
			options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type, description: RANGES[type] })),
			description: 'Only scores of assessments of these kinds',
		},
	];
}
