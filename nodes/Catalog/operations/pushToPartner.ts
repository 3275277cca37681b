import { fieldsOrMessage } from '../../shared/output/records';
import { irreversibleNotice } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { blankOnlyAsTyped, required } from '../../shared/input/values';

/** An expression that returns nothing is refused: without the source, other products would be published. */
const SOURCE = blankOnlyAsTyped(recordId('catalog'));

/** Publish the products of a catalog to the connected external partner catalog (contract, 4.12). */
export const pushToPartner: Operation = {
	name: 'Push to Partner',
	value: 'pushToPartner',
	action: 'Push catalog to partner',
	description: 'Publish the products of a catalog to the connected external partner catalog',
	endpoint: {
		method: 'POST',
		url: '/api/v1/accounts/{account_id}/catalogs/{id}/push_to_partner',
	},
	inChatwoot: false,
	fields: [
		irreversibleNotice(
			"Each item publishes products to the partner. The API can't unpublish them.",
		),
		{
			displayName: 'Catalog ID',
			name: 'catalogId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 3',
			description: 'ID of the catalog in your service',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Source Catalog ID',
					name: 'sourceCatalogId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2',
					description: 'ID of the catalog to send as the source of the products',
				},
			],
		},
	],
	request: (read) => ({
		path: { id: read('catalogId', required(recordId('catalog'))) },
		body: { source_catalog_id: read('additionalFields.sourceCatalogId', SOURCE) },
	}),
	records: (body, { path }) => [
		{ pushed: true, id: path?.id, ...fieldsOrMessage(body, 'catalog') },
	],
	effect: { record: 'catalog', done: 'pushed', counted: 'published' },
	safety: 'never',
	checkFirst: 'Look at the partner catalog before you run this item again.',
	noBody: true,
};
