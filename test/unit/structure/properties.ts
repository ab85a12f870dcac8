import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

function isProperty(
	option: INodePropertyOptions | INodeProperties | INodePropertyCollection,
): option is INodeProperties {
	return 'type' in option;
}

/** The properties and those inside of their collections. */
export function everyProperty(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [property, ...everyProperty((property.options ?? []).filter(isProperty))]);
}

/** Parameters by name, those of a collection behind a dot; notices apart. */
export function byPath(properties: INodeProperties[]): Array<{ name: string; property: INodeProperties }> {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) =>
			property.type === 'collection'
				? (property.options ?? []).filter(isProperty).map((inner) => ({
						name: `${property.name}.${inner.name}`,
						property: inner,
					}))
				: [{ name: property.name, property }],
		);
}

/** The values that a list of options offers. */
export function offeredValues({ options = [] }: INodeProperties): unknown[] {
	return options.map((option) => ('value' in option ? option.value : undefined));
}
