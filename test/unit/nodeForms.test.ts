import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { CASES } from '../cases';
import { NODES } from '../fixtures/nodes';

interface Form {
	title: string;
	node: (typeof NODES)[number];
	operation: INodePropertyOptions;
	/** What the editor shows for the operation. */
	shown: INodeProperties[];
}

function property(properties: INodeProperties[], name: string): INodeProperties | undefined {
	return properties.find((candidate) => candidate.name === name);
}

const FORMS: Form[] = NODES.flatMap((node) => {
	const { name, properties } = node.description;
	const operations = property(properties, 'operation')?.options as INodePropertyOptions[];
	return operations.map((operation) => ({
		title: `${name} ${String(operation.value)}`,
		node,
		operation,
		shown: properties.filter(({ displayOptions }) =>
			displayOptions?.show?.operation?.includes(String(operation.value)),
		),
	}));
});

function subtitleOf({ node, operation }: Form, parameters: object): unknown {
	const { name, subtitle = '' } = node.description;
	const placed = {
		id: '1',
		name: 'Node',
		type: name,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: name, operation: operation.value as string, ...parameters },
	};
	const nodeTypes = { getByName: () => node, getByNameAndVersion: () => node } as never;
	const workflow = new Workflow({ nodes: [placed], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(workflow.nodes.Node, subtitle, 'internal', {});
}

/** The field that says which record, of the operations that work on one. */
const RECORDS = /^(?:agentBot|appointment|automationRule|catalog|label)Id$/;

/** What cannot be undone although its method is not DELETE. */
const FINAL = ['Complete', 'Push to Partner'];

/** A filter reads although it is a POST: its conditions stand in the body. */
function isWrite({ method, url }: { method?: string; url?: string }): boolean {
	return method !== 'GET' && !url?.endsWith('/filter');
}

describe.each(FORMS)('$title', (form) => {
	const { node, operation, shown } = form;
	const { name, defaults, description } = node.description;

	it('is named by its action on the canvas and as a tool', () => {
		const parameters = { resource: name, operation: operation.value as string };
		expect(NodeHelpers.makeNodeName(parameters, node.description)).toBe(operation.action);
		expect(NodeHelpers.makeDescription(parameters, node.description)).toBe(
			`${operation.action} in ${defaults.name}`,
		);
	});

	it('is called by its name below the node, with the record and Preview in front', () => {
		expect(subtitleOf(form, {})).toBe(operation.name);
		const record = shown.find((field) => RECORDS.test(field.name));
		if (!record) return;
		const locator = (value: unknown, cachedResultName?: string) => ({
			[record.name]:
				record.type === 'resourceLocator'
					? { __rl: true, mode: 'list', value, cachedResultName }
					: value,
		});
		expect(subtitleOf(form, locator('7'))).toBe(`${operation.name}: 7`);
		expect(subtitleOf(form, locator('={{ $json.id }}'))).toBe(operation.name);
		expect(subtitleOf(form, { ...locator(7), options: { previewOnly: true } })).toBe(
			`Preview: ${operation.name}: 7`,
		);
		if (record.type !== 'resourceLocator') return;
		expect(subtitleOf(form, locator('7', 'vip'))).toBe(`${operation.name}: vip`);
	});

	it('shows its fields in the order of its description', () => {
		const [one] = CASES.filter(
			({ node: type, operation: { value } }) => type === name && value === operation.value,
		);
		const own = shown.filter((field) => !['previewNotice', 'options'].includes(field.name));
		expect(own.map((field) => field.displayName)).toEqual(
			one.operation.fields.map(({ displayName }) => displayName),
		);
	});

	it('has previewOnlyField in its options if it changes something, and irreversibleNotice if there is no way back', () => {
		const options = (property(shown, 'options')?.options ?? []) as INodeProperties[];
		const request = operation.routing?.request ?? {};
		const writes = isWrite(request);
		expect(options.some((option) => option.name === 'previewOnly')).toBe(writes);
		const names = shown.map((field) => field.name);
		const notices = names.filter((field) => /^(?:preview|irreversible)Notice$/.test(field));
		const isFinal = request.method === 'DELETE' || FINAL.includes(operation.name);
		const final = isFinal ? ['irreversibleNotice'] : [];
		expect(notices).toEqual(writes ? ['previewNotice', ...final] : []);
	});

	it('describes each of its fields in words, and itself in at most two lines', () => {
		const mute = shown.filter(
			({ type, name: field, description: words }) =>
				!words && type !== 'notice' && !['options', 'additionalFields'].includes(field),
		);
		expect(mute.map(({ displayName }) => displayName)).toEqual([]);
		expect(description.length).toBeLessThanOrEqual(90);
	});
});
