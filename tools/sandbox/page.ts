import type { Call } from './operation';
import { rejection } from './rejection';

/** One page of a list. */
export interface Page<T> {
	records: readonly T[];
	/** The number of records on all pages. */
	total: number;
	page: number;
	hasMore: boolean;
}

/** The requested page. A page beyond the end is empty. */
export function pageOf<T>(all: readonly T[], { query, pageSize }: Call): Page<T> {
	const page = Math.floor(Number(query.page ?? 1));
	if (page < 1) throw rejection('crash', 'page must be 1 or more', 'page');
	const start = (page - 1) * pageSize;
	const records = all.slice(start, start + pageSize);
	return { records, total: all.length, page, hasMore: start + records.length < all.length };
}
