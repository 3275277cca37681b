import { CommandError } from './commandError';
import type { Sandbox } from './sandbox';

/** Where the token of a real service is read from: a token in the arguments would be seen by all. */
const TOKEN_VARIABLE = 'CUSTOMER_CONVERSATION_TOKEN';

/** The service that the nodes of a command talk to. */
export interface Service {
	/** One line that says which service it is. */
	title: string;
	/** Fields of the package's credential. */
	credential: { baseUrl: string; apiAccessToken: string; accountId: string };
	/** Left out, it is a real service, and what is done there stays done. */
	sandbox?: Sandbox;
	close: () => Promise<void>;
}

interface Wanted {
	/** Left out, a new sandbox. */
	baseUrl?: string;
	account: number;
}

/**
 * The real service at `baseUrl`, or a new sandbox if there is none.
 *
 * @throws CommandError if a real service is named without a token or with an impossible URL
 */
export async function openService({ baseUrl, account }: Wanted): Promise<Service> {
	const accountId = String(account);
	if (baseUrl === undefined) {
		// Loaded only here: it takes a second.
		const { startSandbox } = await import('./sandbox');
		const sandbox = await startSandbox({ accountId: account });
		const { url, tokens, close } = sandbox;
		return {
			title: `The sandbox answers at ${url}: what is changed there is gone after the end`,
			credential: { baseUrl: url, apiAccessToken: tokens.administrator, accountId },
			sandbox,
			close,
		};
	}
	if (!/^https?:\/\/./.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new CommandError(
			`"${baseUrl}" is no base URL. It looks like https://conversations.example.com`,
		);
	}
	const apiAccessToken = process.env[TOKEN_VARIABLE];
	if (!apiAccessToken) {
		throw new CommandError(
			`Put the API access token of ${baseUrl} into the variable ${TOKEN_VARIABLE}.`,
		);
	}
	return {
		title: `The service at ${baseUrl}, account ${accountId}`,
		credential: { baseUrl, apiAccessToken, accountId },
		close: async () => {},
	};
}
