/** What `npm run test:server` needs to know of the server. */
const VARIABLES = {
	CUSTOMER_CONVERSATION_URL: 'the Base URL, such as https://conversations.example.com',
	CUSTOMER_CONVERSATION_TOKEN: 'the API access token of an administrator',
	CUSTOMER_CONVERSATION_ACCOUNT: 'the ID of an account for tests, such as 1',
};

/** Stops the command with a message if a variable isn't set, and asks the server for its version. */
export default async function ready() {
	const missing = Object.entries(VARIABLES).filter(([name]) => !process.env[name]);
	if (missing.length === 0) {
		process.env.CHATWOOT_RUNS = await versionOf(process.env.CUSTOMER_CONVERSATION_URL);
		return;
	}
	const lines = missing.map(([name, meaning]) => `  ${name}  ${meaning}`);
	console.error(
		[
			'These tests run against a server of your own. Set these environment variables:',
			...lines,
			'Use an account for tests: the tests create records, and delete most of them again.',
		].join('\n'),
	);
	process.exit(1);
}

/** The version of Chatwoot, which it says without a token. Blank if the server doesn't say it. */
async function versionOf(url) {
	try {
		const response = await fetch(`${url.replace(/\/+$/, '')}/api`);
		const { version } = await response.json();
		return typeof version === 'string' ? version : '';
	} catch {
		return '';
	}
}
