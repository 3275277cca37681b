import type { ContactTest } from '../contactBook';
import type { Contact } from '../records';
import { refusal } from '../refusal';
import type { Call } from './call';

/** One page of contacts and what is needed to describe it in either dialect. */
export interface ContactPage {
	contacts: readonly Contact[];
	/** All that match; null where nothing was searched for. */
	total: number | null;
	page: number;
	/** Whether the request named a page. */
	pageWasSent: boolean;
	hasMore: boolean;
	showInboxes: boolean;
}

function pageNumber(sent: string | undefined): number {
	const page = Math.floor(Number(sent ?? 1));
	if (page < 1) throw refusal('crash', 'page must be 1 or more', 'page');
	return page;
}

/** The page of the contacts that pass `test` which the request asks for; past the end it is empty. */
export function contactPage(call: Call, key: string, test: ContactTest): ContactPage {
	const { query, pageSize, pageShift, state } = call;
	const page = pageNumber(query.page);
	const found = state.contacts.select(key, test, query.sort ?? '');
	const start = Math.max(0, (page - 1) * pageSize - (page > 1 ? pageShift : 0));
	const contacts = found.slice(start, start + pageSize);

	return {
		contacts,
		total: found.length,
		page,
		pageWasSent: query.page !== undefined,
		hasMore: start + contacts.length < found.length,
		showInboxes: query.include_contact_inboxes !== 'false',
	};
}
