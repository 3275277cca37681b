/** The parameter's name for a field of the API: `phone_number` becomes `phoneNumber`. */
export function camelCase(field: string): string {
	return field.replace(/_(\w)/g, (_underscore, letter: string) => letter.toUpperCase());
}

/** The API's name for a field that a service calls phoneNumber or Phone number: `phone_number`. */
export function snakeCase(name: string): string {
	return name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/\s+/g, '_')
		.toLowerCase();
}

/** A name of the API made readable: `phone_number` becomes Phone Number. */
export function titleCase(field: string): string {
	const words = field.split(/[_\s]+/).filter((word) => word !== '');
	return words
		.map((word) => (/^(?:id|url|uri)$/i.test(word) ? word.toUpperCase() : capitalized(word)))
		.join(' ');
}

function capitalized(word: string): string {
	return word[0].toUpperCase() + word.slice(1);
}

/** How many entries of a list a message names at most. */
export const MAX_NAMED = 20;

/**
 * Texts as a sentence lists them: `a, b or c`.
 *
 * @param unnamed how many more there are: `a, b and 7 others`
 */
export function enumerate(texts: string[], conjunction: 'and' | 'or', unnamed = 0): string {
	const others = unnamed > 0 ? [`${unnamed} ${unnamed === 1 ? 'other' : 'others'}`] : [];
	const all = [...texts, ...others];
	const start = all.slice(0, -1).join(', ');
	return [start, ...all.slice(-1)].filter(Boolean).join(` ${conjunction} `);
}
