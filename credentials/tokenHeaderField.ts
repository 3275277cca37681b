import type { INodeProperties } from 'n8n-workflow';

/** How the token travels (contract, 5.1). A name, not a secret. */
export const tokenHeaderField: INodeProperties = {
	displayName: 'Token Header',
	name: 'tokenHeader',
	type: 'options',
	default: 'api_access_token',
	options: [
		{
			name: 'api_access_token',
			value: 'api_access_token',
			description: 'The documented header',
		},
		{
			name: 'api-access-token',
			value: 'api-access-token',
			description: 'For a proxy that drops headers with underscores, as nginx does by default',
		},
	],
	description: 'Name of the header that carries the token',
};
