import type { Contact, CustomAttributeDefinition } from '../records';

const EQUALITY = ['equal_to', 'not_equal_to'];
const TEXT = [...EQUALITY, 'contains', 'does_not_contain'];
const PRESENCE = [...EQUALITY, 'is_present', 'is_not_present'];
const TIME = ['is_greater_than', 'is_less_than', 'days_before'];
const ANY = [...TEXT, 'starts_with', 'is_present', 'is_not_present', ...TIME];

/** What a contact can be filtered by: the operators it takes and the values a contact has. */
export interface FilterAttribute {
	operators: readonly string[];
	/** The contact's values as text; none where it has no value. */
	valuesOf: (contact: Contact) => readonly string[];
}

function one(value: unknown): readonly string[] {
	return value === null || value === undefined || value === '' ? [] : [String(value)];
}

function additional(key: string, operators: readonly string[]): FilterAttribute {
	return { operators, valuesOf: (contact) => one(contact.additional_attributes[key]) };
}

const STANDARD_ATTRIBUTES: Record<string, FilterAttribute> = {
	name: { operators: TEXT, valuesOf: (contact) => one(contact.name) },
	email: { operators: TEXT, valuesOf: (contact) => one(contact.email) },
	phone_number: {
		operators: [...TEXT, 'starts_with'],
		valuesOf: (contact) => one(contact.phone_number),
	},
	identifier: { operators: EQUALITY, valuesOf: (contact) => one(contact.identifier) },
	blocked: { operators: EQUALITY, valuesOf: (contact) => one(contact.blocked) },
	labels: { operators: PRESENCE, valuesOf: (contact) => contact.labels },
	created_at: { operators: TIME, valuesOf: (contact) => one(contact.created_at) },
	last_activity_at: { operators: TIME, valuesOf: (contact) => one(contact.last_activity_at) },
	city: additional('city', TEXT),
	country_code: additional('country_code', EQUALITY),
	company_name: additional('company_name', TEXT),
};

/** Names of the attributes that every account has. */
export const STANDARD_ATTRIBUTE_NAMES: readonly string[] = Object.keys(STANDARD_ATTRIBUTES);

/** The attribute called `key`, standard or defined in the account; undefined where there is none. */
export function filterAttribute(
	key: string,
	definitions: readonly CustomAttributeDefinition[],
): FilterAttribute | undefined {
	if (Object.hasOwn(STANDARD_ATTRIBUTES, key)) return STANDARD_ATTRIBUTES[key];
	if (!definitions.some((definition) => definition.attribute_key === key)) return undefined;
	return { operators: ANY, valuesOf: (contact) => one(contact.custom_attributes[key]) };
}
