import { HELP_TOPICS } from '../../nodes/shared/failure/helpTopics';
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

test('the page quotes the headlines of at least thirty situations', () => {
	expect(HEADLINES.length).toBeGreaterThanOrEqual(30);
});

test.each(HEADLINES)('the code says "%s"', (headline) => {
	const parts = headline.split('…').map((part) => part.trim());
	const words = parts.filter((part) => /\w{2}/.test(part));
	expect(words).not.toEqual([]);
	expect(words.filter((part) => !code.includes(part))).toEqual([]);
});

test.each(HEADLINES)('the headline "%s" says what happened', (headline) => {
	expect(headline).not.toMatch(EMPTY_WORDS);
});

test.each(HELP_TOPICS)('messages can link to the section "%s"', (topic) => {
	expect(anchorsIn(page)).toContain(topic);
});
