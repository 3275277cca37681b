import { json } from '../response';
import { containing } from '../contacts/attributes';
import type { ContactTest } from '../contacts/store';
import { contactList, currentPage, sortedPage } from '../contacts/shape';
import type { Operation } from '../operation';
import { rejection } from '../rejection';

/** Treats `%` and `_` as wildcards, and matches identifiers by case. It also finds contacts that aren't resolved. */
function keyTest(key: string): ContactTest {
	const text = containing(key);
	const identifier = containing(key, 's');
	return (contact) =>
		[contact.name, contact.email, contact.phone_number].some((own) => text.test(own ?? '')) ||
		identifier.test(contact.identifier ?? '');
}

/** The documented values of the sort attribute. */
const DOCUMENTED_SORT = /^-?(?:name|email|phone_number|last_activity_at)$/;

/** Contract 4.6. Returns contacts whose name, identifier, email or phone number contains the text. */
export default {
	respond: (call) => {
		const { query, upstream, state } = call;
		const key = (query.q ?? '').trim();
		if (key === '') {
			if (upstream) return json(200, { meta: { count: null, current_page: 1 }, payload: [] });
			const message = 'Specify search string with parameter q';
			throw rejection('unprocessable', message, 'q');
		}
		const { sort = '' } = query;
		if (!upstream && sort !== '' && !DOCUMENTED_SORT.test(sort)) {
			throw rejection('unprocessable', `Contacts cannot be sorted by ${sort}`, 'sort');
		}
		const contacts = state.contacts.select(`search ${key}`, keyTest(key), sort);
		const page = sortedPage(contacts, call);
		// Since Chatwoot 4.11, `count` is the number of records on the page.
		const count = upstream
			? { count: page.records.length, has_more: page.hasMore }
			: { count: page.total };
		return contactList(page, { ...count, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
