import type { INodeProperties } from 'n8n-workflow';

import { readLimit } from '../shared/input/parameters';
import type { ReadParameter } from '../shared/operation';
import { blankOnlyAsTyped, positiveInteger } from '../shared/input/values';

/** The option for one page of a list (contract, 4.1 and 4.6). */
export const pageField: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		"Return only this page of the service's results. 'Return All' and 'Limit' are then ignored.",
};

/** Reads whether to return one page of a list or a number of records. */
export function readExtent(read: ReadParameter): { page?: number; limit?: number } {
	const page = read('options.page', blankOnlyAsTyped(positiveInteger));
	return page === undefined ? { limit: readLimit(read) } : { page };
}
