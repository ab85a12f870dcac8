import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { EnterpriseAssessmentApi } from '../../../credentials/EnterpriseAssessmentApi.credentials.ts';
import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';

export const nodes = [
	new EnterpriseAssessment(),
	new EnterpriseAssessmentTrigger(),
	new EnterpriseAssessmentPollTrigger(),
].map(({ description: { name, properties, builderHint }, methods }) => ({
	name,
	properties,
	builderHint,
	loadOptions: Object.keys(methods.loadOptions),
	listSearch: 'listSearch' in methods ? Object.keys(methods.listSearch) : [],
}));

/** Every operation with its resource, in the editor's order. */
export const operations = resources.flatMap(({ option: resource, operations: all }) =>
	all.map(({ option: operation }) => ({ resource, operation })),
);

/** Everything that the package shows in the editor, by its internal name. */
export const everything = [...nodes, new EnterpriseAssessmentApi()];

function isProperty(
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): option is INodeProperties {
	return 'type' in option;
}

/** The properties, including those inside collections. */
export function everyProperty(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [property, ...everyProperty((property.options ?? []).filter(isProperty))]);
}

/** Parameters by name, without notices. Parameters in a collection are named `collection.parameter`. */
export function byPath(properties: INodeProperties[]): Array<{ name: string; property: INodeProperties }> {
	const inside = ({ name, options = [] }: INodeProperties) =>
		options.filter(isProperty).map((property) => ({ name: `${name}.${property.name}`, property }));
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => (property.type === 'collection' ? inside(property) : [{ name: property.name, property }]));
}

export function offeredValues({ options = [] }: INodeProperties): unknown[] {
	return options.map((option) => ('value' in option ? option.value : undefined));
}
