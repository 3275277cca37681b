import { RESPONSE_TEXTS } from '../../nodes/shared/failure/responseTexts';
import { helpAddress } from '../../nodes/shared/failure/sentences';
import { filesIn, read } from '../../tools/repository';
import { anchorsIn } from './anchors';

const page = read('docs/troubleshooting.md');

/** The code without line breaks and backslashes, as far as texts in it go. */
const code = ['credentials', 'nodes']
	.flatMap(filesIn)
	.filter((file) => file.endsWith('.ts'))
	.map((file) => read(file).replaceAll('\\', ''))
	.join('\n');

/** The headlines that the page quotes from the code, with … for what is only known at run time. */
const HEADLINES = (page.match(/^Message: .*$/gm) ?? []).flatMap((line) =>
	[...line.matchAll(/`([^`]+)`/g)].map(([, headline]) => headline),
);

/** Words that say that something went wrong, but not what. */
const EMPTY_WORDS = /\b(?:error|problem|failure|mistake)s?\b/i;

test('the page quotes only messages that the code has', () => {
	const isUnknown = (part: string) => /\w{2}/.test(part) && !code.includes(part.trim());
	expect(HEADLINES.length).toBeGreaterThan(0);
	expect(HEADLINES.filter((headline) => headline.split('…').some(isUnknown))).toEqual([]);
});

test('each headline says what happened', () => {
	expect(HEADLINES.filter((headline) => EMPTY_WORDS.test(headline))).toEqual([]);
});

/** What the messages in the code are about. */
const NAMED = [...code.matchAll(/\btopic: '([^']+)'/g)].map(([, topic]) => topic);
const TOPICS = [...new Set([...NAMED, ...Object.keys(RESPONSE_TEXTS)])];

test('the topics of messages are the sections of the page that quote a message', () => {
	const sections = page
		.split(/^#+ /m)
		.filter((section) => /^(?:Message|The service says): /m.test(section));
	const headings = sections.map((section) => section.split('\n')[0]);
	expect(TOPICS.length).toBeGreaterThan(30);
	expect(headings.sort()).toEqual(TOPICS.sort());
});

test('each message links to the section about its topic', () => {
	const anchors = anchorsIn(page).map((anchor) => `#${anchor}`);
	const links = TOPICS.map((topic) => new URL(helpAddress(topic)).hash);
	expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});
