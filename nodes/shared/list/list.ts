import type { IDataObject } from 'n8n-workflow';

import type { ListOrder, Success } from '../operation';

/** Number of records on a full page of the contract (sections 4.6 and 8). Other services have other pages. */
export const PAGE_SIZE = 15;

/** What a list needs to know of its operation. */
export interface List<T> {
	/** How many records are wanted, Infinity for all. */
	limit: number;
	order?: ListOrder;
	/** Turns a record into an output item. */
	shape: (record: IDataObject) => T;
}

/** A record that was found. */
export interface Found<T> {
	item: T;
	/** What the record is sorted by. */
	sortValue: unknown;
}

/** A page of a list. */
export interface Page extends Success {
	/** When its request was sent, in milliseconds on the monotonic clock. */
	sentAt: number;
	/** When its response arrived. */
	receivedAt: number;
}
