import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CASES, type NamedCase } from '../../cases';
import type { Exchange } from '../../cases/operationCase';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { fieldAt } from '../../nodes/shared/input/parameters';
import { isObject } from '../../nodes/shared/values';
import { setDate } from '../fixtures/date';
import { build } from '../fixtures/reading';
import { GIVEN, requestOf } from '../fixtures/requests';

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

const ofTexts = (clears: boolean) =>
	CASES.flatMap((one) =>
		entriesOf(
			one,
			({ type, hint = '' }) => type === 'string' && hint.includes('to clear') === clears,
		),
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

it.each(ofTexts(false))('$title: $name that is left blank sends nothing', (entry) => {
	const exchanges = entry.exchanges.filter(({ sends }) => !sends.files);
	expect(exchanges.map((one) => sent(entry, one, ' '))).toEqual(
		exchanges.map((one) => sent(entry, one, undefined)),
	);
});

it.each(ofTexts(true))('$title: $name that is left blank clears it', (entry) => {
	for (const exchange of entry.exchanges) {
		expect(sent(entry, exchange, ' ')).toEqual({
			...(sent(entry, exchange, undefined) as object),
			body: expect.objectContaining({ [entry.name]: '' }),
		});
	}
});

/** Fields that count as not filled in if their expression returns nothing, with what the request does then. */
const MAY_RETURN_NOTHING: Record<string, string> = {
	'contactCreate inboxId': 'creates the contact in no inbox',
	'contactFilter match': 'compares all conditions',
	'contactFilter options.sort': 'takes the order of the service',
	'contactSearch options.queryParameterName': 'takes the documented name',
	'contactSearch options.sort': 'takes the order of the service',
	'messagingFlowCreate inboxId': 'leaves it to the service, which needs it',
};

/** A field that decides what a request is about, filled in: any of a read, and the ID of a record. */
interface Deciding extends NamedCase {
	path: string;
	exchange: Exchange;
}

const DECIDING = CASES.flatMap((one): Deciding[] =>
	one.exchanges
		.filter(({ sends }) => !sends.files)
		.flatMap((exchange) => pathsOf(exchange.parameters).map((path) => ({ ...one, exchange, path })))
		.filter(({ path }) => one.operation.safety === 'safe' || path.endsWith('Id'))
		.filter(({ path }) => !(`${one.id} ${path}` in MAY_RETURN_NOTHING))
		.filter(({ path }) => !hasEmptyChoice(one, path)),
);

/** Whether a field is a dropdown with a choice such as Any, whose value is empty. */
function hasEmptyChoice({ operation }: NamedCase, path: string): boolean {
	const options = fieldAt(propertiesOf(operation), path.split('.'))?.options ?? [];
	return options.some((option) => 'value' in option && option.value === '');
}

/** The fields that are filled in, with the collection in front. */
function pathsOf(parameters: IDataObject): string[] {
	return Object.entries(parameters).flatMap(([name, value]) =>
		['additionalFields', 'options'].includes(name)
			? Object.keys(value as IDataObject).map((inner) => `${name}.${inner}`)
			: [name],
	);
}

/** Parameters whose field has an expression instead of its value. */
function withExpression(parameters: IDataObject, [name, ...rest]: string[]): IDataObject {
	const value = parameters[name] as IDataObject;
	if (rest.length > 0) return { ...parameters, [name]: withExpression(value, rest) };
	return {
		...parameters,
		[name]: isObject(value) && 'mode' in value ? { ...value, value: GIVEN } : GIVEN,
	};
}

/** What an item sends whose expressions return nothing, or why it is refused. */
function sentWithout({ operation, exchange }: Deciding, typed: IDataObject): unknown {
	const usual = operation.fields.map((field) => [field.name, field.default]);
	const parameters = { ...Object.fromEntries(usual), options: {}, ...typed } as IDataObject;
	try {
		const { path, query, body, limit } = requestOf(operation, parameters, '', exchange.item?.json);
		return { path, query, body, limit };
	} catch (error) {
		return (error as Error).message;
	}
}

// Without an ID or a filter, a request would be about other records, or about all.
it.each(DECIDING)(
	'$id $exchange.title: an expression in $path that returns nothing is refused (refusingEmptyExpression), or changes nothing',
	(one) => {
		const { now, parameters } = one.exchange;
		if (now) setDate(now);
		const complete = sentWithout(one, parameters);
		expect(complete).toEqual(expect.any(Object));
		const refusal = expect.stringMatching(/returned nothing|blank|has no row/);
		expect([refusal, complete]).toContainEqual(
			sentWithout(one, withExpression(parameters, one.path.split('.'))),
		);
	},
);

afterEach(() => void jest.useRealTimers());
