import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import { openService, type Service } from '../service';
import { credentialType, harmless, readExamples, withCredential } from './examples';
import { installN8n, installPackage, packageName, packageVersion, type RealN8n } from './install';
import { freePort, launchN8n, runN8n } from './n8n';

interface Options {
	folder: string;
	port: number;
	account: number;
	baseUrl?: string;
}

type Undo = () => Promise<void> | void;

/** One Ctrl-C arrives more than once: from the terminal, and from the programs that started this one. */
const millisecondsOfOneCtrlC = 1000;

const say = (line: string) => console.log(line);
const done = (line: string) => say(`${styleText('green', '✔')} ${line}`);

/** Starts all parts in turn; `undo` collects how each is stopped again. */
async function startEditor(
	{ folder, port, account, baseUrl }: Options,
	undo: Undo[],
): Promise<string> {
	await freePort(port).catch(() => {
		throw new CommandError(
			`Port ${port} is taken by another program. ` +
				`Stop it, or choose another: npm run tool:editor -- --port ${port + 1}`,
		);
	});
	const service = await openService({ baseUrl, account });
	undo.push(service.close);
	done(service.title);
	const real = await installN8n(say);
	done(`n8n ${real.version} is installed`);
	mkdirSync(folder, { recursive: true });
	installPackage(folder);
	done(`${packageName} ${packageVersion} is installed in n8n`);
	await furnish(real, folder, service);
	say('Starting n8n …');
	const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const n8n = await launchN8n(real, { userFolder: folder, port, env });
	undo.push(n8n.stop);
	await n8n.ready();
	say('');
	say(
		`Open ${styleText('bold', n8n.url)}. The first time, n8n asks you to set up an owner account.`,
	);
	say(styleText('dim', 'Ctrl-C stops everything. Your workflows are kept for the next start.'));
	return await n8n.ended;
}

/**
 * Imports the credential of the service, and the examples unless they were imported before: by then
 * they may have been edited. Each service has its own: a workflow that was made for the sandbox
 * never turns to a real service.
 */
async function furnish(real: RealN8n, folder: string, service: Service): Promise<void> {
	const { credential: data, sandbox } = service;
	const host = new URL(data.baseUrl).host;
	const at = sandbox ? '' : ` at ${host}`;
	const credential = { id: sandbox ? 'sandbox' : host, name: `Customer Conversation${at}` };

	const credentials = join(folder, 'credentials.json');
	const entry = { ...credential, type: credentialType, data };
	writeFileSync(credentials, JSON.stringify([entry]), { mode: 0o600 });
	try {
		await runN8n(real, folder, ['import:credentials', `--input=${credentials}`]);
	} finally {
		rmSync(credentials);
	}
	done(`The credential "${credential.name}" is there`);

	const imported = join(folder, `examples-${credential.id.replace(/\W/g, '-')}.json`);
	if (existsSync(imported)) return;
	const examples = readExamples().map((example) =>
		withCredential(
			{ ...(sandbox ? example : harmless(example)), id: randomUUID(), name: example.name + at },
			credential,
		),
	);
	const unfinished = `${imported}.part`;
	writeFileSync(unfinished, JSON.stringify(examples));
	await runN8n(real, folder, ['import:workflow', `--input=${unfinished}`]);
	renameSync(unfinished, imported);
	done(`${examples.length} example workflows are there`);
}

function wholeNumber(text: string): number {
	if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a whole number above 0.');
}

async function stopAll(undo: Undo[]): Promise<void> {
	for (const stop of undo.splice(0).reverse()) await stop();
}

async function run(options: Options): Promise<void> {
	const undo: Undo[] = [];
	let stopping = false;
	let impatient = false;
	const stop = () => {
		if (impatient) process.exit(130);
		if (stopping) return;
		stopping = true;
		setTimeout(() => (impatient = true), millisecondsOfOneCtrlC).unref();
		say('\nStopping …');
		void stopAll(undo).then(() => process.exit(0));
	};
	process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
	try {
		const reason = await startEditor(options, undo);
		if (stopping) return;
		throw new CommandError(`n8n has ended by itself (${reason}). Its log is in ${options.folder}.`);
	} catch (error) {
		if (stopping) return;
		const text = String(error instanceof CommandError ? error.message : error);
		console.error(styleText('red', text, { stream: process.stderr }));
		await stopAll(undo);
		process.exit(1);
	}
}

void new Command('npm run tool:editor --')
	.description('Opens the n8n editor with the package installed and a service to try it on.')
	.option('--port <port>', 'port of the editor', wholeNumber, 5678)
	.option(
		'--base-url <url>',
		'a real service instead of the sandbox; token in CUSTOMER_CONVERSATION_TOKEN',
	)
	.option('--account <id>', 'account ID of the service', wholeNumber, 1)
	.option(
		'--folder <folder>',
		'folder of n8n, outside of this repository, where your workflows are kept',
		join(homedir(), `.${packageName}`),
	)
	.action(run)
	.parseAsync();
