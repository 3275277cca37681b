import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listSearch, requestList } from './pickers';
import { locatedIn } from '../input/rows';
import { folded, isBlank, isText } from '../values';
import { type ChosenAttribute, fieldTypeOf, listValue } from '../conditions/customAttribute';
import { isComparable } from '../conditions/customAttribute';

const DEFINITIONS = 'custom_attribute_definitions';

/** The remedy if the list of attributes can't be loaded. */
const USE_JSON = "Enter the attributes in 'Custom Attributes (JSON)' under 'Additional Fields'.";

/** A custom attribute of the account. */
export interface AttributeDefinition extends ChosenAttribute {
	name: string;
	/** The choices of a list. */
	choices: string[];
}

/** The models that custom attributes may belong to. */
const OWNER_BY_MODEL = new Map<unknown, ChosenAttribute['owner']>([
	['contact_attribute', 'contact'],
	['conversation_attribute', 'conversation'],
]);

/** The custom attribute that a record of the service defines, if it belongs to contacts or conversations and has a key. */
function attributesIn(definition: IDataObject): AttributeDefinition[] {
	const { attribute_key: key, attribute_display_name: name, attribute_model: model } = definition;
	const { attribute_display_type: type, attribute_values: values } = definition;
	const owner = OWNER_BY_MODEL.get(model);
	if (!isText(key) || !(owner ?? isBlank(model))) return [];
	const choices = type === 'list' && Array.isArray(values) ? choicesIn(values) : [];
	return [
		{
			key,
			name: isText(name) ? name : key,
			...(owner && { owner }),
			...(isText(type) && fieldTypeOf(type) && { type }),
			choices,
		},
	];
}

/** The choices of a list; empty if one of them isn't a text or a number, because then any text may be meant. */
function choicesIn(values: unknown[]): string[] {
	return values.every((value) => isText(value) || typeof value === 'number')
		? values.map(String)
		: [];
}

function isOfContacts({ owner }: AttributeDefinition): boolean {
	return owner !== 'conversation';
}

/** The custom attributes of contacts. */
export async function contactAttributes(
	context: ILoadOptionsFunctions,
): Promise<AttributeDefinition[]> {
	const definitions = await requestList(context, DEFINITIONS, USE_JSON);
	return definitions.flatMap(attributesIn).filter(isOfContacts);
}

/** The custom attributes of contacts that a condition can compare. */
export const searchContactAttributes = listSearch(DEFINITIONS, (definition) =>
	comparedEntry(attributesIn(definition).filter(isOfContacts), () => undefined),
);

/** The custom attributes of contacts and conversations that a condition can compare. Each name says which of the two has it. */
export const searchCustomAttributes = listSearch(DEFINITIONS, (definition) =>
	comparedEntry(attributesIn(definition), ({ owner }) => owner),
);

/** An attribute that a condition can compare. Behind its name stand its owner and its type. */
function comparedEntry(
	[attribute]: AttributeDefinition[],
	shownOwner: (attribute: AttributeDefinition) => string | undefined,
): IDataObject {
	if (!attribute || !isComparable(attribute.type)) return {};
	const { name, type } = attribute;
	return {
		value: listValue(attribute),
		name: [name, shownOwner(attribute), type].filter(Boolean).join(' · '),
	};
}

/** The choices of the list that was chosen as the custom attribute of the row. */
export async function searchChoices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const attribute = locatedIn(this.getCurrentNodeParameter('&customAttribute'));
	const isChosen = (definition: AttributeDefinition) => listValue(definition) === attribute;
	const definitions = await requestList(this, DEFINITIONS);
	const choices = definitions.flatMap(attributesIn).find(isChosen)?.choices ?? [];
	const wanted = folded(filter ?? '');
	return {
		results: choices
			.filter((choice) => folded(choice).includes(wanted))
			.map((choice) => ({ name: choice, value: choice })),
	};
}
