import path from 'node:path';

import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';

/** A field with its place in the form, such as `Label: Options > Max Retries`. */
interface PlacedField {
	place: string;
	field: INodeProperties;
}

/** These say all there is to say by their name. */
const OBVIOUS = ['Additional Fields', 'Operation', 'Options', 'Resource'];
const SMALL_WORDS = ['at', 'by', 'for', 'if', 'in', 'of', 'on', 'the', 'to', 'with'];
const LONGEST_HINT = 120;

let nodes: INodeType[];
let fields: PlacedField[];

beforeAll(async () => {
	const built = await loadPackage(path.join(__dirname, '../..'));
	nodes = Object.values(built.nodes);
	fields = nodes.flatMap(({ description }) =>
		placed(description.properties.filter(isOurs), `${description.displayName}: `),
	);
}, 60_000);

/** n8n adds its own Request Options to each declarative node; a notice is all text and no field. */
function isOurs({ name, type }: INodeProperties): boolean {
	return name !== 'requestOptions' && type !== 'notice';
}

function placed(properties: INodeProperties[], prefix: string): PlacedField[] {
	return properties.flatMap((field) => {
		const place = `${prefix}${field.displayName}`;
		return [{ place, field }, ...placed(innerFields(field), `${place} > `)];
	});
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

function choicesOf({ type, options = [] }: INodeProperties): INodePropertyOptions[] {
	return type === 'options' || type === 'multiOptions' ? (options as INodePropertyOptions[]) : [];
}

/** All that people read of a field. */
function textsOf({ field }: PlacedField): string[] {
	const { displayName, description, hint } = field;
	const choices = choicesOf(field).flatMap((choice) => [
		choice.name,
		choice.description,
		choice.action,
	]);
	return [displayName, description, hint, ...choices].filter((text) => text !== undefined);
}

function placesOf(breaches: PlacedField[]): string[] {
	return breaches.map(({ place }) => place);
}

/** One sentence has no period at its end, several have. */
function isPunctuated(text: string): boolean {
	const isSeveral = /[.?] [A-Z0-9'[]/.test(text);
	return isSeveral === text.endsWith('.');
}

function isTitleCase(title: string): boolean {
	const words = title.replace(/[()]/g, '').split(' ');
	return words.every((word, index) =>
		index > 0 && SMALL_WORDS.includes(word) ? true : /^[^a-z]/.test(word),
	);
}

test('every field has a description or an obvious name', () => {
	const mute = fields.filter(
		({ field }) =>
			!field.description && field.type !== 'notice' && !OBVIOUS.includes(field.displayName),
	);

	expect(placesOf(mute)).toEqual([]);
});

test('every placeholder of a value is an example', () => {
	const odd = fields.filter(({ field: { type, placeholder } }) => {
		const isButton = type === 'collection' || type === 'fixedCollection';
		return placeholder !== undefined && !isButton && !placeholder.startsWith('e.g. ');
	});

	expect(placesOf(odd)).toEqual([]);
});

test('titles are in title case', () => {
	const odd = fields.filter(
		({ field }) => field.type !== 'notice' && !isTitleCase(field.displayName),
	);

	expect(placesOf(odd)).toEqual([]);
});

test('a description of one sentence has no period, one of several ends with one', () => {
	const odd = fields.filter(({ field: { description = '', hint = '' } }) =>
		[description, hint].some((text) => !isPunctuated(text)),
	);

	expect(placesOf(odd)).toEqual([]);
});

test('hints fit below their fields', () => {
	const long = fields.filter(({ field: { hint = '' } }) => hint.length > LONGEST_HINT);

	expect(placesOf(long)).toEqual([]);
});

test('the description of a switch says whether', () => {
	const odd = fields.filter(
		({ field: { type, description = '' } }) =>
			type === 'boolean' && !description.startsWith('Whether'),
	);

	expect(placesOf(odd)).toEqual([]);
});

test('the fields that can be added are in alphabetical order', () => {
	const titlesOf = (field: INodeProperties) =>
		(field.options as INodeProperties[]).map(({ displayName }) => displayName);
	const odd = fields.filter(({ field }) => {
		if (field.type !== 'collection') return false;
		const titles = titlesOf(field);
		return titles.join() !== titles.toSorted((a, b) => a.localeCompare(b)).join();
	});

	expect(placesOf(odd)).toEqual([]);
});

test('no text calls anything an error, a problem, a failure or a mistake', () => {
	const odd = fields.filter((field) =>
		textsOf(field).some((text) => /\b(error|problem|failure|mistake)s?\b/i.test(text)),
	);

	expect(placesOf(odd)).toEqual([]);
});

test('texts write ID and URL in capitals', () => {
	const odd = fields.filter((field) =>
		textsOf(field).some((text) => /\b(Id|Url|url)\b/.test(text)),
	);

	expect(placesOf(odd)).toEqual([]);
});
