import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import axios from 'axios';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import { root } from '../repository';
import { openService, type Service } from '../service';
import { credentialType, readExamples, withCredential } from './examples';
import { installN8n, installPackage, packageName, packageVersion, type RealN8n } from './install';
import { runCommand } from './command';
import { freePort, launchN8n, runN8n, type RunningN8n } from './n8n';
import { watchSources } from './watch';

interface Options {
	folder: string;
	port: number;
	account: number;
	baseUrl?: string;
}

/** The part of n8n's settings that is read here. */
interface Settings {
	data: { userManagement: { showSetupOnFirstLoad?: boolean } };
}

type Undo = () => Promise<void> | void;

/** The mock server's port, if it is free: a credential made by hand then works at the next start too. */
const SERVICE_PORT = 4010;

/** One Ctrl+C can arrive twice: from the terminal, and from the program that started this one. */
const millisecondsOfOneCtrlC = 1000;

const say = (line: string) => console.log(line);
const done = (line: string) => say(`${styleText('green', '✔')} ${line}`);

/** Starts all parts one after the other. `undo` collects the functions that stop them. */
async function startEditor(
	{ folder, port, account, baseUrl }: Options,
	undo: Undo[],
): Promise<void> {
	await freePort(port).catch(() => {
		throw new CommandError(
			`Another program uses port ${port}. ` +
				`Stop it, or choose another port: npm start -- --port ${port + 1}`,
		);
	});
	const servicePort = await freePort(SERVICE_PORT).catch(() => undefined);
	const service = await openService({ baseUrl, account, port: servicePort, now: Date.now });
	undo.push(service.close);
	done(service.title);
	const real = await installN8n(say);
	done(`n8n ${real.version} is installed`);
	mkdirSync(folder, { recursive: true });
	let installed = installPackage(folder);
	done(`${packageName} ${packageVersion} is installed in n8n`);
	await importExamples(real, folder, service);

	const changes = watchSources();
	undo.push(changes.stop);
	const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const launch = async () => await launchN8n(real, { userFolder: folder, port, env });
	say('Starting n8n (usually 15 to 30 seconds) …');
	let n8n = await launch();
	undo.push(async () => await n8n.stop());
	await n8n.ready();
	await sayHowToSignIn(n8n, folder, service);
	while (await hasChanged(n8n, changes.next())) {
		say('\nA file has changed. Building …');
		if (!(await build())) continue;
		const before = installed;
		installed = installPackage(folder);
		if (installed === before) {
			done('The package is the same as before');
			continue;
		}
		say('Restarting n8n (usually 10 seconds) …');
		await n8n.stop();
		n8n = await launch();
		await n8n.ready();
		done('n8n runs the new package. Reload the page in your browser');
	}
	throw new CommandError(`n8n stopped unexpectedly (${await n8n.ended}). Its log is ${n8n.log}.`);
}

async function sayHowToSignIn(
	{ url }: RunningN8n,
	folder: string,
	{ credential, sandbox }: Service,
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
	say('The workflows under Overview (the house) are the examples. Their credential is filled in.');
	if (sandbox) {
		const { baseUrl, apiAccessToken, accountId } = credential;
		say(
			`For a credential of your own: Base URL ${baseUrl}, API Access Token ${apiAccessToken}, Account ID ${accountId}.`,
		);
	}
	say('If you change a file in nodes/, credentials/ or icons/, n8n restarts with the change.');
	say(styleText('dim', 'Press Ctrl+C to stop. Your workflows are kept for the next start.'));
}

/** Resolves to true after a change, and to false if n8n ends. */
async function hasChanged({ ended }: RunningN8n, change: Promise<void>): Promise<boolean> {
	return await Promise.race([change.then(() => true), ended.then(() => false)]);
}

/** Builds the package. If that fails, it prints why, and resolves to false. */
async function build(): Promise<boolean> {
	const setup = join(root, 'tools', 'setup.mjs');
	const { code, stdout, stderr } = await runCommand(process.execPath, [setup], { cwd: root });
	// Ctrl+C ends the build too. The exit code is then 127.
	if (code === 1) say(styleText('red', `${stdout}${stderr}`));
	return code === 0;
}

/**
 * Imports the credential of the service and, at the first start, the examples. Later they may have
 * been edited. Each service has its own copies, so that a workflow made for the mock server never
 * reaches a real service.
 */
async function importExamples(real: RealN8n, folder: string, service: Service): Promise<void> {
	const { credential: data, sandbox } = service;
	const host = new URL(data.baseUrl).host;
	const at = sandbox ? '' : ` at ${host}`;
	const credential = { id: sandbox ? 'sandbox' : host, name: `Customer Conversation${at}` };

	say('Importing the credential and the examples (usually 10 to 30 seconds) …');
	const credentials = join(folder, 'credentials.json');
	const entry = { ...credential, type: credentialType, data };
	writeFileSync(credentials, JSON.stringify([entry]), { mode: 0o600 });
	try {
		await runN8n(real, folder, ['import:credentials', `--input=${credentials}`]);
	} finally {
		rmSync(credentials);
	}
	done(`Imported the credential "${credential.name}"`);

	const imported = join(folder, `examples-${credential.id.replace(/\W/g, '-')}.json`);
	if (existsSync(imported)) return;
	const examples = readExamples().map((example) =>
		withCredential({ ...example, id: randomUUID(), name: example.name + at }, credential),
	);
	const unfinished = `${imported}.part`;
	writeFileSync(unfinished, JSON.stringify(examples));
	await runN8n(real, folder, ['import:workflow', `--input=${unfinished}`]);
	renameSync(unfinished, imported);
	done(`Imported ${examples.length} example workflows`);
}

function wholeNumber(text: string): number {
	if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('Enter a whole number above 0.');
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
	.description(
		'Starts n8n with the package, example workflows and a mock server. If a source file changes, it builds the package and restarts n8n.',
	)
	.option('--port <port>', 'port of the editor', wholeNumber, 5678)
	.option(
		'--base-url <url>',
		'use a real service instead; set its token in CUSTOMER_CONVERSATION_TOKEN',
	)
	.option('--account <id>', 'account ID', wholeNumber, 1)
	.option(
		'--folder <folder>',
		'where n8n keeps your workflows; must be outside of this repository',
		join(homedir(), `.${packageName}`),
	)
	.action(run)
	.parseAsync();
