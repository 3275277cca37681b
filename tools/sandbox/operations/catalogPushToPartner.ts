import { empty, json } from '../response';
import type { Operation } from '../operation';
import { found, rejection } from '../rejection';

/** Contract 4.12. Publishes the products of the catalog, or of the source catalog if there is one. */
export default {
	forUsersOnly: true,
	isDescribedByVoxys: true,
	errorBody: ({ message }) => ({ error: message }),
	respond: ({ state, id, body, upstream, voxys }) => {
		const catalog = found(state.catalogs, id, 'Catalog');
		const sourceId = typeof body.source_catalog_id === 'number' ? body.source_catalog_id : null;
		const source = sourceId === null ? catalog : found(state.catalogs, sourceId, 'Source catalog');
		if (!catalog.connected) {
			const message = 'Catalog is not connected to a partner catalog';
			throw rejection('unprocessable', message, 'id');
		}
		if (upstream) return empty(voxys ? 200 : 202);
		return json(200, { pushed: true, products: source.products });
	},
} satisfies Operation;
