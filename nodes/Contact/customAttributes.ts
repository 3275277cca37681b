import type { IDataObject, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import { isFieldType, valueOfType } from '../shared/conditions/customAttribute';
import { text } from '../shared/input/checks';
import { json } from '../shared/input/json';
import { mappedFields, mappedName } from '../shared/input/parameters';
import { enumerate, folded, isBlank, isObject, quote } from '../shared/values';
import {
	type Check,
	InvalidRow,
	InvalidValue,
	UnexpectedValue,
} from '../shared/input/invalidValue';
import type { ReadParameter } from '../shared/operation';
import { attributesFromJson, jsonField, notEmpty } from './additionalAttributes';

/**
 * The field for the custom attributes that the service defines. The user maps them one by one, because automatic mapping
 * gives a node no values.
 */
export const customAttributesField: INodeProperties = {
	displayName: 'Custom Attributes',
	name: 'customAttributes',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'Values for the custom attributes of your service. Blank ones are not sent.',
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getContactAttributes',
			mode: 'add',
			addAllFields: false,
			supportAutoMap: false,
			valuesLabel: 'Custom Attributes',
			fieldWords: { singular: 'attribute', plural: 'attributes' },
		},
	},
};

/** The field for attributes that the service doesn't list, and for an expression that returns all attributes. */
export const customAttributesJsonField = jsonField(
	'Custom',
	'Custom attributes that your service does not list, such as {"plan": "gold"}, or all of them from an expression',
);

/** Reads the custom attributes of a contact. A mapped value wins over the same key in the JSON. */
export function readCustomAttributes(read: ReadParameter, zone: string): IDataObject | undefined {
	return notEmpty({
		...read('additionalFields.customAttributesJson', attributesFromJson),
		...read('customAttributes', mappedAttributes(zone)),
	});
}

/**
 * Makes a check that reads mapped attributes by the types that they had when the editor last loaded them. An attribute
 * that wasn't among them is sent as it is, and empty ones are left out.
 */
export function mappedAttributes(zone: string): Check<IDataObject> {
	return (parameter) => {
		const mapping = isObject(parameter) ? parameter : {};
		const fields = mappedFields(mapping);
		const values = Object.entries(valuesByKey(parameter)).filter(([, value]) => !isBlank(value));
		const attributes: Array<[key: string, value: unknown]> = [];
		const refusals: Refusal[] = [];
		for (const [key, value] of values) {
			const field = fields.get(key);
			const name = mappedName(mapping, key);
			try {
				attributes.push([key, valueOf(field, value, zone)]);
			} catch (error) {
				refusals.push(refusalOf(name, field, value, error));
			}
		}
		if (refusals.length > 0) throw errorOf(refusals);
		return Object.fromEntries(attributes) as IDataObject;
	};
}

/** A value that an attribute can't have: what is wrong as a sentence, and how to mend it. */
interface Refusal {
	name: string;
	reason: string;
	remedy?: string;
}

/** One error for all refused attributes: who corrects a row sees all of them, the first two with their remedies. */
function errorOf([first, second, ...others]: Refusal[]): InvalidRow {
	const names = others.map(({ name }) => quote(name));
	const sentences = [
		first.remedy,
		second && [`${second.reason}.`, second.remedy].filter(Boolean).join(' '),
		names.length > 0 && `${enumerate(names, 'and')} can't be sent either.`,
		!second && first.remedy && REFRESH,
		(first.remedy ?? second?.remedy) && SEND_ANYWAY,
	];
	return new InvalidRow(first.reason, sentences.filter(Boolean).join(' '));
}

const REFRESH =
	"If the attribute has changed, select 'Refresh Attribute List' in the menu of 'Custom Attributes'.";
const SEND_ANYWAY = "To send any other value, use 'Custom Attributes (JSON)'.";

/** The values of a mapping by their keys. */
function valuesByKey(parameter: unknown): IDataObject {
	if (parameter === undefined || parameter === null) return {};
	const { mappingMode, value } = isObject(parameter) ? parameter : {};
	if (mappingMode !== 'autoMapInputData' && (value === null || isObject(value))) return value ?? {};
	throw new InvalidValue(
		"must be mapped attribute by attribute. For an expression that returns all attributes, use 'Custom Attributes (JSON)'",
	);
}

function valueOf(field: ResourceMapperField | undefined, value: unknown, zone: string): unknown {
	const choices = field?.type === 'options' ? (field.options ?? []) : [];
	const isCheckbox = choices.some((choice) => choice.value === true);
	const type = isCheckbox ? 'boolean' : field?.type;
	if (!isFieldType(type)) return typeof value === 'string' ? text(value) : json(value);
	const sent = valueOfType(type, value, zone);
	if (choices.length === 0 || typeof sent !== 'string') return sent;
	return choiceNamed(
		choices.map((choice) => String(choice.value)),
		sent,
	);
}

/** The choice that a text means, as the service spells it: the same text, or one that is read like it. */
function choiceNamed(choices: string[], value: string): string {
	if (choices.includes(value)) return value;
	const choice = choices.find((option) => folded(option) === folded(value));
	if (choice !== undefined) return choice;
	const named = choices.slice(0, 10);
	throw new UnexpectedValue(enumerate(named, 'or', choices.length - named.length), value);
}

/** Why an attribute was refused. A value of another type has a remedy. */
function refusalOf(
	name: string,
	field: ResourceMapperField | undefined,
	value: unknown,
	error: unknown,
): Refusal {
	if (!(error instanceof InvalidValue)) throw error;
	if (!(error instanceof UnexpectedValue)) return { name, reason: `'${name}' ${error.message}` };
	const convert = field?.type === 'dateTime' ? " n8n's Date & Time node converts other dates." : '';
	const remedy = `Enter ${error.expected}.${convert}`;
	return { name, reason: `'${name}' can't be ${quote(value)}`, remedy };
}
