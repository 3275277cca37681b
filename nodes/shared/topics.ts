/**
 * What messages are about. Each outcome of `http/outcome.ts` names one, and `failure/responseTexts.ts` and
 * `failure/faults.ts` have their texts.
 */
export const TOPICS = {
	'Certificate not trusted': { section: 'Certificate not trusted', isOfItem: false },
	'Connection lost': { section: "The service can't be reached", isOfItem: false },
	'Connection refused': { section: "The service can't be reached", isOfItem: false },
	'Contact already exists': { section: 'Contact already exists', isOfItem: true },
	'Credential changed': { section: 'The token or the account is refused', isOfItem: false },
	'Execution cancelled': { section: 'When an execution ends early', isOfItem: false },
	'Field not valid': { section: 'Field not valid', isOfItem: true },
	'File not readable': { section: 'A field is refused', isOfItem: false },
	'Host not found': { section: "The service can't be reached", isOfItem: false },
	'Item handed over late': { section: 'Handle failed items', isOfItem: false },
	'List ends early': { section: 'A list is incomplete', isOfItem: false },
	'List keeps changing': { section: 'A list is incomplete', isOfItem: false },
	'List too long': { section: 'A list is incomplete', isOfItem: false },
	'No API at this address': { section: 'The address is wrong', isOfItem: false },
	'No HTTP response': { section: "The service can't be reached", isOfItem: false },
	'No HTTPS': { section: "The service can't be reached", isOfItem: false },
	'No list in the response': { section: 'The response is unclear', isOfItem: false },
	'No record in the response': { section: 'The response is unclear', isOfItem: false },
	'No response in time': { section: "The service can't be reached", isOfItem: false },
	'Not allowed': { section: 'Not allowed', isOfItem: false },
	'Not sent': { section: 'The service is busy or down', isOfItem: false },
	'Operation not supported': { section: 'The address is wrong', isOfItem: false },
	'Proxy asks for a password': { section: "The service can't be reached", isOfItem: false },
	'Rate limit reached': { section: 'Rate limits', isOfItem: false },
	'Record not found': { section: 'The service refuses a record', isOfItem: true },
	Redirected: { section: 'The address is wrong', isOfItem: false },
	'Refused in front of the service': {
		section: 'The token or the account is refused',
		isOfItem: false,
	},
	'Request not sent': { section: "The service can't be reached", isOfItem: false },
	'Request rejected': { section: 'Request rejected', isOfItem: true },
	'Request too large': { section: 'The service refuses a record', isOfItem: false },
	'Response not ready': { section: 'The service is busy or down', isOfItem: false },
	'Service could not complete the request': {
		section: 'Service could not complete the request',
		isOfItem: false,
	},
	'Service unavailable': { section: 'When the service is down', isOfItem: false },
	'Service unreachable': { section: "The service can't be reached", isOfItem: false },
	'Token missing': { section: 'Token missing', isOfItem: false },
	'Token not accepted': { section: 'The token or the account is refused', isOfItem: false },
	'Unreadable response': { section: 'The response is unclear', isOfItem: false },
	'Web page instead of the API': { section: 'The address is wrong', isOfItem: false },
} as const satisfies Record<
	string,
	{
		/** The heading in docs/troubleshooting.md that the message links to. */
		section: string;
		/** Whether it is about one item, so that others may succeed. */
		isOfItem: boolean;
	}
>;

export type Topic = keyof typeof TOPICS;
