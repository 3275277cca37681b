import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CASES, type NamedCase } from '../../cases';
import type { Exchange } from '../../cases/operationCase';
import { build } from '../fixtures/reading';

/** Entries that a user adds to get another request, each with its most likely value as the default. */
const CHANGING = [
	'additionalFields.blocked',
	'options.page',
	'options.sort',
	'updateFields.eventName',
];

/** An entry of a collection whose default isn't blank. */
interface Entry extends NamedCase {
	collection: string;
	name: string;
	usual: unknown;
}

function entriesOf(one: NamedCase, isMeant: (entry: INodeProperties) => boolean): Entry[] {
	const { fields, options = [] } = one.operation;
	const collections = fields.filter(({ type }) => type === 'collection');
	return [...collections, { name: 'options', options }].flatMap(({ name: collection, options }) =>
		((options ?? []) as INodeProperties[])
			.filter(isMeant)
			.map(({ name, default: usual }) => ({ ...one, collection, name, usual })),
	);
}

const ENTRIES = CASES.flatMap((one) =>
	entriesOf(one, (entry) => typeof entry.default !== 'object' && entry.default !== ''),
).filter(({ collection, name }) => !CHANGING.includes(`${collection}.${name}`));

const TEXTS = CASES.flatMap((one) =>
	entriesOf(one, ({ type, hint = '' }) => type === 'string' && !hint.includes('to clear')),
);

/** What an item of an exchange sends, or why it is refused, with another value of an entry. */
function sent({ operation, collection, name }: Entry, exchange: Exchange, value: unknown): unknown {
	const entries = { ...(exchange.parameters[collection] as IDataObject), [name]: value };
	const parameters = { ...exchange.parameters, [collection]: entries } as IDataObject;
	try {
		const { path, query, body, limit } = build(operation, { ...exchange, parameters }).request;
		return { path, query, body, limit };
	} catch (error) {
		return (error as Error).message;
	}
}

it.each(ENTRIES)('$title: $name counts as its default if it is not added', (entry) => {
	const { collection, name, usual, exchanges } = entry;
	const having = exchanges.filter(
		({ parameters, sends }) =>
			!sends.files && (parameters[collection] as IDataObject | undefined)?.[name] !== undefined,
	);
	expect(having.map((one) => sent(entry, one, undefined))).toEqual(
		having.map((one) => sent(entry, one, usual)),
	);
});

it.each(TEXTS)('$title: $name that is left blank sends nothing', (entry) => {
	const exchanges = entry.exchanges.filter(({ sends }) => !sends.files);
	expect(exchanges.map((one) => sent(entry, one, ' '))).toEqual(
		exchanges.map((one) => sent(entry, one, undefined)),
	);
});
