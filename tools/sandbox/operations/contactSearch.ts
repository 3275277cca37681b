import { json } from '../answer';
import { isResolved, type ContactTest } from '../contacts/book';
import { contactList, currentPage } from '../contacts/shape';
import type { Operation } from '../operation';
import { pageOf } from '../page';
import { rejection } from '../rejection';

type TextTest = (text: string | null) => boolean;

/** SQL's ILIKE '%key%': `%` is any text, `_` any one character. */
function likeTest(key: string, flags: string): TextTest {
	const pattern = key
		.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
		.replaceAll('%', '.*')
		.replaceAll('_', '.');
	const expression = new RegExp(pattern, flags);
	return (text) => text !== null && expression.test(text);
}

function containsTest(key: string): TextTest {
	const lowered = key.toLowerCase();
	return (text) => text !== null && text.toLowerCase().includes(lowered);
}

/** In the family `%` and `_` match anything, identifiers match by case, and all contacts count. */
function keyTest(key: string, upstream: boolean): ContactTest {
	const text = upstream ? likeTest(key, 'is') : containsTest(key);
	const identifier = upstream ? likeTest(key, 's') : text;
	return (contact) =>
		(upstream || isResolved(contact)) &&
		(text(contact.name) ||
			text(contact.email) ||
			text(contact.phone_number) ||
			identifier(contact.identifier));
}

/** Contract 4.6: contacts whose name, identifier, e-mail or phone number contains the key. */
export default {
	answer: (call) => {
		const { query, upstream, state } = call;
		const key = (query.q ?? '').trim();
		if (key === '') {
			if (upstream) return json(200, { meta: { count: null, current_page: 1 }, payload: [] });
			const message = 'Specify search string with parameter q';
			throw rejection('unprocessable', message, 'q');
		}
		const name = JSON.stringify(['search', key, upstream]);
		const contacts = state.contacts.select(name, keyTest(key, upstream), query.sort ?? '');
		const page = pageOf(contacts, call);
		// Since 4.11 of the family `count` is the number of records on this page.
		const count = upstream
			? { count: page.records.length, has_more: page.hasMore }
			: { count: page.total };
		return contactList(page, { ...count, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
