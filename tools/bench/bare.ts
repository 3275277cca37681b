import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import type { Packages } from './nodes';
import type { NodeUnderTest } from './workflow';

type Paginate = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

const TYPE = 'bench.bare';

/**
 * The least that a declarative node can be: these parameters and one request for each item, with
 * no checks, no limit on requests and no errors of its own. What it costs, n8n's engine costs.
 *
 * @param parameters values by name, with expressions as a user writes them
 * @param paginate sends an item's request
 */
export function bareNode(
	{ own }: Packages,
	parameters: INodeParameters,
	paginate: Paginate,
): NodeUnderTest {
	return {
		type: TYPE,
		typeVersion: 1,
		parameters: { operation: 'send', ...parameters },
		packages: [
			own,
			{ nodes: { [TYPE]: nodeType(Object.keys(parameters), paginate) }, credentials: {} },
		],
	};
}

/** Where a bare node has the values of an item's request from. */
type ValuesOf = (context: IExecutePaginationFunctions) => IDataObject;

/** Past the parameters, from the item itself: only the engine reads them then. */
export const itemItself: ValuesOf = (context) => context.getInputData().json;

/** Sends what `fill` makes of the item's values. */
export function sendingOnce(
	valuesOf: ValuesOf,
	method: IHttpRequestMethods,
	fill: (values: IDataObject) => { url: string; body?: IDataObject },
): Paginate {
	return async function (request) {
		const options = { ...request.options, method, ...fill(valuesOf(this)) };
		return await this.makeRoutingRequest({ ...request, options });
	};
}

function nodeType(names: string[], pagination: Paginate): INodeType {
	const send = {
		name: 'Send',
		value: 'send',
		routing: { send: { paginate: true }, operations: { pagination } },
	};
	return {
		description: {
			displayName: 'Bare',
			name: 'bare',
			group: ['transform'],
			version: 1,
			description: 'Sends one request for each item',
			defaults: { name: 'Bare' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'customerConversationApi', required: true }],
			requestDefaults: { json: true },
			properties: [
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					options: [send],
					default: 'send',
				},
				...names.map((name) => ({
					displayName: name,
					name,
					type: 'string' as const,
					default: '',
				})),
			],
		},
	};
}
