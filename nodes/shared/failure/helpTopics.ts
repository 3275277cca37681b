/** The public repository, whose address other files contain too: replace it in all of them. */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

const HELP_PAGE = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;

/**
 * The URL of the section about a message; without a topic, the URL of the page.
 *
 * @param topic the anchor that GitHub derives from the heading: `host-not-found` from "Host not found"
 */
export function helpAddress(topic?: string): string {
	return topic ? `${HELP_PAGE}#${topic}` : HELP_PAGE;
}
