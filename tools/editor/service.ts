import { startSandbox } from '../sandbox';
import { Refusal } from './refusal';

/** The service that the nodes talk to. */
export interface Service {
	/** One line that says which service it is. */
	title: string;
	/** Fields of the package's credential. */
	credential: { baseUrl: string; apiAccessToken: string; accountId: string };
	close: () => Promise<void>;
}

const tokenVariable = 'CUSTOMER_CONVERSATION_TOKEN';

/**
 * The real service at `baseUrl`, or a new sandbox if there is none.
 * @throws Refusal if a real service is named without a token or with an impossible URL
 */
export async function openService(
	baseUrl: string | undefined,
	accountId: string,
): Promise<Service> {
	return baseUrl === undefined ? await openSandbox(accountId) : realService(baseUrl, accountId);
}

function realService(baseUrl: string, accountId: string): Service {
	const apiAccessToken = process.env[tokenVariable];
	if (!/^https?:\/\/./.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new Refusal(
			`"${baseUrl}" is no base URL. It looks like https://conversations.example.com`,
		);
	}
	if (!apiAccessToken) {
		throw new Refusal(`Put the API access token of ${baseUrl} into the variable ${tokenVariable}.`);
	}
	return {
		title: `The service at ${baseUrl}, account ${accountId}`,
		credential: { baseUrl, apiAccessToken, accountId },
		close: async () => {},
	};
}

async function openSandbox(accountId: string): Promise<Service> {
	const sandbox = await startSandbox({ accountId: Number(accountId) });
	return {
		title: `The sandbox answers at ${sandbox.url}: what you change there is gone after Ctrl-C`,
		credential: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId },
		close: async () => await sandbox.close(),
	};
}
