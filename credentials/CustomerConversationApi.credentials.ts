import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate } from '../nodes/shared/http/authenticate';

/** The header of the token (contract, 5.1). */
const tokenHeaderField: INodeProperties = {
	displayName: 'Token Header',
	name: 'tokenHeader',
	type: 'options',
	default: 'api_access_token',
	options: [
		{
			name: 'api_access_token',
			value: 'api_access_token',
			description: 'The header in the API documentation',
		},
		{
			name: 'api-access-token',
			value: 'api-access-token',
			description: 'For proxies that drop headers with underscores, such as nginx',
		},
	],
	description:
		'Keep api_access_token. Choose api-access-token only if a proxy drops headers with underscores.',
};

const REDIRECTED =
	"The service redirects to another page. If 'Base URL' starts with http://, try https://, usually without a port. If the page is a sign-in page, ask an administrator to let n8n reach the API without it.";

/** The message of the credential test by the status of the response. */
const REMEDIES: Record<number, string> = {
	301: REDIRECTED,
	302: REDIRECTED,
	303: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	401: "The service did not accept the token. Copy it again from a user's profile, and check 'Account ID' and 'Token Header'.",
	402: 'The plan of this account does not include the API. Ask the account owner to change the plan.',
	403: "The service does not let this user use the API, or a firewall in front of it blocked the request. Check the user's role, the account's plan and the firewall.",
	404: "There is no such account at this address. Check 'Account ID' and 'Base URL'.",
};
const NO_API =
	"This address returned a page instead of the API. Check 'Base URL': enter the address of your service, like https://app.example.com.";

export class CustomerConversationApi implements ICredentialType {
	name = 'customerConversationApi';

	displayName = 'Customer Conversation API';

	icon: Icon = {
		light: 'file:../icons/customerConversation.svg',
		dark: 'file:../icons/customerConversation.dark.svg',
	};

	documentationUrl =
		'https://github.com/customer-conversation/n8n-nodes-customer-conversation#credentials';

	/**
	 * n8n checks allowed domains before it calls `authenticate`, when the host is not set yet. `authenticate`
	 * refuses other hosts itself.
	 */
	hideDomainRestrictionFields = true;

	properties: INodeProperties[] = [
		{
			displayName:
				"Paste the address of any page of your account as 'Base URL'. Copy 'API Access Token' from your profile settings there.",
			name: 'whereToFind',
			type: 'notice',
			default: '',
		},
		{
			// n8n shows only the code of a connection that failed.
			displayName:
				"If the test shows ENOTFOUND, correct the host in 'Base URL'. With ECONNREFUSED, correct its port, or see whether the service runs. With EPROTO, start it with http:// or leave out the port.",
			name: 'codesOfTheTest',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://app.example.com',
			description:
				'Address of your service, or of any page of your account, such as https://app.example.com/app/accounts/1',
		},
		{
			displayName: 'API Access Token',
			name: 'apiAccessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Token of a user, not of a bot. On many servers, only administrators can delete records and change automation rules.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1',
			description:
				"Account that the nodes use, unless they have their own 'Account ID' under 'Options': the number after /accounts/ in the address bar of your service. Leave blank to use the account in 'Base URL'.",
		},
		tokenHeaderField,
		{
			// Older n8n versions ignore the flag above, but don't add a field that is already there.
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'all',
		},
	];

	authenticate: IAuthenticate = authenticate;

	test: ICredentialTestRequest = {
		request: {
			method: 'GET',
			url: '/api/v1/accounts/{account_id}/integrations/apps',
			disableFollowRedirect: true,
			json: true,
		},
		rules: [
			...Object.entries(REMEDIES).map(([status, message]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message },
			})),
			// The documented response always has a payload, a web page never does.
			{
				type: 'responseSuccessBody',
				properties: { key: 'payload', value: undefined, message: NO_API },
			},
		] as ICredentialTestRequest['rules'],
	};
}
