import { byId, type Mishap } from '../../test/fixtures/operationCase';
import type { ContractOperation } from '../sandbox/operations';

/** The operation that shows what can go wrong with each of them. */
export const COMMON_EXAMPLE: ContractOperation = 'inboxGetAgents';

const NO_RETRIES = { inboxId: byId(1), options: { maxRetries: 0 } };

/** What can go wrong with every operation. */
export const COMMON_MISHAPS: Mishap[] = [
	{
		when: 'the token is wrong',
		credential: { apiAccessToken: 'wrong' },
		dialect: 'upstream',
	},
	{
		when: 'a proxy drops the token, for its header has underscores',
		fault: { kind: 'dropUnderscoreHeaders' },
		dialect: 'upstream',
	},
	{
		when: 'the user of the token is no member of the account',
		credential: { apiAccessToken: 'sandbox-token-outsider' },
		dialect: 'upstream',
	},
	{
		when: "'Account ID' is not a number",
		parameters: { options: { accountId: 'acme' }, inboxId: byId(1) },
	},
	{
		when: 'the plan of the account has no API',
		fault: { kind: 'noApiAccess', status: 403 },
	},
	{
		when: 'the rate limit is reached and stays so',
		parameters: NO_RETRIES,
		fault: { kind: 'rateLimit' },
	},
	{
		when: 'the service is down',
		parameters: NO_RETRIES,
		fault: { kind: 'status', status: 503, format: 'html' },
	},
	{ when: 'the service breaks down', fault: { kind: 'status', status: 500 } },
	{
		when: 'nothing listens at the address',
		parameters: NO_RETRIES,
		credential: { baseUrl: 'http://127.0.0.1:9' },
	},
	{
		when: 'the service does not answer in time',
		parameters: { ...NO_RETRIES, requestOptions: { timeout: 200 } },
		fault: { kind: 'silence' },
	},
	{
		when: 'the connection is lost',
		parameters: NO_RETRIES,
		fault: { kind: 'resetAfterRead' },
	},
	{ when: 'the answer is cut off', fault: { kind: 'truncated' } },
	{ when: 'another website is at the address', fault: { kind: 'html' } },
	{
		when: 'the address has moved',
		fault: { kind: 'redirect', to: 'https://support.example.com' },
	},
];
