import { CommandError } from './commandError';
import type { Sandbox } from './sandbox';

/** Holds the token of a real service. Other users could read a token in the arguments. */
const TOKEN_VARIABLE = 'CUSTOMER_CONVERSATION_TOKEN';

/** The service that a command uses. */
export interface Service {
	/** Describes the service in one line. */
	title: string;
	/** Fields of the package's credential. */
	credential: { baseUrl: string; apiAccessToken: string; accountId: string };
	/** The mock server; undefined for a real service. */
	sandbox?: Sandbox;
	close: () => Promise<void>;
}

interface Wanted {
	/** Base URL of a real service. Without it, a mock server is started. */
	baseUrl?: string;
	account: number;
	/** Port of the mock server (default: a free one). */
	port?: number;
	/** The clock of the mock server. */
	now?: () => number;
}

/**
 * Connects to the real service at `baseUrl`, or starts a mock server if it is undefined.
 *
 * @throws CommandError if the URL is invalid or the token is missing
 */
export async function openService({ baseUrl, account, port, now }: Wanted): Promise<Service> {
	const accountId = String(account);
	if (baseUrl === undefined) {
		// Loading the mock server takes a second, and a real service doesn't need it.
		const { startSandbox } = await import('./sandbox');
		const sandbox = await startSandbox({
			accountId: account,
			...(port && { port }),
			...(now && { now }),
		});
		const { url, tokens, close } = sandbox;
		return {
			title: `The mock server runs at ${url}. Its data is lost when the command ends`,
			credential: { baseUrl: url, apiAccessToken: tokens.administrator, accountId },
			sandbox,
			close,
		};
	}
	if (!/^https?:\/\/./.test(baseUrl) || !URL.canParse(baseUrl)) {
		throw new CommandError(
			`"${baseUrl}" isn't a valid base URL. Enter a URL such as https://conversations.example.com`,
		);
	}
	const apiAccessToken = process.env[TOKEN_VARIABLE];
	if (!apiAccessToken) {
		throw new CommandError(
			`Set the environment variable ${TOKEN_VARIABLE} to the API access token of ${baseUrl}.`,
		);
	}
	return {
		title: `Using the service at ${baseUrl}, account ${accountId}`,
		credential: { baseUrl, apiAccessToken, accountId },
		close: async () => {},
	};
}
