import { PLANS } from './people';
import { DAY, isoTime } from './time';

/** The types of custom attributes, with the names that upstream gives them. */
export type AttributeType =
	| 'text'
	| 'number'
	| 'currency'
	| 'percent'
	| 'link'
	| 'date'
	| 'list'
	| 'checkbox';

interface AttributeOptions {
	type?: AttributeType;
	/** The choices of a list. */
	values?: readonly string[];
	of?: 'contact' | 'conversation';
}

const ATTRIBUTES: [key: string, AttributeOptions?][] = [
	['plan', { type: 'list', values: PLANS }],
	['company'],
	['tier', { type: 'list', values: ['bronze', 'silver', 'gold'] }],
	['source'],
	['notes'],
	['tags'],
	['score', { type: 'number' }],
	['vip', { type: 'checkbox' }],
	['newsletter', { type: 'checkbox' }],
	['website', { type: 'link' }],
	['birthday', { type: 'date' }],
	['signed_up_at', { type: 'date' }],
	['revenue', { type: 'currency' }],
	['discount', { type: 'percent' }],
	['order_number', { of: 'conversation' }],
	['urgency', { type: 'list', values: ['low', 'high'], of: 'conversation' }],
];

/** The definition of a custom attribute, in upstream's shape. */
export function customAttribute(
	id: number,
	key: string,
	{ type = 'text', values = [], of = 'contact' }: AttributeOptions = {},
	created: number,
) {
	return {
		id,
		attribute_display_name: (key[0].toUpperCase() + key.slice(1)).replaceAll('_', ' '),
		attribute_display_type: type,
		attribute_description: '',
		attribute_key: key,
		regex_pattern: null,
		regex_cue: null,
		attribute_values: values,
		attribute_model: `${of}_attribute`,
		default_value: null,
		created_at: isoTime(created),
		updated_at: isoTime(created),
	};
}

/** The definitions of the account's custom attributes. */
export function seedCustomAttributes(today: number) {
	return ATTRIBUTES.map(([key, options], index) =>
		customAttribute(index + 1, key, options, today - 400 * DAY),
	);
}
