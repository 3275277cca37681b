import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bareNode, itemItself, parametersNamed, sendingOnce } from '../bare';
import { FLOOR_CONCURRENCY, plainAxios, severalAtOnce } from '../floor';
import type { Way } from '../measure';
import { httpRequestNode, ownNode, type Packages } from '../nodes';
import type { Service } from '../service';
import { AXIOS, BARE, BARE_UNREAD, HTTP_REQUEST, OWN } from '../ways';
import { runAll } from '../workflow';

const ID = '={{ $json.id }}';

/** An operation that takes nothing but the ID of a record. */
export interface ById {
	node: string;
	/** As a user sets the package's node up, the ID mapped from the item. */
	parameters: INodeParameters;
	method: 'DELETE' | 'POST';
	/** Below the account, for one ID. */
	path: (id: unknown) => string;
}

export const DELETE_LABEL: ById = {
	node: 'label',
	parameters: { operation: 'delete', labelId: { __rl: true, mode: 'id', value: ID } },
	method: 'DELETE',
	path: (id) => `/labels/${id}`,
};

export const COMPLETE_APPOINTMENT: ById = {
	node: 'appointment',
	parameters: { operation: 'complete', appointmentId: ID },
	method: 'POST',
	path: (id) => `/appointments/${id}/complete`,
};

/** The ways to do this to the records with the IDs from 1 to `count`. */
export function waysById(
	packages: Packages,
	service: Service,
	count: number,
	{ node, parameters, method, path }: ById,
): Way[] {
	const { account, credentials } = service;
	const items = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
	const prepare = () => service.reset();
	const http = plainAxios(service);
	const request = ({ id }: IDataObject) => ({ url: `/api/v1/accounts/{account_id}${path(id)}` });
	const nodes = {
		[OWN]: ownNode(packages, node, parameters),
		[HTTP_REQUEST]: httpRequestNode(packages, {
			method,
			url: `=${account}${path('{{ $json.id }}')}`,
		}),
		[BARE]: bareNode(packages, { id: ID }, sendingOnce(parametersNamed('id'), method, request)),
		[BARE_UNREAD]: bareNode(packages, { id: ID }, sendingOnce(itemItself, method, request)),
	};
	return [
		...Object.entries(nodes).map(([name, one]) => ({
			name,
			prepare,
			run: () => runAll(one, credentials, items),
		})),
		{
			name: AXIOS,
			prepare,
			run: () =>
				severalAtOnce(items, FLOOR_CONCURRENCY, async ({ id }) => {
					await http.request({ method, url: path(id) });
				}),
		},
	];
}
