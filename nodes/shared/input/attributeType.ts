import { isBlank, isExpression, isLocator } from './values';

/** A custom attribute that was chosen from the list. */
export interface ChosenAttribute {
	name: string;
	/** What the service calls its type: text, number, currency, percent, link, date, list or checkbox. */
	type: string;
}

const SEPARATOR = ' · ';

/** The name in the list, which the editor stores with the key: `Plan · list: silver, gold`. */
export function titleOf(name: string, type?: string, choices: string[] = []): string {
	// The first dot ends the name.
	const title = name.replaceAll('·', '-');
	if (type === undefined) return title;
	return `${title}${SEPARATOR}${[type, choices.join(', ')].filter(Boolean).join(': ')}`;
}

/**
 * The name and type of an attribute that was chosen from the list.
 *
 * @param typed the field for the attribute before its expressions were evaluated
 * @returns undefined for a typed key or an expression, and if the service sent no type
 */
export function chosenAttribute(typed: unknown): ChosenAttribute | undefined {
	if (!isLocator(typed) || typed.mode !== 'list' || isExpression(typed.value)) return undefined;
	const [name, details = ''] = (typed.cachedResultName ?? '').split(SEPARATOR, 2);
	const [type] = details.split(':');
	return isBlank(type) ? undefined : { name, type };
}
