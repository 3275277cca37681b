import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Nodes of n8n itself that workflows around ours use, as far as a run on the bare engine needs
 * them: n8n's own package of nodes would make the install several times as large. Triggers hand on
 * what they are given (pinned data goes before it); the others do what the real ones do.
 */
export const builtIns: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': trigger('manualTrigger'),
	'n8n-nodes-base.scheduleTrigger': trigger('scheduleTrigger'),
	'n8n-nodes-base.webhook': trigger('webhook'),
	'n8n-nodes-base.formTrigger': trigger('formTrigger'),
	'n8n-nodes-base.noOp': node('noOp', [], async function () {
		return [this.getInputData()];
	}),
	'n8n-nodes-base.filter': node(
		'filter',
		[{ displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} }],
		async function () {
			return [this.getInputData().filter((_item, index) => passes(this, index))];
		},
	),
};

function passes(context: IExecuteFunctions, index: number): boolean {
	return context.getNodeParameter('conditions', index, false, { extractValue: true }) === true;
}

function trigger(name: string): INodeType {
	const standIn = node(name, [], async function () {
		return [this.getInputData()];
	});
	standIn.description.inputs = [];
	standIn.description.group = ['trigger'];
	return standIn;
}

function node(name: string, properties: INodeProperties[], execute: Execute): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: [1, 1.1, 1.2, 1.3, 2, 2.1, 2.2, 2.3, 3, 3.1, 3.2, 3.3, 3.4],
			description: `Stands in for ${name}`,
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties,
		},
		execute,
	};
}
