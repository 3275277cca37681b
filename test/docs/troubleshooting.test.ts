import { helpAddress } from '../../nodes/shared/failure/sentences';
import { type Topic, TOPICS } from '../../nodes/shared/topics';
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

test('the page quotes only messages that the code has', () => {
	const isUnknown = (part: string) => /\w{2}/.test(part) && !code.includes(part.trim());
	expect(HEADLINES.length).toBeGreaterThan(0);
	expect(HEADLINES.filter((headline) => headline.split('…').some(isUnknown))).toEqual([]);
});

/** What the messages in the code are about. */
const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

/** The section of the page that a topic leads to, as an anchor. */
function sectionOf(topic: Topic): string {
	return new URL(helpAddress(topic)).hash.slice(1);
}

test('each message links to a section of the page', () => {
	const anchors = anchorsIn(page);
	expect(TOPIC_NAMES.length).toBeGreaterThan(30);
	expect(TOPIC_NAMES.filter((topic) => !anchors.includes(sectionOf(topic)))).toEqual([]);
});

test('a message links to each section that quotes one', () => {
	const quoting = page
		.split(/^(?=#+ )/m)
		.filter((section) => /^(?:Message|The service says): /m.test(section))
		.flatMap(anchorsIn);
	expect(quoting.length).toBeGreaterThan(10);
	expect(quoting.filter((section) => !TOPIC_NAMES.map(sectionOf).includes(section))).toEqual([]);
});
