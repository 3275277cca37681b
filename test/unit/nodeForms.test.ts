import fc from 'fast-check';
import { DateTime } from 'luxon';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { newestOf } from '../../tools/engine/versions';
import { CASES } from '../../cases';
import { NODES, nodeTypeOf } from '../../cases/nodes';
import { everyProperty, ofVersion } from '../../cases/properties';

const FORMS = CASES.map((one) => {
	const node = nodeTypeOf(one);
	const properties = ofVersion(newestOf(node.description), node.description.properties);
	const shown = shownFor(one.operation.value, properties);
	const operations = property(properties, 'operation')?.options as INodePropertyOptions[];
	const [option] = operations.filter(({ value }) => value === one.operation.value);
	/** A case with the fields that the editor shows for its operation, and its entry in the dropdown. */
	return { ...one, type: node, shown, option };
});

type Form = (typeof FORMS)[number];

/** The fields that a form shows for one operation, with the entries of their collections. */
function shownFor(operation: string, properties: INodeProperties[]): INodeProperties[] {
	const shown = properties.filter(
		({ name, displayOptions }) =>
			name === 'options' || displayOptions?.show?.operation?.includes(operation),
	);
	const entries = (options: INodeProperties['options']) =>
		(options as INodeProperties[]).filter(
			({ displayOptions }) => displayOptions?.show?.['/operation']?.includes(operation) ?? true,
		);
	return shown.map((field) =>
		field.type === 'collection' ? { ...field, options: entries(field.options) } : field,
	);
}

function property(properties: INodeProperties[], name: string): INodeProperties | undefined {
	return properties.find((candidate) => candidate.name === name);
}

/** A node as the editor places it on the canvas. */
function placed({ type, operation }: Form, parameters: object) {
	const { name } = type.description;
	return {
		id: '1',
		name: 'Node',
		type: name,
		typeVersion: newestOf(type.description),
		position: [0, 0] as [number, number],
		parameters: { resource: name, operation: operation.value, ...parameters },
	};
}

function subtitleOf(form: Form, parameters: object): unknown {
	return evaluated(form, parameters, form.type.description.subtitle);
}

/** What the output pane says of a node without input. The editor drops a condition that fails or isn't boolean. */
function hintsOf(form: Form, parameters: object, timezone?: string): string[] {
	const { hints = [] } = form.type.description;
	const isShown = (condition = '') => {
		try {
			return evaluated(form, parameters, condition, timezone) === true;
		} catch {
			return false;
		}
	};
	return hints
		.filter(({ displayCondition }) => isShown(displayCondition))
		.map(({ message }) => message);
}

/** What an expression of the description gives for a node with these parameters. */
function evaluated(form: Form, parameters: object, expression = '', timezone = 'UTC'): unknown {
	const nodeTypes = { getByName: () => form.type, getByNameAndVersion: () => form.type } as never;
	const nodes = [placed(form, parameters)];
	const settings = { timezone };
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes, settings });
	return workflow.expression.getSimpleParameterValue(
		workflow.nodes.Node,
		expression,
		'internal',
		{},
	);
}

/** Whether the editor marks a field that is empty. */
function isRequired({ required, typeOptions }: INodeProperties): boolean {
	return required === true || typeOptions?.minRequiredFields === 1;
}

describe.each(FORMS)('$title', (form) => {
	const { operation, option, type, shown, final } = form;
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
			operation.kind === 'write' ? `Preview: ${words}` : words,
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
		// A filter reads although it is a POST: its conditions stand in the body.
		const { method, url } = operation.endpoint;
		const writes = method !== 'GET' && !url.endsWith('/filter');
		expect(options.some((field) => field.name === 'previewOnly')).toBe(writes);
		expect(operation.kind).toBe(writes ? 'write' : 'read');
		if (operation.ifRepeated === 'notFound') expect(final).toBe(true);
		const notices = shown.filter((field) => field.name === 'irreversibleNotice');
		expect(notices.length).toBe(final ? 1 : 0);
		// Who looks for "remove label" may want to take it off one contact.
		if (operation.ifRepeated === 'notFound')
			expect(notices[0].displayName).toContain('for the whole account');
	});

	it('shows a hint beside the output while Preview Only is on', () => {
		const previews = (options: object) =>
			hintsOf(form, { options }).filter((hint) => hint.includes("'Preview Only' is on"));
		expect(previews({ previewOnly: true })).toHaveLength(operation.kind === 'read' ? 0 : 1);
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
		expect(asTool.filter((hint) => hint.includes('✨'))).toHaveLength(1);
		expect(hintsOf(form, {}).filter((hint) => hint.includes('✨'))).toEqual([]);
		// A tool ends no branch.
		expect(asTool.filter((hint) => hint.includes('the workflow ends here'))).toEqual([]);
	});

	it('does not start with an optional picker, because n8n traps the Tab key in it', () => {
		const [first] = inputs;
		expect(first?.type === 'resourceLocator' && !first.required).toBe(false);
	});
});

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

test.each(FORMS)('$title says if Chatwoot does not have it', ({ operation, option }) => {
	expect(String(option.description).endsWith(' (not in Chatwoot)')).toBe(!operation.inChatwoot);
});

test.each(NODES)('$description.displayName says if Chatwoot has none of its operations', (node) => {
	const { name, description } = node.description;
	const ofNode = CASES.filter((one) => one.node === name);
	const elsewhere = ofNode.every(({ operation }) => !operation.inChatwoot);
	expect(description.endsWith(' (not in Chatwoot)')).toBe(elsewhere);
});

describe("the warning of another time zone than the computer's", () => {
	const form = FORMS.find(({ id }) => id === 'appointmentReschedule') as Form;
	const warnings = (appointmentAt: string, timezone: string) =>
		hintsOf(form, { appointmentAt }, timezone).filter((hint) => hint.includes("'New Time'"));

	it('is there just if a time without an offset is another moment on the computer', () => {
		const zones = [
			'UTC',
			'Etc/UTC',
			'Europe/Berlin',
			'Europe/London',
			'Asia/Calcutta',
			'Asia/Kolkata',
		];
		const [min, max] = [new Date('2020-01-01'), new Date('2040-01-01')];
		const moment = fc.date({ min, max, noInvalidDate: true });
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				moment,
				fc.constantFrom('T', ' '),
				(zone, date, sep) => {
					const local = DateTime.fromJSDate(date, { zone }).startOf('day').set({ hour: 12 });
					const [day, time] = [local.toFormat('yyyy-MM-dd'), local.toFormat('HH:mm:ss')];
					const here = -new Date(local.toMillis()).getTimezoneOffset();
					expect(warnings(`${day}${sep}${time}`, zone)).toHaveLength(local.offset === here ? 0 : 1);
					for (const other of [
						`${day}T${time}Z`,
						`${day}T${time}+02:00`,
						day,
						`=${day}T${time}`,
						'',
					])
						expect(warnings(other, zone)).toEqual([]);
				},
			),
			{ numRuns: 50 },
		);
	});
});
