import { type FailedResponse, RESPONSE_TEXTS, type Text } from './responseTexts';

/** The topic of a response that proves no success, with its texts. */
export function describeResponse(
	failed: FailedResponse,
): Record<'topic' | 'headline' | 'remedy', string> & { general: string[] } {
	const [topic, row] = Object.entries(RESPONSE_TEXTS).find(([, { applies }]) => applies(failed))!;
	const { headline, quotesService, remedy, general = '' } = row;
	const [ours, ...texts] = [headline, remedy, general].map((text) => render(text, failed));
	const { text } = failed.said;
	return {
		topic,
		headline: quotesService ? text || ours : [ours, text].filter(Boolean).join(': '),
		remedy: texts[0],
		general: texts.slice(1).filter(Boolean),
	};
}

function render(text: Text, failed: FailedResponse): string {
	return typeof text === 'string' ? text : text(failed);
}

/** The public repository, whose address other files contain too: replace it in all of them. */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/** The URL of the section about a topic, with the anchor that GitHub derives from its heading; of the page without one. */
export function helpAddress(topic?: string): string {
	const page = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;
	return topic ? `${page}#${topic.toLowerCase().replaceAll(' ', '-')}` : page;
}
