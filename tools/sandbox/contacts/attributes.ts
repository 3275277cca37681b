import type { State } from '../seed';

/** How the values of an attribute are compared. Chatwoot has no way to compare a `none`. */
export type ValueType = 'text' | 'number' | 'date' | 'boolean' | 'none';

/** A value in the form in which it is compared: texts in lower case, dates as `2026-01-31`. */
export type Comparable = string | number | boolean;

/** An attribute that contacts can be filtered by. */
export interface FilterAttribute {
	type: ValueType;
	/** Its operators; undefined for a custom attribute. */
	operators?: readonly string[];
}

const EQUALITY = ['equal_to', 'not_equal_to'];
const TEXT = [...EQUALITY, 'contains', 'does_not_contain'];
const DATE = ['is_greater_than', 'is_less_than', 'days_before'];

/** The attributes that every account has. */
export const STANDARD_ATTRIBUTES: Readonly<Record<string, FilterAttribute>> = {
	name: { type: 'text', operators: TEXT },
	email: { type: 'text', operators: TEXT },
	phone_number: { type: 'text', operators: [...TEXT, 'starts_with'] },
	identifier: { type: 'text', operators: EQUALITY },
	blocked: { type: 'boolean', operators: EQUALITY },
	labels: { type: 'text', operators: [...EQUALITY, 'is_present', 'is_not_present'] },
	created_at: { type: 'date', operators: DATE },
	last_activity_at: { type: 'date', operators: DATE },
	city: { type: 'text', operators: TEXT },
	country_code: { type: 'text', operators: EQUALITY },
	company_name: { type: 'text', operators: TEXT },
};

type DisplayType = State['customAttributes'][number]['attribute_display_type'];

const CUSTOM_TYPES: Record<DisplayType, ValueType> = {
	text: 'text',
	link: 'text',
	list: 'text',
	number: 'number',
	currency: 'none',
	percent: 'none',
	date: 'date',
	checkbox: 'boolean',
};

/** The attribute with this key, or undefined if neither the account nor its contacts have it. */
export function attributeNamed(state: State, key: string): FilterAttribute | undefined {
	if (Object.hasOwn(STANDARD_ATTRIBUTES, key)) return STANDARD_ATTRIBUTES[key];
	const definition = state.customAttributes.find(
		({ attribute_key, attribute_model }) =>
			attribute_key === key && attribute_model === 'contact_attribute',
	);
	return definition && { type: CUSTOM_TYPES[definition.attribute_display_type] };
}

/** Texts that PostgreSQL casts to a boolean. */
const TRUE = /^(?:t|tr|tru|true|y|ye|yes|on|1)$/;
const FALSE = /^(?:f|fa|fal|fals|false|n|no|of|off|0)$/;

/** Casts a value to a type as PostgreSQL does. Undefined if that isn't possible. */
export function cast(type: ValueType, value: unknown): Comparable | undefined {
	const text = String(value).toLowerCase();
	const trimmed = text.trim();
	switch (type) {
		case 'text':
			return text;
		case 'none':
		case 'number':
			return trimmed === '' || !Number.isFinite(Number(trimmed)) ? undefined : Number(trimmed);
		case 'boolean':
			if (TRUE.test(trimmed)) return true;
			return FALSE.test(trimmed) ? false : undefined;
		case 'date':
			// A column holds seconds since 1970. A text loses its time and its offset.
			if (typeof value === 'number') return new Date(value * 1000).toISOString().slice(0, 10);
			return /^\d{4}-\d\d-\d\d/.exec(trimmed)?.[0];
	}
}

/** A test for texts that contain a part, which is a pattern of PostgreSQL's LIKE. */
export function containing(part: string, flags = 'is'): RegExp {
	return new RegExp(`^${like(`%${part}%`)}$`, flags);
}

/** In LIKE, `%` stands for any text, `_` for a character, and a backslash makes the next one literal. */
function like(pattern: string): string {
	return pattern.replace(/\\([^])|[^]/g, (token, escaped?: string) => {
		if (escaped !== undefined) return literal(escaped);
		return { '%': '.*', _: '.' }[token] ?? literal(token);
	});
}

function literal(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
