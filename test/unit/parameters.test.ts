import type { IExecuteSingleFunctions, INodeParameters, INodeProperties } from 'n8n-workflow';

import { positiveInteger, required, text } from '../../nodes/shared/input/checks';
import { parameterReader } from '../../nodes/shared/input/parameters';

const ACCOUNT = { displayName: 'Account ID', name: 'accountId', type: 'string', default: '' };
const VALUE = { displayName: 'Value', name: 'value', type: 'string', default: '' };
const FIELDS = [
	{ displayName: 'Query', name: 'query', type: 'string', default: '' },
	{ displayName: 'Label', name: 'labelId', type: 'resourceLocator', default: '' },
	{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [ACCOUNT] },
	{
		...{ displayName: 'Conditions', name: 'conditions', type: 'fixedCollection', default: {} },
		options: [{ displayName: 'Condition', name: 'condition', values: [VALUE] }],
	},
] as INodeProperties[];

const ITEM = {
	q: 'ann',
	body: { page: 0, on: false },
	none: null,
	list: [1],
	nested: {},
	nan: NaN,
};

/** The reader of the third item, and what the engine was asked for. */
function reading(typed: INodeParameters, evaluate: (name: string) => unknown = () => 'evaluated') {
	const asked: string[] = [];
	const context = {
		getNode: () => ({ name: 'Label' }),
		getItemIndex: () => 2,
		getInputData: () => ({ json: ITEM }),
		getNodeParameter: (name: string) => {
			asked.push(name);
			return evaluate(name);
		},
	} as unknown as IExecuteSingleFunctions;
	return { read: parameterReader(context, { fields: FIELDS }, typed), asked };
}

function label(mode: string, value: string): INodeParameters {
	return { labelId: { __rl: true, mode, value } };
}

it.each<[string, INodeParameters, unknown]>([
	['query', { query: 'a=' }, 'a='],
	['options.accountId', { options: { accountId: 12 } }, 12],
	['labelId', label('id', '7'), '7'],
	['rows', { rows: { row: [{ a: 'b' }, null] } as INodeParameters }, { row: [{ a: 'b' }, null] }],
])('reads %s from %j without the engine', (path, typed, value) => {
	const { read, asked } = reading(typed);
	expect(read(path, (given) => given)).toEqual(value);
	expect(asked).toEqual([]);
});

it.each<[string, unknown]>([
	['{{ $json.q }}', 'ann'],
	['{{ $json.body.page }}', 0],
	['{{ $json.body.on }}', false],
	["{{ $json['q'] }}", 'ann'],
	['{{$json["q"]}}', 'ann'],
	['{{ $json.list[0] }}', 1],
	["{{ $json.body['page'] }}", 0],
])('reads the dragged field %s without the engine', (typed, value) => {
	const { read, asked } = reading({ query: `=${typed}` });
	expect(read('query', (given) => given)).toBe(value);
	expect(asked).toEqual([]);
});

it.each([
	'{{ $json.q.trim() }}',
	'{{ $json.q }}!',
	'{{ $json.q }} {{ $json.q }}',
	"{{ $('CRM').item.json.q }}",
	...['missing', 'none', 'list', 'nested', 'nan'].map((name) => `{{ $json.${name} }}`),
	...['q.length', 'nested.constructor.name'].map((path) => `{{ $json.${path} }}`),
])('leaves %s to the engine', (typed) => {
	const { read, asked } = reading({ query: `=${typed}` });
	expect(read('query', (given) => given)).toBe('evaluated');
	expect(asked).toEqual(['query']);
});

it('evaluates each expression in rows on its own', () => {
	const moment = new Date(0);
	const rows = {
		row: [{ a: 'b' }, { a: '={{ 1 }}', b: '={{ $json.q }}', c: label('id', '={{ 2 }}') }],
	};
	const { read, asked } = reading({ rows } as INodeParameters, () => moment);
	expect(read('rows', (given) => given)).toEqual({
		row: [{ a: 'b' }, { a: moment, b: 'ann', c: { labelId: moment } }],
	});
	expect(asked).toEqual(['rows.row.1.a', 'rows.row.1.c.labelId.value']);
});

it.each<[string, INodeParameters, string]>([
	['query', { query: '={{ $json.q.trim() }}' }, 'query'],
	['options.accountId', { options: { accountId: '={{ 1 }}' } }, 'options.accountId'],
	['labelId', label('id', '={{ 1 }}'), 'labelId.value'],
])('asks the engine for %s in %j', (path, typed, name) => {
	const { read, asked } = reading(typed);
	expect(read(path, (given) => given)).toBe('evaluated');
	expect(asked).toEqual([name]);
});

it.each<[string, INodeParameters, string, string]>([
	['query', { query: ' ' }, "'Query' is blank", "Fill in 'Query'."],
	['labelId', label('id', 'x'), "'Label' must be a whole number above 0", ''],
	[
		'options.accountId',
		{ options: { accountId: '={{ 1 }}' } },
		"'Account ID' must be a whole number above 0, but is 'evaluated'",
		"Check what the expression in 'Account ID' returns for this item.",
	],
	[
		'other.rows',
		{ other: { rows: { row: [{ a: '={{ 1 }}' }, { a: 'x' }] } } },
		"'other.rows' must be a whole number",
		"Check 'other.rows' and its expressions for this item.",
	],
])('refuses %s in %j by its name and item', (path, typed, message, remedy) => {
	const { read } = reading(typed);
	expect(() => read(path, required(positiveInteger))).toThrow(
		expect.objectContaining({
			message: expect.stringContaining(message),
			description: remedy || undefined,
			context: expect.objectContaining({ itemIndex: 2 }),
		}),
	);
});

it('names the row and the field whose expression returned no value', () => {
	const condition = [{ value: 'a' }, { value: '={{ 1 }}' }];
	const { read } = reading({ conditions: { condition } }, () => 'undefined');
	expect(() => read('conditions', (given) => given)).toThrow("Condition 2: 'Value' is 'undefined'");
});

it('says why the engine could not evaluate an expression', () => {
	for (const reason of [new Error('No path back'), 'No path back']) {
		const { read } = reading({ query: '={{ $("A").item }}' }, () => {
			throw reason;
		});
		expect(() => read('query', text)).toThrow("'Query' couldn't be read: No path back");
	}
});
