import type {
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { type AttributeDefinition, contactAttributes } from '../shared/editor/attributePickers';
import { fieldTypeOf } from '../shared/conditions/customAttribute';
import { mappedFields } from '../shared/input/parameters';
import { escapeHtml, isObject } from '../shared/values';
import { customAttributesField } from './customAttributes';

/**
 * The custom attributes of contacts, as fields of the resource mapper.
 *
 * The editor deletes each mapped value whose field isn't among the result. So every mapped key is among it, also if the
 * service no longer has the attribute, or if the list can't be loaded.
 */
export async function getContactAttributes(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const parameter: unknown = this.getCurrentNodeParameter(customAttributesField.name);
	const mapping = isObject(parameter) ? parameter : {};
	// In a new node, n8n loads the list before it has chosen the credential.
	if (!this.getNode().credentials) return withNotice(storedFields(mapping), NO_CREDENTIAL);
	try {
		const fields = attributeFields(await contactAttributes(this));
		const kept = storedFields(mapping, fields);
		return withNotice([...fields, ...kept], NO_ATTRIBUTES);
	} catch (error) {
		const { message } = error as Error;
		return withNotice(
			storedFields(mapping),
			`${message} To load the list, close this node and open it again.`,
		);
	}
}

/** What the editor shows in place of the attributes of a new node. */
export const NO_CREDENTIAL =
	'To see your custom attributes, choose a credential, then close this node and open it again.';

const NO_ATTRIBUTES =
	"The service has no custom attributes for contacts. After you have defined one, close this node and open it again. For other keys, use 'Custom Attributes (JSON)' under 'Additional Fields'.";

/** The editor shows the notice, which is HTML, only if there is no field. */
function withNotice(fields: ResourceMapperField[], notice: string): ResourceMapperFields {
	return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: escapeHtml(notice) };
}

/** The stored fields that the list lacks, and all of them if it couldn't be loaded. */
function storedFields(mapping: IDataObject, listed?: ResourceMapperField[]): ResourceMapperField[] {
	const stored = mappedFields(mapping);
	const mapped = Object.keys(isObject(mapping.value) ? mapping.value : {});
	const listedKeys = new Set(listed?.map(({ id }) => id));
	const keys = listed ? mapped : [...new Set([...stored.keys(), ...mapped])];
	return keys
		.filter((key) => !listedKeys.has(key))
		.map((key) => stored.get(key) ?? field(key, key));
}

/** The fields for attributes, from A to Z. If names are the same to an AI model, their keys follow. */
function attributeFields(attributes: AttributeDefinition[]): ResourceMapperField[] {
	const names = attributes.map(({ name }) => nameForModels(name));
	const isUnique = (name: string) =>
		names.filter((other) => other === nameForModels(name)).length < 2;
	return attributes
		.map(({ key, name, type, choices }) => ({
			...field(key, isUnique(name) ? name : `${name} · ${key}`),
			...controlOf(type, choices),
		}))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** The name by which an AI model fills in a field: n8n replaces all characters but these. */
function nameForModels(name: string): string {
	return name.replace(/[^A-Za-z0-9-]/g, '_');
}

function field(id: string, displayName: string): ResourceMapperField {
	return { id, displayName, required: false, defaultMatch: false, display: true };
}

/**
 * The choices of a checkbox. The editor shows a switch of its own as on although nothing is sent, or sets it to false
 * although nobody has touched it.
 */
const TRUE_OR_FALSE = [
	{ name: 'False', value: false },
	{ name: 'True', value: true },
];

/** The control for an attribute. Without a type it is a text, which may be an expression of any type. */
function controlOf(
	type: string | undefined,
	choices: string[],
): Pick<ResourceMapperField, 'type' | 'options'> {
	const fieldType = fieldTypeOf(type);
	if (fieldType === 'boolean') return { type: 'options', options: TRUE_OR_FALSE };
	if (fieldType !== 'options') return fieldType ? { type: fieldType } : {};
	if (choices.length === 0) return { type: 'string' };
	return { type: 'options', options: choices.map((choice) => ({ name: choice, value: choice })) };
}
