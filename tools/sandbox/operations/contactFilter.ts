import { type Condition, contactTest, daysAgo } from '../contacts/conditions';
import { isResolved } from '../contacts/store';
import { contactList, currentPage } from '../contacts/shape';
import type { Operation } from '../operation';
import { pageOf } from '../page';

/** Contract 4.1. Returns the resolved contacts that meet the conditions. */
export default {
	errorStatus: 400,
	respond: (call) => {
		const conditions = call.body.payload as Condition[];
		const passes = contactTest(conditions, call);
		const contacts = call.state.contacts.select(
			JSON.stringify(['filter', conditions, call.upstream, daysAgo('0', call.state.now())]),
			(contact) => isResolved(contact) && passes(contact),
			call.query.sort ?? '',
		);
		const page = pageOf(contacts, call);
		return contactList(page, { count: page.total, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
