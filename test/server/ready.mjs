/** What `npm run test:server` needs to know of the server. */
const VARIABLES = {
	CUSTOMER_CONVERSATION_URL: 'the Base URL, such as https://conversations.example.com',
	CUSTOMER_CONVERSATION_TOKEN: 'the API access token of an administrator',
	CUSTOMER_CONVERSATION_ACCOUNT: 'the ID of an account for tests, such as 1',
};

/** Stops the command with a message if a variable isn't set. */
export default function ready() {
	const missing = Object.entries(VARIABLES).filter(([name]) => !process.env[name]);
	if (missing.length === 0) return;
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
