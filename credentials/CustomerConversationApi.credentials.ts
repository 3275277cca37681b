import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate, tokenHeaderField } from './authenticate';

const REDIRECTED =
	'The service redirects to another address. Enter that address as Base URL: often the same with https:// in front.';

/** What the credential test says by status, and of a page that is none of the API's. */
const REMEDIES: Record<number, string> = {
	301: REDIRECTED,
	302: REDIRECTED,
	303: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	401: 'The service did not accept the token for this account. Check API Access Token and Account ID. If both are right, choose the other Token Header.',
	402: 'The plan of this account does not include the API. Ask its owner to change the plan.',
	403: 'The service refuses the API of this account to this token. Check the role of its user and the plan of the account.',
	404: 'There is no such account at this address. Check Account ID and Base URL.',
};
const NO_API =
	'This address answers with a page, not with the API. Check Base URL: it is the address of the service, like https://app.example.com.';

export class CustomerConversationApi implements ICredentialType {
	name = 'customerConversationApi';

	displayName = 'Customer Conversation API';

	icon: Icon = {
		light: 'file:../icons/customerConversation.svg',
		dark: 'file:../icons/customerConversation.dark.svg',
	};

	documentationUrl =
		'https://github.com/customer-conversation/n8n-nodes-customer-conversation#credentials';

	properties: INodeProperties[] = [
		{
			displayName:
				"Copy 'API Access Token' from your profile page in the service. 'Account ID' is the number after /accounts/ in the address bar there.",
			name: 'whereToFind',
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
				'Address of your service, as in the address bar of the browser, such as https://app.example.com/app/accounts/1',
		},
		{
			displayName: 'API Access Token',
			name: 'apiAccessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Token of a user, not of a bot. Deletes and automation rules need an administrator.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1',
			description:
				"Account that nodes work in, unless they have an Account ID under 'Options'. Blank, it is taken from Base URL.",
		},
		tokenHeaderField,
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
			// The documented answer always has a payload, a web page never has.
			{
				type: 'responseSuccessBody',
				properties: { key: 'payload', value: undefined, message: NO_API },
			},
		] as ICredentialTestRequest['rules'],
	};
}
