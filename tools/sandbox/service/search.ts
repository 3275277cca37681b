import { isResolved, type ContactTest } from '../contactBook';
import { refusal } from '../refusal';
import type { Call } from './call';
import { contactPage, type ContactPage } from './pages';

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

function keyTest(key: string, withWildcards: boolean): ContactTest {
	const text = withWildcards ? likeTest(key, 'is') : containsTest(key);
	const identifier = withWildcards ? likeTest(key, 's') : text;
	return (contact) =>
		text(contact.name) ||
		text(contact.email) ||
		text(contact.phone_number) ||
		identifier(contact.identifier);
}

function blankSearch(call: Call): ContactPage {
	if (!call.traits.acceptsBlankSearch) {
		throw refusal('unprocessable', 'Specify search string with parameter q', 'q', 'blank');
	}
	return {
		contacts: [],
		total: null,
		page: 1,
		pageWasSent: false,
		hasMore: false,
		showInboxes: true,
	};
}

/** Contract 4.6: contacts whose name, identifier, e-mail or phone number contains the key. */
export function contactSearch(call: Call): ContactPage {
	const key = (call.query.q ?? '').trim();
	if (key === '') return blankSearch(call);

	const { searchesResolvedOnly, searchesWithWildcards } = call.traits;
	const matches = keyTest(key, searchesWithWildcards);
	const test: ContactTest = searchesResolvedOnly
		? (contact) => isResolved(contact) && matches(contact)
		: matches;
	return contactPage(call, JSON.stringify(['search', key, call.traits]), test);
}
