import type { INodeProperties } from 'n8n-workflow';

import { EnterpriseAssessmentApi } from '../../../credentials/EnterpriseAssessmentApi.credentials.ts';
import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';

/** All that the package shows in the editor, by its name there. */
export interface Shown {
	readonly name: string;
	readonly properties: INodeProperties[];
	/** The methods that its lists may name. */
	readonly methods: { readonly loadOptions: readonly string[]; readonly listSearch: readonly string[] };
}

const action = new EnterpriseAssessment();
const webhookTrigger = new EnterpriseAssessmentTrigger();
const pollTrigger = new EnterpriseAssessmentPollTrigger();
const credentials = new EnterpriseAssessmentApi();

export const nodes: Shown[] = [
	{
		name: action.description.name,
		properties: action.description.properties,
		methods: {
			loadOptions: Object.keys(action.methods.loadOptions),
			listSearch: Object.keys(action.methods.listSearch),
		},
	},
	{
		name: webhookTrigger.description.name,
		properties: webhookTrigger.description.properties,
		methods: { loadOptions: Object.keys(webhookTrigger.methods.loadOptions), listSearch: [] },
	},
	{
		name: pollTrigger.description.name,
		properties: pollTrigger.description.properties,
		methods: { loadOptions: Object.keys(pollTrigger.methods.loadOptions), listSearch: [] },
	},
];

export const everything: Shown[] = [
	...nodes,
	{ name: credentials.name, properties: credentials.properties, methods: { loadOptions: [], listSearch: [] } },
];
