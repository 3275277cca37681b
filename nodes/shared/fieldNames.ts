import type { INodeProperties } from 'n8n-workflow';

/**
 * The name that the user knows a field of the service by.
 *
 * Parameters are called as the contract's fields, in camel case: `phone_number` is `phoneNumber`.
 *
 * @param field as on the wire, perhaps with a path like `custom_attributes.plan`
 * @param properties the operation's fields
 * @returns the parameter's display name, or the wire name made readable
 */
export function displayNameOf(field: string, properties: INodeProperties[]): string {
	const [head] = field.split('.');
	const parameter = camelCase(head);
	const candidates = [parameter, `${parameter}Id`, `${parameter}Json`];
	const known = everyField(properties).find(({ name }) => candidates.includes(name));
	return known?.displayName ?? titleCase(head);
}

/** The fields and those inside their collections. */
function everyField(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...(property.options as INodeProperties[])]
			: [property],
	);
}

function camelCase(field: string): string {
	return field.replace(/_+(\w)/g, (_underscore, letter: string) => letter.toUpperCase());
}

function titleCase(field: string): string {
	const words = field.split(/[_\s]+/).filter((word) => word !== '');
	return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ');
}
