import { CommanderError } from 'commander';
import { startSandbox, type Sandbox } from '.';
import { optionsFrom } from './commandLine';
import type { SandboxOptions } from './settings';

function welcome(
	{ url, tokens, accountId }: Sandbox,
	{ dialect, contacts }: SandboxOptions,
): string {
	const account = `${url}/api/v1/accounts/${accountId}`;
	return [
		'',
		`The sandbox is running with ${contacts} contacts and speaks the ${dialect} dialect.`,
		'',
		`  Base URL          ${url}`,
		`  API Access Token  ${tokens.administrator}   (an agent's: ${tokens.agent})`,
		`  Account ID        ${accountId}`,
		'',
		'Try:',
		`  curl -H 'api_access_token: ${tokens.administrator}' '${account}/contacts/search?q=example'`,
		`  curl -X PUT '${url}/sandbox/faults' -d '{"kind":"rateLimit","times":3}'`,
		`  curl '${url}/sandbox/requests?latest=1'`,
		'',
		'Each request is shown below. Ctrl-C stops the sandbox.',
		'',
	].join('\n');
}

/** Says in one line why the sandbox could not start. */
function reasonFor(error: unknown, { host, port }: SandboxOptions): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE') {
		return `Port ${port} is taken. Choose another with --port, or --port 0 for any free one.`;
	}
	if (code === 'EACCES') return `Port ${port} is not allowed for this user. Choose one above 1023.`;
	if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
		return `${host} is no address of this machine. Choose another with --host.`;
	}
	return error instanceof Error ? error.message : String(error);
}

async function run(options: SandboxOptions): Promise<void> {
	const sandbox = await startSandbox({ ...options, log: (line) => console.log(line) });
	console.log(welcome(sandbox, options));

	const stop = () => {
		void sandbox.close().then(() => console.log('\nThe sandbox has stopped.'));
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

function readOptions(): SandboxOptions | undefined {
	try {
		return optionsFrom(process.argv.slice(2));
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		process.exitCode = error.exitCode;
		return undefined;
	}
}

const options = readOptions();
if (options) {
	run(options).catch((error: unknown) => {
		console.error(`Error: ${reasonFor(error, options)}`);
		process.exitCode = 1;
	});
}
