/** The public repository, whose address other files contain too: replace it in all of them. */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/**
 * Sections of docs/troubleshooting.md. A message links to its section by the anchor that GitHub derives
 * from the heading: `host-not-found` from "Host not found".
 */
export const HELP_TOPICS = [
	'field-not-valid',
	// The response did not arrive.
	'connection-refused',
	'host-not-found',
	'service-unreachable',
	'certificate-not-trusted',
	'no-https',
	'no-http-response',
	'no-response-in-time',
	'connection-lost',
	'execution-cancelled',
	'file-not-readable',
	'request-not-sent',
	// The service refused.
	'token-not-accepted',
	'token-missing',
	'not-allowed',
	'refused-in-front-of-the-service',
	'redirected',
	'proxy-asks-for-a-password',
	'no-api-at-this-address',
	'operation-not-supported',
	'record-not-found',
	'contact-already-exists',
	'request-too-large',
	'rate-limit-reached',
	'not-sent-after-earlier-refusals',
	'service-unavailable',
	'service-could-not-complete-the-request',
	'request-rejected',
	// The service responded with something else than documented.
	'web-page-instead-of-the-api',
	'unreadable-response',
	'no-record-in-the-response',
	'no-list-in-the-response',
	// A list that can't be returned complete.
	'list-too-long',
	'list-keeps-changing',
	'list-ends-early',
] as const;

export type HelpTopic = (typeof HELP_TOPICS)[number];

const HELP_PAGE = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;

/** The URL of the section about a topic; without a topic, the URL of the page. */
export function helpAddress(topic?: HelpTopic): string {
	return topic ? `${HELP_PAGE}#${topic}` : HELP_PAGE;
}
