import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { textField } from '../shared/form/fields';
import { countryCode, keyText } from '../shared/input/keys';
import { text } from '../shared/input/checks';
import { jsonObject } from '../shared/input/json';
import { quote, withoutUndefined } from '../shared/values';
import { InvalidValue, withError } from '../shared/input/invalidValue';
import type { ReadParameter } from '../shared/operation';

/** A field for attributes as a JSON object. */
export function jsonField(kind: 'Additional' | 'Custom', use: string): INodeProperties {
	return {
		displayName: `${kind} Attributes (JSON)`,
		name: `${kind.toLowerCase()}AttributesJson`,
		type: 'json',
		// The editor shows an error for an empty JSON field.
		default: '{}',
		description: use,
		hint: 'As an expression: {{ { note: $json.note } }}. Quotes in the data would break typed JSON.',
	};
}

/** The field for additional attributes, which are facts about a contact that have no field of their own. */
export const additionalAttributesJsonField = jsonField(
	'Additional',
	'Facts about the contact that have no field here, such as {"job_title": "Buyer"}',
);

/** Separate fields for the additional attributes that the contract documents (2.1), and for the company. */
export const factFields: INodeProperties[] = [
	textField('City', 'city', 'City where the contact lives', 'Paris'),
	textField(
		'Company Name',
		'companyName',
		'Company where the contact works. Chatwoot 4.15 stores the same one for all contacts of an email domain.',
		'Example Ltd',
	),
	textField('Country', 'country', 'Country where the contact lives', 'France'),
	{
		...textField(
			'Country Code',
			'countryCode',
			'Code of the country where the contact lives',
			'FR',
		),
		hint: 'Two letters, such as DE for Germany',
	},
];

export const descriptionField = textField(
	'Description',
	'description',
	'What to know about the contact',
	'Met at the trade fair',
);

/** Reads the additional attributes of a contact. A separate field wins over the same key in the JSON. */
export function readAdditionalAttributes(read: ReadParameter): IDataObject | undefined {
	return notEmpty({
		...read('additionalFields.additionalAttributesJson', attributesFromJson),
		...withoutUndefined({
			city: read('additionalFields.city', text),
			company_name: read('additionalFields.companyName', text),
			country: read('additionalFields.country', text),
			country_code: read('additionalFields.countryCode', countryCode()),
			description: read('additionalFields.description', text),
		}),
	});
}

/** Reads attributes from JSON, with clean keys. */
export function attributesFromJson(value: unknown): IDataObject {
	const entries = Object.entries(jsonObject(value) ?? {});
	return Object.fromEntries(entries.map(([key, attribute]) => [cleanedKey(key), attribute]));
}

/** The key without what is invisible around it. An error names the key, because a JSON field has many. */
function cleanedKey(key: string): string {
	return withError(
		() => keyText(key) ?? key,
		({ message }) => new InvalidValue(`contain the key ${quote(key)}, which ${message}`),
	);
}

/** Attributes, or undefined if there are none. */
export function notEmpty(attributes: IDataObject): IDataObject | undefined {
	return Object.keys(attributes).length === 0 ? undefined : attributes;
}
