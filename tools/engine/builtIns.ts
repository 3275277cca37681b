import type {
	AssignmentCollectionValue,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Simulated versions of the built-in n8n nodes that the examples use, because n8n's package of nodes
 * would make the installation several times as large. Triggers pass on their input or pinned data. The
 * others do what the real nodes do with the parameters of the examples, but they send no email and no message.
 * Only HTTP Request sends its requests.
 */
export const builtIns: Record<string, INodeType> = byType(
	...['manualTrigger', 'scheduleTrigger', 'webhook', 'formTrigger'].map(trigger),
	node('stickyNote', [], passOn),
	node('respondToWebhook', [parameter('responseBody', 'json')], async function () {
		return [this.getInputData().map((_item, index) => unsentResponse(this, index))];
	}),
	node('filter', [parameter('conditions', 'filter')], async function () {
		return [this.getInputData().filter((_item, index) => passes(this, index))];
	}),
	branch(),
	firstMatch(),
	// It doesn't wait.
	node('wait', [], passOn),
	node('stopAndError', [textParameter('errorMessage')], async function () {
		throw new Error(this.getNodeParameter('errorMessage', 0) as string);
	}),
	merge(),
	node('splitInBatches', [parameter('batchSize', 'number')], nextBatch),
	node(
		'set',
		[
			parameter('assignments', 'assignmentCollection'),
			{ ...parameter('includeOtherFields', 'boolean'), default: false },
		],
		async function () {
			return [this.getInputData().map((item, index) => assigned(this, item, index))];
		},
	),
	node(
		'httpRequest',
		[...['method', 'url'].map(textParameter), parameter('jsonBody', 'json')],
		sentRequests,
	),
	node('aggregate', [parameter('fieldsToAggregate', 'json')], async function () {
		const { fieldToAggregate: fields } = this.getNodeParameter('fieldsToAggregate', 0) as {
			fieldToAggregate: AggregatedField[];
		};
		const items = this.getInputData();
		const lists = fields.map((field) => [nameOf(field), valuesOf(items, field.fieldToAggregate)]);
		return [[{ json: Object.fromEntries(lists), pairedItem: items.map((_, item) => ({ item })) }]];
	}),
	node('emailSend', ['toEmail', 'subject', 'html'].map(textParameter), async function () {
		return [this.getInputData().map((_item, index) => unsentEmail(this, index))];
	}),
	node('slack', [textParameter('text'), parameter('channelId', 'json')], async function () {
		return [this.getInputData().map((_item, index) => unsentMessage(this, index))];
	}),
	node('extractFromFile', [], async function () {
		throw new Error('Only n8n can read files. Pin sample rows to this node to run it here');
	}),
	node('convertToFile', [parameter('options', 'json')], async function () {
		const { fileName } = this.getNodeParameter('options', 0, {}) as { fileName?: string };
		const items = this.getInputData();
		const file = Buffer.from(csvOf(items.map(({ json }) => json)));
		const data = await this.helpers.prepareBinaryData(file, fileName ?? 'file.csv', 'text/csv');
		return [[{ json: {}, binary: { data }, pairedItem: items.map((_, item) => ({ item })) }]];
	}),
);

/** Gives the next batch to the second output. When no item is left, gives all results to the first. */
async function nextBatch(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const loop = this.getContext('node') as {
		left?: INodeExecutionData[];
		done: INodeExecutionData[];
	};
	const items = this.getInputData();
	if (loop.left) loop.done.push(...items);
	else Object.assign(loop, { left: [...items], done: [] });
	const batch = (loop.left ?? []).splice(0, this.getNodeParameter('batchSize', 0) as number);
	return batch.length > 0 ? [[], batch] : [loop.done, []];
}

async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [this.getInputData()];
}

function passes(context: IExecuteFunctions, index: number, name = 'conditions'): boolean {
	return context.getNodeParameter(name, index, false, { extractValue: true }) === true;
}

function assigned(
	context: IExecuteFunctions,
	{ json }: INodeExecutionData,
	item: number,
): INodeExecutionData {
	const { assignments } = context.getNodeParameter(
		'assignments',
		item,
	) as AssignmentCollectionValue;
	const fields = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
	const others = context.getNodeParameter('includeOtherFields', item) ? json : {};
	return { json: { ...others, ...fields }, pairedItem: { item } };
}

/** Sends one request for each item with the credential of the package, and follows redirects. */
async function sentRequests(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const responses: INodeExecutionData[] = [];
	for (const item of this.getInputData().keys()) {
		const method = this.getNodeParameter('method', item, 'GET') as IHttpRequestMethods;
		const response = (await this.helpers.requestWithAuthentication.call(
			this,
			'customerConversationApi',
			{
				method,
				uri: this.getNodeParameter('url', item) as string,
				...(method !== 'GET' && { body: this.getNodeParameter('jsonBody', item) as IDataObject }),
				json: true,
				followRedirect: true,
				followAllRedirects: true,
			},
			undefined,
			item,
		)) as IDataObject;
		responses.push({ json: response, pairedItem: { item } });
	}
	return [responses];
}

interface AggregatedField {
	fieldToAggregate: string;
	renameField?: boolean;
	outputFieldName?: string;
}

function nameOf({ fieldToAggregate, renameField, outputFieldName }: AggregatedField): string {
	return renameField && outputFieldName ? outputFieldName : fieldToAggregate;
}

function valuesOf(items: INodeExecutionData[], field: string): unknown[] {
	return items.map(({ json }) => json[field]).filter((value) => value !== undefined);
}

function unsentEmail(context: IExecuteFunctions, item: number): INodeExecutionData {
	const read = (name: string) => context.getNodeParameter(name, item, '') as string;
	const json = { to: read('toEmail'), subject: read('subject'), html: read('html') };
	return { json, pairedItem: { item } };
}

function unsentMessage(context: IExecuteFunctions, item: number): INodeExecutionData {
	const { value } = context.getNodeParameter('channelId', item) as { value: string };
	const json = { channel: value, text: context.getNodeParameter('text', item) as string };
	return { json, pairedItem: { item } };
}

function unsentResponse(context: IExecuteFunctions, item: number): INodeExecutionData {
	return {
		json: context.getNodeParameter('responseBody', item) as IDataObject,
		pairedItem: { item },
	};
}

function csvOf(rows: IDataObject[]): string {
	const columns = [...new Set(rows.flatMap(Object.keys))];
	const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
	return lines.map((cells) => cells.map(csvCell).join(',')).join('\n');
}

function csvCell(value: unknown): string {
	const text = String(value);
	return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The engine recognizes a start node by its function `trigger`, and runs `execute`. */
function trigger(name: string): INodeType {
	const simulated = node(name, [], passOn);
	simulated.description.inputs = [];
	simulated.description.group = ['trigger'];
	return { ...simulated, trigger: async () => undefined };
}

/** Appends the items of its second input to those of the first. */
function merge(): INodeType {
	const simulated = node('merge', [], async function () {
		return [[...this.getInputData(0), ...this.getInputData(1)]];
	});
	simulated.description.inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.Main];
	return simulated;
}

/** Sends the items that pass to its first output, and the others to its second. */
function branch(): INodeType {
	const simulated = node('if', [parameter('conditions', 'filter')], async function () {
		const items = this.getInputData();
		const isPassing = items.map((_item, index) => passes(this, index));
		return [true, false].map((kept) => items.filter((_item, index) => isPassing[index] === kept));
	});
	simulated.description.outputs = [NodeConnectionTypes.Main, NodeConnectionTypes.Main];
	return simulated;
}

/** Switch: each item goes to the output of the first rule that it matches, or to the last output. */
function firstMatch(): INodeType {
	const rules: INodeProperties = {
		...parameter('rules', 'fixedCollection'),
		typeOptions: { multipleValues: true },
		options: [
			{ name: 'values', displayName: 'Rules', values: [parameter('conditions', 'filter')] },
		],
	};
	return node('switch', [rules], async function () {
		const { values } = this.getNode().parameters.rules as { values: unknown[] };
		const outputs: INodeExecutionData[][] = [...values, 'fallback'].map(() => []);
		for (const [index, item] of this.getInputData().entries()) {
			const match = values.findIndex((_rule, rule) =>
				passes(this, index, `rules.values[${rule}].conditions`),
			);
			outputs.at(match)?.push(item);
		}
		return outputs;
	});
}

function parameter(name: string, type: INodeProperties['type']): INodeProperties {
	return { displayName: name, name, type, default: {} };
}

function textParameter(name: string): INodeProperties {
	return { displayName: name, name, type: 'string', default: '' };
}

function byType(...nodes: INodeType[]): Record<string, INodeType> {
	return Object.fromEntries(
		nodes.map((known) => [`n8n-nodes-base.${known.description.name}`, known]),
	);
}

function node(name: string, properties: INodeProperties[], execute: Execute): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: [1, 1.1, 1.2, 1.3, 2, 2.1, 2.2, 2.3, 3, 3.1, 3.2, 3.3, 3.4, 4.2],
			description: `Simulates ${name}`,
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties,
		},
		execute,
	};
}
