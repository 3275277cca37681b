import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { type OperationCase, THREE_IDS } from '../operationCase';

const URL = '/api/v1/accounts/27/catalogs/1/push_to_partner';

export const operationCase: OperationCase = {
	node: 'catalog',
	operation: pushToPartner,
	isIrreversible: true,
	exchanges: [
		{
			title: 'without a source catalog',
			parameters: { catalogId: '1' },
			sends: { url: URL, body: {} },
			gives: (dialect) => [
				{ pushed: true, id: 1, ...(dialect === 'documented' && { products: 12 }) },
			],
		},
		{
			title: 'with a source catalog',
			parameters: { catalogId: 1, additionalFields: { sourceCatalogId: '3' } },
			sends: { url: URL, body: { source_catalog_id: 3 } },
			gives: (dialect) => [
				{ pushed: true, id: 1, ...(dialect === 'documented' && { products: 5 }) },
			],
		},
	],
	output: { also: { pushed: { type: 'boolean' }, id: { type: 'integer' } } },
	example: { catalogId: '1', additionalFields: { sourceCatalogId: '3' } },
	failures: [
		{ cause: 'The catalog is connected to no partner', parameters: { catalogId: '3' } },
		{ cause: 'No catalog has this ID', parameters: { catalogId: '99' } },
	],
	scenario: {
		parameters: { catalogId: '={{ $json.id }}' },
		items: THREE_IDS,
		prepare: ({ catalogs }) => catalogs.forEach((catalog) => (catalog.connected = true)),
	},
};
