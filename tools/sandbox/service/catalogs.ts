import type { CatalogPush } from '../records';
import { notFound, refusal } from '../refusal';
import type { Call } from './call';

/** Contract 4.12: publishes the products of a catalog, or of the catalog named as the source. */
export function catalogPushToPartner({ state, id, body }: Call): CatalogPush {
	const sourceId = typeof body.source_catalog_id === 'number' ? body.source_catalog_id : null;
	const catalog = state.catalogs.find((candidate) => candidate.id === id);
	if (!catalog) throw notFound(`Catalog ${id}`);
	const source =
		sourceId === null ? catalog : state.catalogs.find(({ id: own }) => own === sourceId);
	if (!source) throw notFound(`Source catalog ${sourceId}`);
	if (!catalog.connected) {
		throw refusal(
			'unprocessable',
			'Catalog is not connected to a partner catalog',
			'id',
			'not_connected',
		);
	}

	const push = { catalog_id: id, source_catalog_id: sourceId, products: source.products };
	state.catalogPushes.push(push);
	return push;
}
