const EQUALITY = ['equal_to', 'not_equal_to'];
const TEXT = [...EQUALITY, 'contains', 'does_not_contain'];
const TIME = ['is_greater_than', 'is_less_than', 'days_before'];
const PRESENCE = ['is_present', 'is_not_present'];
const ANY = [...TEXT, 'starts_with', ...PRESENCE, ...TIME];

/** What every account's contacts can be filtered by, each with the operators of the family. */
const STANDARD: Record<string, readonly string[]> = {
	name: TEXT,
	email: TEXT,
	phone_number: [...TEXT, 'starts_with'],
	identifier: EQUALITY,
	blocked: EQUALITY,
	labels: [...EQUALITY, ...PRESENCE],
	created_at: TIME,
	last_activity_at: TIME,
	city: TEXT,
	country_code: EQUALITY,
	company_name: TEXT,
};

/** Names of the attributes that every account has. */
export const STANDARD_ATTRIBUTES: readonly string[] = Object.keys(STANDARD);

/** The operators of an attribute; custom ones take any. */
export function operatorsOf(attribute: string): readonly string[] {
	return Object.hasOwn(STANDARD, attribute) ? STANDARD[attribute] : ANY;
}
