import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { enumerate } from '../../nodes/shared/input/names';
import { sentence, table } from './markdown';

/** A field that the form shows for some choices of a dropdown. */
interface Dependent {
	field: INodeProperties;
	/** The names of these choices. */
	choices: string[];
}

/** The fields with one label, such as the operators of several attributes. */
export interface DependentLabel {
	label: string;
	dependents: Dependent[];
}

/** What depends on a dropdown in a row of the form. */
export interface Choices {
	/** Label of the dropdown, such as Attribute. */
	label: string;
	/** The fields of each choice, as a Markdown table. */
	table: string;
	/** The dropdowns that every choice has, such as the operators. */
	common: DependentLabel[];
	/** The choices that a field is shown for. */
	choicesFor: (field: INodeProperties) => string[];
}

/** The choices of the dropdown on which most of these fields depend; undefined if they depend on none. */
export function choicesOf(fields: INodeProperties[]): Choices | undefined {
	const [found] = fields
		.map((field) => ({ dropdown: field, dependents: dependentsOf(field, fields) }))
		.filter(({ dependents }) => dependents.length > 0)
		.sort((one, other) => other.dependents.length - one.dependents.length);
	if (!found) return undefined;
	const { dropdown, dependents } = found;
	const choices = optionsOf(dropdown).map(({ name }) => name);
	const labels = [...new Set(dependents.map(({ field }) => field.displayName))].map((label) => ({
		label,
		dependents: dependents.filter(({ field }) => field.displayName === label),
	}));
	const isCommon = (label: DependentLabel) =>
		choices.every((choice) => shown(label, choice) !== undefined);
	const common = labels.filter(isCommon);
	const others = labels.filter((label) => !isCommon(label));
	const cells = (choice: string) => [
		...common.map((label) => optionNames(shown(label, choice))),
		others.flatMap((label) => cellOf(label, choice)).join('<br>') || '–',
	];
	const head = [dropdown.displayName, ...common.map(({ label }) => label), 'Fields'];
	return {
		label: dropdown.displayName,
		table: table(head, grouped(choices, cells)),
		common,
		choicesFor: (field) => dependents.find((each) => each.field === field)?.choices ?? [],
	};
}

/** What each option of a label's dropdowns means, as a Markdown table. */
export function meaningTable({ label, dependents }: DependentLabel): string {
	const options = dependents.flatMap(({ field }) => optionsOf(field));
	const titles = [...new Set(options.map(titleOf))].sort();
	const rows = titles.map((title) => [title, meaning(title, dependents)]);
	return table([label, 'Meaning'], rows);
}

/** The description of an option. */
function meaning(title: string, dependents: Dependent[]): string {
	const texts = dependents.flatMap(({ field, choices }): Text[] => {
		const option = optionsOf(field).find((candidate) => titleOf(candidate) === title);
		return option ? [[sentence(option.description), choices]] : [];
	});
	return textFor(texts);
}

/** A text, and the choices that it is about. */
type Text = [text: string, choices: string[]];

/** The text of most choices, and then those of the other ones, which name them. */
function textFor(texts: Text[]): string {
	const all = new Map<string, string[]>();
	for (const [text, choices] of texts) all.set(text, [...(all.get(text) ?? []), ...choices]);
	const [[usual] = [''], ...rarer] = [...all].sort(
		([, one], [, other]) => other.length - one.length,
	);
	const lines = rarer.map(([text, choices]) =>
		text === '' ? `Not so for ${enumerate(choices, 'and')}.` : `${choices.join(', ')}: ${text}`,
	);
	return [usual, ...lines].filter(Boolean).join('<br>');
}

/** A row for all choices that have the same cells. */
function grouped(choices: string[], cells: (choice: string) => string[]): string[][] {
	const groups = new Map<string, string[]>();
	for (const choice of choices) {
		const key = cells(choice).join('|');
		groups.set(key, [...(groups.get(key) ?? []), choice]);
	}
	return [...groups.values()].map((group) => [group.join(', '), ...cells(group[0])]);
}

/** The field of a label that the form shows for a choice. */
function shown({ dependents }: DependentLabel, choice: string): INodeProperties | undefined {
	return dependents.find(({ choices }) => choices.includes(choice))?.field;
}

/** The field that a choice has beside the common ones, with its options if other choices have other ones. */
function cellOf(label: DependentLabel, choice: string): string[] {
	const field = shown(label, choice);
	if (!field) return [];
	const isOnlyOne = label.dependents.length === 1 || optionsOf(field).length === 0;
	return [isOnlyOne ? label.label : `${label.label}: ${optionNames(field)}`];
}

function optionNames(field?: INodeProperties): string {
	return field
		? optionsOf(field)
				.map(({ name }) => name)
				.join(', ')
		: '';
}

function dependentsOf(dropdown: INodeProperties, fields: INodeProperties[]): Dependent[] {
	return fields.flatMap((field) => {
		const values: unknown[] = field.displayOptions?.show?.[dropdown.name] ?? [];
		const shownFor = optionsOf(dropdown).filter(({ value }) => values.includes(value));
		return shownFor.length > 0 ? [{ field, choices: shownFor.map(({ name }) => name) }] : [];
	});
}

function optionsOf({ type, options = [] }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' ? (options as INodePropertyOptions[]) : [];
}

function titleOf({ name, value }: INodePropertyOptions): string {
	return `${name} (\`${String(value)}\`)`;
}
