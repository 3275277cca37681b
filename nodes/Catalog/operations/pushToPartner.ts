import { fieldsOrMessage } from '../../shared/response/records';
import { additionalFields, irreversibleNotice, textField } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { refusingEmptyExpression, required } from '../../shared/input/checks';

/** An expression that returns nothing is rejected: without the source, other products would be published. */
const SOURCE = refusingEmptyExpression(recordId('catalog'));

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
			...textField('Catalog ID', 'catalogId', 'ID of the catalog in your service', '3'),
			required: true,
		},
		additionalFields([
			textField(
				'Source Catalog ID',
				'sourceCatalogId',
				'ID of the catalog to send as the source of the products',
				'2',
			),
		]),
	],
	request: (read) => ({
		path: { id: read('catalogId', required(recordId('catalog'))) },
		body: { source_catalog_id: read('additionalFields.sourceCatalogId', SOURCE) },
	}),
	records: (body, { path }) => [
		{ pushed: true, id: path?.id, ...fieldsOrMessage(body, 'catalog') },
	],
	effect: { record: 'catalog', done: 'pushed', doneAlias: 'published' },
	safety: 'once',
	checkFirst: 'Look at the partner catalog before you run this item again.',
	undocumentedBody: true,
};
