import { HELP_TOPICS, helpAddress } from '../../nodes/shared/failure/helpTopics';
import { filesIn, read } from '../../tools/repository';

const sources = filesIn('nodes').filter(
	(file) => file.endsWith('.ts') && !file.endsWith('helpTopics.ts'),
);
const code = sources.map(read).join('\n');

it.each(HELP_TOPICS)('links a message to the section %s', (topic) => {
	expect(code).toContain(`'${topic}'`);
	expect(helpAddress(topic)).toMatch(new RegExp(`/docs/troubleshooting\\.md#${topic}$`));
});
