import type { Sentence } from '../response/failure';

/** A person reads a message of this many words to its end. */
const MAX_WORDS = 60;

/**
 * Joins the sentences that follow a headline, without empty ones. If the message would have more than 60
 * words, optional sentences are left out, from the first on.
 */
export function joinSentences(headline: string, sentences: Sentence[]): string {
	const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
	const textOf = (sentence: Sentence) =>
		typeof sentence === 'string' ? sentence : sentence.optional;
	const all = [headline, ...sentences.map(textOf)];
	let excess = all.reduce((sum, text) => sum + words(text), 0) - MAX_WORDS;
	const isShown = (sentence: Sentence) => {
		if (typeof sentence === 'string' || excess <= 0) return textOf(sentence) !== '';
		excess -= words(sentence.optional);
		return false;
	};
	return sentences.filter(isShown).map(textOf).join(' ');
}

const MAX_HEADLINE = 300;

/** A text of the service as a headline: shortened, and without a full stop. */
export function toHeadline(text: string): string {
	const line = text.replace(/\.$/, '');
	return line.length > MAX_HEADLINE ? `${line.slice(0, MAX_HEADLINE - 3)}...` : line;
}

/** The public repository, whose address other files contain too: replace it in all of them. */
const REPOSITORY = 'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/** The sections of docs/troubleshooting.md about several topics. Any other topic is the heading of its own section. */
const SHARED_SECTIONS: Record<string, string[]> = {
	'A field is refused': ['File not readable'],
	"The service can't be reached": [
		'Connection lost',
		'Connection refused',
		'Host not found',
		'No HTTP response',
		'No HTTPS',
		'No response in time',
		'Proxy asks for a password',
		'Request not sent',
		'Service unreachable',
	],
	'The token or the account is refused': [
		'Credential changed',
		'Refused in front of the service',
		'Token not accepted',
	],
	'The address is wrong': [
		'No API at this address',
		'Operation not supported',
		'Redirected',
		'Web page instead of the API',
	],
	'The service refuses a record': ['Record not found', 'Request too large'],
	'The service is busy or down': ['Not sent', 'Response not ready'],
	'The response is unclear': [
		'No list in the response',
		'No record in the response',
		'Unreadable response',
	],
	'A list is incomplete': ['List ends early', 'List keeps changing', 'List too long'],
	'Handle failed items': ['Item handed over late'],
	'When the service is down': ['Service unavailable'],
	'When an execution ends early': ['Execution cancelled'],
	'Rate limits': ['Rate limit reached'],
};

/** The address of the section about a topic, with the anchor that GitHub derives from its heading; of the page without one. */
export function helpAddress(topic?: string): string {
	const page = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;
	if (!topic) return page;
	const sections = Object.keys(SHARED_SECTIONS);
	const heading = sections.find((section) => SHARED_SECTIONS[section].includes(topic)) ?? topic;
	return `${page}#${heading
		.toLowerCase()
		.replace(/[^a-z ]/g, '')
		.replaceAll(' ', '-')}`;
}
