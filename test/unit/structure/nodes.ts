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

export const nodes: Shown[] = [
	new EnterpriseAssessment(),
	new EnterpriseAssessmentTrigger(),
	new EnterpriseAssessmentPollTrigger(),
].map(({ description: { name, properties }, methods }) => {
	const listSearch = 'listSearch' in methods ? Object.keys(methods.listSearch) : [];
	return { name, properties, methods: { loadOptions: Object.keys(methods.loadOptions), listSearch } };
});

const { name, properties } = new EnterpriseAssessmentApi();

export const everything: Shown[] = [...nodes, { name, properties, methods: { loadOptions: [], listSearch: [] } }];
