import type {
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { ContractOperation } from '../sandbox/operations';
import type { Contract, DocumentedEndpoint } from './contract';

/** One operation of the built package. */
export interface NodeOperation {
	id: ContractOperation;
	/** Title of its resource, such as `Automation Rule`. */
	resource: string;
	/** Full name of the node type. */
	nodeType: string;
	/** Value and title of the choice in the field Operation. */
	value: string;
	name: string;
	description: string;
	endpoint: string;
	/** The fields that the editor shows for it. */
	fields: INodeProperties[];
}

/**
 * All operations of the package, in the order of the contract's resources.
 *
 * @throws if a node sends to an endpoint that the contract does not have
 */
export function nodeOperations(
	nodes: Record<string, INodeType>,
	contract: Contract,
): NodeOperation[] {
	const operations = Object.entries(nodes).flatMap(([nodeType, { description }]) =>
		choices(description).map((choice) => toOperation(nodeType, description, choice, contract)),
	);
	const rank = ({ resource }: NodeOperation) => contract.resources.indexOf(resource);
	return operations.sort((a, b) => rank(a) - rank(b));
}

function choices({ properties }: INodeTypeDescription): INodePropertyOptions[] {
	const operation = properties.find(({ name }) => name === 'operation');
	return (operation?.options ?? []) as INodePropertyOptions[];
}

function toOperation(
	nodeType: string,
	{ properties }: INodeTypeDescription,
	{ name, value, description = '', routing }: INodePropertyOptions,
	contract: Contract,
): NodeOperation {
	const endpoint = `${routing?.request?.method ?? ''} ${routing?.request?.url ?? ''}`;
	return {
		...documented(contract, endpoint),
		nodeType,
		name,
		value: String(value),
		description,
		endpoint,
		fields: properties.filter(
			({ type, displayOptions }) =>
				type !== 'notice' && displayOptions?.show?.operation?.includes(String(value)),
		),
	};
}

function documented({ operations }: Contract, endpoint: string): DocumentedEndpoint {
	const known = operations.get(endpoint);
	if (!known) throw new Error(`api/openapi.yaml has no ${endpoint}: describe it there`);
	return known;
}
