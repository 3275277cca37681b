import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/** A property with its place: `options.sort`, or `conditions.rows.attribute` within rows. */
export interface PlacedProperty {
	path: string;
	property: INodeProperties;
}

/** All properties of a node with those inside their collections, in the order of the form. */
export function everyProperty(properties: INodeProperties[], parent = ''): PlacedProperty[] {
	return properties.flatMap((property) => {
		const path = parent + property.name;
		return [{ path, property }, ...inside(property, path)];
	});
}

function inside({ type, options = [] }: INodeProperties, path: string): PlacedProperty[] {
	if (type === 'collection') return everyProperty(options as INodeProperties[], `${path}.`);
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
		everyProperty(values, `${path}.${name}.`),
	);
}
