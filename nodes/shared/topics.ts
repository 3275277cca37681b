/**
 * What messages are about, each with the heading in docs/troubleshooting.md that the message links to.
 * `failure/responseTexts.ts` and `failure/faults.ts` have their texts.
 */
export const TOPICS = {
	'Certificate not trusted': 'Certificate not trusted',
	'Connection lost': "The service can't be reached",
	'Connection refused': "The service can't be reached",
	'Contact already exists': 'Contact already exists',
	'Credential changed': 'The token or the account is refused',
	'Execution cancelled': 'When an execution ends early',
	'Field not valid': 'Field not valid',
	'File not readable': 'A field is refused',
	'Host not found': "The service can't be reached",
	'Item handed over late': 'Handle failed items',
	'List ends early': 'A list is incomplete',
	'List keeps changing': 'A list is incomplete',
	'List too long': 'A list is incomplete',
	'No API at this address': 'The address is wrong',
	'No HTTP response': "The service can't be reached",
	'No HTTPS': "The service can't be reached",
	'No list in the response': 'The response is unclear',
	'No record in the response': 'The response is unclear',
	'No response in time': "The service can't be reached",
	'Not allowed': 'Not allowed',
	'Not sent': 'The service is busy or down',
	'Operation not supported': 'The address is wrong',
	'Proxy asks for a password': "The service can't be reached",
	'Rate limit reached': 'Rate limits',
	'Record not found': 'The service refuses a record',
	Redirected: 'The address is wrong',
	'Refused in front of the service': 'The token or the account is refused',
	'Request not sent': "The service can't be reached",
	'Request rejected': 'Request rejected',
	'Request too large': 'The service refuses a record',
	'Response not ready': 'The service is busy or down',
	'Service could not complete the request': 'Service could not complete the request',
	'Service unavailable': 'When the service is down',
	'Service unreachable': "The service can't be reached",
	'Token missing': 'Token missing',
	'Token not accepted': 'The token or the account is refused',
	'Unreadable response': 'The response is unclear',
	'Web page instead of the API': 'The address is wrong',
} as const;

export type Topic = keyof typeof TOPICS;

/** The topics that are about one item, so that others may succeed. */
export const OF_ONE_ITEM: Topic[] = [
	'Contact already exists',
	'Field not valid',
	'Record not found',
	'Request rejected',
];
