import { type Condition, contactTest, daysAgo } from '../contacts/conditions';
import { isResolved } from '../contacts/store';
import { contactList, currentPage, sortedPage } from '../contacts/shape';
import type { Operation } from '../operation';
import { rejection } from '../rejection';

/** Contract 4.1. Returns the resolved contacts that meet the conditions. Only upstream sorts them. */
export default {
	errorStatus: 400,
	respond: (call) => {
		const conditions = call.body.payload as Condition[];
		if (!call.upstream && call.query.sort)
			throw rejection('unprocessable', 'Filtered contacts cannot be sorted', 'sort');
		const passes = contactTest(conditions, call);
		const contacts = call.state.contacts.select(
			JSON.stringify(['filter', conditions, daysAgo('0', call.state.now())]),
			(contact) => isResolved(contact) && passes(contact),
			call.query.sort ?? '',
		);
		const page = sortedPage(contacts, call);
		return contactList(page, { count: page.total, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
