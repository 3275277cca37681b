import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import fc from 'fast-check';

import { CASES } from '../../cases';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { conditionsFromRows } from '../../nodes/shared/conditions/conditionRows';
import { chosenAttribute, listValue } from '../../nodes/shared/conditions/customAttribute';
import { evaluated, type Form, FORMS, hintsOf, placed, property } from '../fixtures/forms';
import { build } from '../fixtures/reading';
import { textsIn } from '../fixtures/texts';

function subtitleOf(form: Form, parameters: object): unknown {
	return evaluated(form, parameters, form.type.description.subtitle);
}

/** Whether the editor marks a field that is empty. */
function isRequired({ required, typeOptions }: INodeProperties): boolean {
	return required === true || typeOptions?.minRequiredFields === 1;
}

/** The paths of all values in parameters, with the values. */
function filledIn(value: unknown, place = ''): string[] {
	if (typeof value !== 'object' || value === null) return [`${place} ${String(value)}`];
	return Object.entries(value).flatMap(([name, inner]) => filledIn(inner, `${place}/${name}`));
}

describe.each(FORMS)('$title', (form) => {
	const { operation, option, type, shown, isIrreversible } = form;
	const { name, defaults, properties } = type.description;
	const fields = shown.filter((field) => field.name !== 'options');
	const inputs = fields.filter((field) => field.type !== 'notice');

	it('is named by its action on the canvas and as a tool', () => {
		const parameters = { resource: name, operation: operation.value };
		expect(NodeHelpers.makeNodeName(parameters, type.description)).toBe(option.action);
		expect(NodeHelpers.makeDescription(parameters, type.description)).toBe(
			`${option.action} in ${defaults.name}`,
		);
	});

	it('shows its operation below the node, and Preview', () => {
		const words = operation.name.toLowerCase();
		expect(subtitleOf(form, {})).toBe(words);
		const preview = { options: { previewOnly: true } };
		expect(subtitleOf(form, preview)).toBe(
			operation.safety !== 'safe' ? `Preview: ${words}` : words,
		);
	});

	it('shows errors on an untouched form only for required fields', () => {
		const node = placed(form, {});
		const usual = NodeHelpers.getNodeParameters(
			properties,
			node.parameters,
			true,
			false,
			node,
			type.description,
		);
		const untouched = { ...node, parameters: usual ?? {} };
		const issues = NodeHelpers.getNodeParametersIssues(properties, untouched, type.description);
		const required = inputs.filter(isRequired).map((field) => field.name);
		expect(Object.keys(issues?.parameters ?? {}).sort()).toEqual(required.sort());
	});

	it('has Preview Only if it changes data, and a notice if it cannot be undone', () => {
		const options = (property(shown, 'options')?.options ?? []) as INodeProperties[];
		// A filter reads although it is a POST: its conditions are in the body.
		const { method, url } = operation.endpoint;
		const writes = method !== 'GET' && !url.endsWith('/filter');
		expect(options.some((field) => field.name === 'previewOnly')).toBe(writes);
		expect(operation.safety !== 'safe').toBe(writes);
		if (operation.endpoint.method === 'DELETE') expect(isIrreversible).toBe(true);
		const notices = shown.filter((field) => field.name === 'irreversibleNotice');
		expect(notices.length).toBe(isIrreversible ? 1 : 0);
		// A user who looks for "remove label" may want to take it off one contact.
		if (operation.endpoint.method === 'DELETE')
			expect(notices[0].displayName).toContain('for the whole account');
	});

	it('shows a hint beside the output while Preview Only is on', () => {
		const previews = (options: object) =>
			hintsOf(form, { options }).filter((hint) => hint.includes("'Preview Only' is on"));
		expect(previews({ previewOnly: true })).toHaveLength(operation.safety === 'safe' ? 0 : 1);
		expect(previews({})).toEqual([]);
	});

	it('shows the hint of a tool only as a tool', () => {
		// n8n adds this parameter to a node that is a tool.
		const added: INodeProperties = {
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			options: [{ name: 'Set Automatically', value: 'auto' }],
			default: 'auto',
		};
		const description = { ...type.description, properties: [added, ...properties] };
		const asTool = hintsOf({ ...form, type: { ...type, description } }, {});
		expect(asTool.filter((hint) => hint.includes('AI model'))).toHaveLength(1);
		expect(hintsOf(form, {}).filter((hint) => hint.includes('AI model'))).toEqual([]);
		// A tool ends no branch.
		expect(asTool.filter((hint) => hint.includes('the workflow ends here'))).toEqual([]);
	});

	it('says beside the output what a period may not do', () => {
		const shown = (parameters: object, words: string) =>
			hintsOf(form, parameters).some((hint) => hint.includes(words));
		const { url } = operation.endpoint;
		expect(shown({ period: 'lastDays' }, "ignore 'Period'")).toBe(url.includes('report'));
		expect(shown({ period: 'all' }, "ignore 'Period'")).toBe(false);
	});

	/** The parameters that the editor keeps of these: those that it shows. */
	function kept(parameters: object): INodeParameters | null {
		const node = placed(form, parameters);
		const { description } = type;
		const given = node.parameters;
		return NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
	}

	it.each(form.exchanges)(
		'shows each field that its exchange "$title" fills in',
		({ parameters }) => {
			const shownValues = filledIn(kept(parameters));
			expect(filledIn(parameters).filter((value) => !shownValues.includes(value))).toEqual([]);
		},
	);

	it.each(form.exchanges)('shows no field that its exchange "$title" does not read', (exchange) => {
		const read = [...build(operation, exchange).read].map((path) => path.split('.')[0]);
		const own = inputs.filter((field) => field.name in (kept(exchange.parameters) ?? {}));
		const known = [...read, ...READ_ELSEWHERE];
		const unread = own.filter((field) => !known.includes(field.name));
		expect(unread.map((field) => field.displayName)).toEqual([]);
	});

	it('does not start with an optional picker, because n8n traps the Tab key in it', () => {
		const [first] = inputs;
		expect(first?.type === 'resourceLocator' && !first.required).toBe(false);
	});
});

/** Simplify is read for all operations alike. With Page, the others don't count. */
const READ_ELSEWHERE = ['simplify', 'returnAll', 'limit'];

/** What the choices of fields beside it must be, so that a field is shown or hidden. */
function choicesFor(
	displayOptions: INodeProperties['displayOptions'] = {},
): Array<[string, unknown]> {
	const { show = {}, hide = {} } = displayOptions;
	return [show, hide].flatMap((conditions) =>
		Object.entries(conditions).flatMap(([name, values = []]) =>
			values
				.filter((value) => typeof value !== 'object')
				.map((value): [string, unknown] => [name, value]),
		),
	);
}

/** The lists of fields that stand beside each other: of a form, its collections and its rows. */
function siblingsIn(fields: INodeProperties[]): INodeProperties[][] {
	const inner = fields.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return siblingsIn(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ values }) => siblingsIn(values));
	});
	return [fields, ...inner];
}

/** Whether a field beside others, or at the root, can have a value. */
function canBe(
	value: unknown,
	name: string,
	siblings: INodeProperties[],
	root: INodeProperties[],
): boolean {
	if (name.startsWith('@')) return true;
	const [first, ...rest] = name.replace(/^\//, '').split('.');
	const fields = (name.startsWith('/') ? root : siblings).filter((field) => field.name === first);
	return fields.some(({ type, options = [] }) => {
		if (rest.length > 0) return canBe(value, rest.join('.'), options as INodeProperties[], root);
		if (type !== 'options') return type !== 'boolean' || typeof value === 'boolean';
		return (options as INodePropertyOptions[]).some((option) => option.value === value);
	});
}

const ROWS = FORMS.flatMap(({ title, shown }) =>
	everyProperty(shown)
		.filter(({ name, type }) => name === 'conditions' && type !== 'hidden')
		.map(({ options }) => ({ title, fields: (options as INodePropertyCollection[])[0].values })),
);

/** What can be chosen in all fields of this name. */
function choicesOf(fields: INodeProperties[], name: string): unknown[] {
	const named = fields.filter((field) => field.name === name);
	const options = named.flatMap((field) => field.options as INodePropertyOptions[]);
	return [...new Set(options.map(({ value }) => value))];
}

it.each(ROWS)(
	'starts each attribute in a row of $title with an operator that fits',
	({ fields }) => {
		const started = choicesOf(fields, 'attribute').map((attribute) => {
			const row = { attribute } as INodeParameters;
			const shown = fields.filter((field) => NodeHelpers.displayParameter(row, field, null, null));
			return shown.filter(({ displayName }) => displayName === 'Operator');
		});
		for (const operators of started) {
			expect(operators).toHaveLength(1);
			const [{ name, default: start, options }] = operators;
			expect(options).toContainEqual(expect.objectContaining({ value: start }));
			// The editor keeps by name what was chosen for the attribute before.
			const others = fields.filter((field) => field.name === name);
			for (const other of others) expect(other.options).toEqual(options);
		}
	},
);

const OF_CONTACTS = { customAttributeType: 'contact_attribute' };

/** A custom attribute in a row: a typed key, an expression, or one that was chosen from the list. */
const customAttribute = fc.oneof(
	fc.constantFrom('plan', '.listing', 'contact.list', 'contact.lists:x', 'état', '計画'),
	fc.stringMatching(/^[a-z.:;]{1,20}[a-z]$/),
	fc.constantFrom('={{ $json.key }}', '=contact.list:plan', '=.list:plan'),
	fc
		.record(
			{
				key: fc.stringMatching(/^[a-z.:;]{0,20}[a-z]$/),
				owner: fc.constantFrom('contact', 'conversation'),
				type: fc.constantFrom('list', 'list', 'text', 'link'),
			},
			{ requiredKeys: ['key', 'type'] },
		)
		.map(listValue),
);

it.each(ROWS)(
	'shows in a row of $title one value for a custom attribute, and reads that one',
	({ title, fields }) => {
		const read = conditionsFromRows(
			title.includes('Filter') ? 'filter' : 'rule',
			'UTC',
			() => 'AND',
		);
		const operator = fc.constantFrom('equal_to', 'not_equal_to', 'contains', 'is_present');
		fc.assert(
			fc.property(customAttribute, operator, (value, customOperator) => {
				const start = { attribute: 'customAttribute', customOperator };
				const raw = { ...start, customAttribute: { __rl: true, mode: 'list', value } };
				const shown = fields
					.filter((field) => NodeHelpers.displayParameter(raw, field, null, null))
					.filter(({ displayName }) => displayName === 'Value');
				expect(shown).toHaveLength(customOperator === 'is_present' ? 0 : 1);
				const row = {
					...{ ...raw, value: 'hidden', choice: 'hidden' },
					...(value.startsWith('=') && { customAttribute: 'plan' }),
					...(chosenAttribute(value)?.owner === undefined && OF_CONTACTS),
					...(shown[0] && { [shown[0].name]: 'gold' }),
				};
				const [{ values }] = read({ condition: [row] }, { condition: [raw] }) ?? [];
				expect(values).toEqual(shown.map(() => 'gold'));
			}),
		);
	},
);

/** A row that has only the fields that it shows, with what is typed as its value. */
function shownRow(fields: INodeProperties[], start: INodeParameters, value: string) {
	const full: INodeParameters = { ...start, value, choice: value };
	const shown = fields.filter((field) => NodeHelpers.displayParameter(full, field, null, null));
	const row = Object.fromEntries(shown.map(({ name }) => [name, full[name] ?? '']));
	return { ...row, ...start } as INodeParameters;
}

/** Reads a row as n8n 1.123 does, which calls the methods of a text on each value that it looks for a text in. */
function displaysIn1123(row: INodeParameters, field: INodeProperties): boolean {
	const strict = new Proxy(row, {
		get: (target, name) => (name in target ? target[String(name)] : missing(field, String(name))),
	});
	return NodeHelpers.displayParameter(strict, field, null, null);
}

function missing({ name, displayOptions }: INodeProperties, read: string): undefined {
	const conditions = [displayOptions?.show?.[read], displayOptions?.hide?.[read]];
	if (/startsWith|includes|endsWith/.test(JSON.stringify(conditions))) {
		throw new Error(`${name} looks for a text in ${read}, which the row doesn't have`);
	}
	return undefined;
}

it.each(ROWS)(
	'says in a row of $title that a comma is part of a text, whatever else the row has, also in n8n 1.123',
	({ fields }) => {
		const listed = { __rl: true, mode: 'list', value: 'contact.list:plan' };
		const keys = ['plan', 'contact.text:plan', listed].map((key) => ({ customAttribute: key }));
		for (const attribute of choicesOf(fields, 'attribute') as string[]) {
			const [operator] = fields.filter(
				({ displayName, displayOptions }) =>
					displayName === 'Operator' && displayOptions?.show?.attribute?.includes(attribute),
			);
			for (const { value } of operator.options as INodePropertyOptions[]) {
				for (const key of keys) {
					const start = { attribute, [operator.name]: value, ...key } as INodeParameters;
					const noticesFor = (typed: string) => {
						const row = shownRow(fields, start, typed);
						const shown = fields.filter((field) => displaysIn1123(row, field));
						const isText = shown.some(({ name }) => name === 'value');
						const notices = shown.filter(({ name }) => name === 'commaNotice');
						return { isText, notices: notices.length };
					};
					const { isText, notices } = noticesFor('Berlin, Paris');
					expect(notices).toBe(isText && attribute !== 'country_code' ? 1 : 0);
					expect(noticesFor('Berlin').notices).toBe(0);
				}
			}
		}
	},
);

test.each(FORMS)('$title says if Chatwoot does not have it', ({ operation, option }) => {
	expect(String(option.description).endsWith(' (not in Chatwoot)')).toBe(!operation.inChatwoot);
});

test.each(NODES)('$description.displayName says if Chatwoot has none of its operations', (node) => {
	const { name, description } = node.description;
	const ofNode = CASES.filter((one) => one.node === name);
	const elsewhere = ofNode.every(({ operation }) => !operation.inChatwoot);
	expect(description.endsWith(' (not in Chatwoot)')).toBe(elsewhere);
});

describe.each(NODES.map((node) => ({ ...node.description, node })))(
	'the node $name',
	({ node, ...description }) => {
		const properties = everyProperty(description.properties);

		// Relied on in nodeForm.ts: n8n evaluates each expression in `routing` for each item.
		it('has no expression in its requests', () => {
			const texts = textsIn([description.requestDefaults, description.properties]);
			// A condition may look for the sign of an expression.
			expect(texts.filter((text) => /^=./.test(text))).toEqual([]);
		});

		it('has no regular expression in a display condition, where n8n may break it off when busy', () => {
			const conditions = JSON.stringify(properties.map(({ displayOptions }) => displayOptions));
			expect(conditions).not.toContain('"regex"');
		});

		it('has a choice for each field that waits for one', () => {
			const missing = siblingsIn(description.properties).flatMap((siblings) =>
				siblings.flatMap(({ displayName, displayOptions }) =>
					choicesFor(displayOptions)
						.filter(([name, value]) => !canBe(value, name, siblings, description.properties))
						.map(([name, value]) => `${displayName} waits for ${name} ${String(value)}`),
				),
			);
			expect(missing).toEqual([]);
		});

		it('leads from the root to what is not beside a field, or n8n 1.123 cannot order them', () => {
			const siblings = description.properties.map(({ name }) => name);
			const conditions = description.properties.flatMap(({ displayOptions }) => [
				...Object.keys(displayOptions?.show ?? {}),
				...Object.keys(displayOptions?.hide ?? {}),
			]);
			const known = (path: string) => /^[/@]/.test(path) || siblings.includes(path);
			expect(conditions.filter((path) => !known(path))).toEqual([]);
		});

		it('has no required field with an invented default number', () => {
			const made = properties.filter(
				({ required, default: usual }) => required && usual !== '' && typeof usual !== 'object',
			);
			expect(made).toEqual([]);
		});

		it('has a method for each list to choose from', () => {
			const wanted = properties
				.filter(({ type }) => type === 'resourceLocator')
				.flatMap(({ modes = [] }) => modes.map(({ typeOptions }) => typeOptions?.searchListMethod))
				.filter((method) => method !== undefined);
			expect(Object.keys(node.methods?.listSearch ?? {})).toEqual(expect.arrayContaining(wanted));
			const mappers = properties.flatMap(
				({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod ?? [],
			);
			expect(Object.keys(node.methods?.resourceMapping ?? {})).toEqual(mappers);
		});
	},
);
