import { isExpression, isLocator } from './values';

/** A custom attribute as its name in the list describes it: `Urgency · conversation · list: low, high`. */
export interface ListedAttribute {
	name: string;
	/** Whom it belongs to, if the list mixes the attributes of both. */
	owner?: 'contact' | 'conversation';
	/** What the service calls its type: text, number, currency, percent, link, date, list or checkbox. */
	type?: string;
}

/** A custom attribute that was chosen from the list. */
export interface ChosenAttribute extends ListedAttribute {
	/** The choices of a list, with commas between them. A choice that contains commas is in quotes. */
	choices?: string;
}

/** The name of an attribute in the list, which the editor stores with the key. */
export function titleOf(attribute: ListedAttribute & { choices?: string[] }): string {
	const { name, owner, type, choices = [] } = attribute;
	const details = [type, choices.map(written).join(', ')].filter(Boolean).join(': ');
	// The first dot ends the name.
	return [name.replaceAll('·', '-'), ...[owner, details].filter(Boolean)].join(' · ');
}

const TITLE =
	/^(?<name>[^·]*?)(?: · (?<owner>contact|conversation))?(?: · (?<type>[^:]+)(?:: (?<choices>.*))?)?$/s;

/**
 * What the list said about an attribute that was chosen from it.
 *
 * @param typed the field for the attribute before its expressions were evaluated
 * @returns undefined for a typed key or an expression
 */
export function chosenAttribute(typed: unknown): ChosenAttribute | undefined {
	if (!isLocator(typed) || typed.mode !== 'list' || isExpression(typed.value)) return undefined;
	const { name, ...details } = TITLE.exec(typed.cachedResultName ?? '')?.groups ?? {};
	return name === undefined ? undefined : { name, ...details };
}

/** Whether a text is one of the choices. Unknown choices may be any. */
export function isChoice(choices: string | undefined, text: string): boolean {
	return choices === undefined || `, ${choices}, `.includes(`, ${written(text)}, `);
}

/** A choice as the list shows it: in quotes if it contains commas, which otherwise stand between two choices. */
function written(choice: string): string {
	return choice.includes(',') ? JSON.stringify(choice) : choice;
}
