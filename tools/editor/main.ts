import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import axios from 'axios';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import { withAddress } from '../demo/workflowFile';
import { startSandbox, type Sandbox } from '../sandbox';
import { credentialType, readExamples, withCredential } from './examples';
import {
	compileOnSave,
	installN8n,
	installPackage,
	packageName,
	packageVersion,
	type RealN8n,
} from './install';
import { freePort, launchN8n, reloading, runN8n, type RunningN8n } from './n8n';

interface Options {
	folder: string;
	port: number;
	watch?: boolean;
}

/** The part of n8n's settings that is read here. */
interface Settings {
	data: { userManagement: { showSetupOnFirstLoad?: boolean } };
}

type Undo = () => Promise<void>;

/** The mock server's port, if it is free: a credential made by hand then works at the next start too. */
const SANDBOX_PORT = 4010;

const say = (line: string) => console.log(line);
const done = (line: string) => say(`${styleText('green', '✔')} ${line}`);

/** Says every half minute that a step still runs, because some take minutes. */
async function reporting<T>(step: string, work: Promise<T>): Promise<T> {
	const start = performance.now();
	const seconds = () => Math.round((performance.now() - start) / 1000);
	const timer = setInterval(() => say(`Still ${step} (${seconds()} seconds) …`), 30_000);
	return await work.finally(() => clearInterval(timer));
}

/** Starts all parts one after the other, and waits until n8n ends. `undo` collects what stops them. */
async function startEditor({ folder, port, watch }: Options, undo: Undo[]): Promise<void> {
	await freePort(port).catch(() => {
		throw new CommandError(
			`Another program uses port ${port}. ` +
				`Stop it, or choose another port: npm start -- --port ${port + 1}`,
		);
	});
	const sandboxPort = await freePort(SANDBOX_PORT).catch(() => 0);
	const sandbox = await startSandbox({ port: sandboxPort, now: Date.now });
	undo.push(sandbox.close);
	done(`The mock server runs at ${sandbox.url}. Its data is lost when the command ends`);
	const real = await reporting('installing n8n', installN8n());
	done(`n8n ${real.version} is installed`);
	mkdirSync(folder, { recursive: true });
	installPackage(folder);
	done(`${packageName} ${packageVersion} is installed in n8n`);
	await reporting('importing', importExamples(real, folder, sandbox));

	say('Starting n8n (usually 15 to 30 seconds) …');
	const zone = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const env = watch ? { ...zone, ...reloading } : zone;
	const n8n = await launchN8n(real, { userFolder: folder, port, env });
	undo.push(n8n.stop);
	await reporting('starting n8n', n8n.ready());
	// Not earlier: n8n may not read a file while the compiler writes it.
	if (watch) undo.push(compileOnSave(folder));
	await sayHowToSignIn(n8n, folder, sandbox);
	throw new CommandError(`n8n stopped unexpectedly (${await n8n.ended}). Its log is ${n8n.log}.`);
}

async function sayHowToSignIn(
	{ url, log }: RunningN8n,
	folder: string,
	sandbox: Sandbox,
): Promise<void> {
	const { data: settings } = await axios.get<Settings>(`${url}/rest/settings`);
	say(`\nOpen ${styleText('bold', url)} in your browser.`);
	if (settings.data.userManagement.showSetupOnFirstLoad) {
		say('n8n asks you to set up an owner account. Enter any email address and password.');
		say('They stay on this computer. You need them again at the next start.');
	} else {
		say('Sign in with the email address and password that you chose at the first start.');
		say(`If you forgot them, delete ${folder}. That also deletes your workflows.`);
	}
	say(
		'The examples are under Overview: the small house on the left. Their credential is filled in.',
	);
	say(
		`For a credential of your own: Base URL ${sandbox.url}, API Access Token ${sandbox.tokens.administrator}, Account ID ${sandbox.accountId}.`,
	);
	say(`n8n's log is ${log}. To see what the nodes wait for, set N8N_LOG_LEVEL=info.`);
	say(styleText('dim', 'Press Ctrl+C to stop. Your workflows are kept for the next start.'));
}

/**
 * Imports the credential of the mock server and, at the first start, the examples. Later they may have
 * been edited.
 */
async function importExamples(real: RealN8n, folder: string, sandbox: Sandbox): Promise<void> {
	say('Importing the credential and the examples (usually 10 to 30 seconds) …');
	const { url: baseUrl, tokens, accountId } = sandbox;
	const data = { baseUrl, apiAccessToken: tokens.administrator, accountId: String(accountId) };
	const credential = { id: 'sandbox', name: 'Customer Conversation' };
	const credentials = join(folder, 'credentials.json');
	writeFileSync(credentials, JSON.stringify([{ ...credential, type: credentialType, data }]));
	await runN8n(real, folder, ['import:credentials', `--input=${credentials}`]);
	rmSync(credentials);
	done(`Imported the credential "${credential.name}"`);

	const imported = join(folder, 'examples-sandbox.json');
	if (existsSync(imported)) return;
	const examples = readExamples().map((example) =>
		withCredential({ ...withAddress(example, baseUrl), id: randomUUID() }, credential),
	);
	const unfinished = `${imported}.part`;
	writeFileSync(unfinished, JSON.stringify(examples));
	await runN8n(real, folder, ['import:workflow', `--input=${unfinished}`]);
	renameSync(unfinished, imported);
	done(`Imported ${examples.length} example workflows`);
}

function portNumber(text: string): number {
	if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('Enter the number of a port, such as 5679.');
}

async function stopAll(undo: Undo[]): Promise<void> {
	for (const stop of undo.splice(0).reverse()) await stop();
}

async function run(options: Options): Promise<void> {
	const undo: Undo[] = [];
	let stopping = false;
	const stop = () => {
		// One Ctrl+C can arrive twice: from the terminal, and from npm.
		if (stopping) return;
		stopping = true;
		say('\nStopping …');
		void stopAll(undo).then(() => process.exit(0));
	};
	process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
	try {
		await startEditor(options, undo);
	} catch (error) {
		if (stopping) return;
		const text = String(error instanceof CommandError ? error.message : error);
		console.error(styleText('red', text, { stream: process.stderr }));
		await stopAll(undo);
		process.exit(1);
	}
}

void new Command('npm start --')
	.description('Starts n8n with the package, the example workflows and a mock server.')
	.option('--port <port>', 'port of the editor', portNumber, 5678)
	.option(
		'--folder <folder>',
		'where n8n keeps your workflows; must be outside of this repository',
		join(homedir(), `.${packageName}`),
	)
	.option('--watch', 'shows each change of nodes/ and credentials/ in n8n as soon as you save it')
	.action(run)
	.parseAsync();
