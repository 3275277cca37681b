import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import { openService, type Service } from '../service';
import { credentialType, harmless, readExamples, withCredential } from './examples';
import { installN8n } from './install';
import { launchN8n } from './n8n';
import { installPackage } from './package';
import { packageName, packageVersion } from './places';
import { isFree } from './ports';
import { Session } from './session';
import { claim, ownerOf, usualFolder } from './userFolder';

interface Options {
	folder: string;
	port: number;
	account: number;
	baseUrl?: string;
	watch: boolean;
}

type Undo = () => Promise<void> | void;

/** One Ctrl-C arrives more than once: from the terminal, and from the programs that started this one. */
const millisecondsOfOneCtrlC = 1000;

/** With these n8n loads a package again as soon as a file of it changes. */
const reloading = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true', N8N_LOG_LEVEL: 'info' };

const say = (line: string) => console.log(line);
const done = (line: string) => say(`${styleText('green', '✔')} ${line}`);

/** Starts all parts in turn; `undo` collects how each is stopped again. */
async function startEditor(
	{ folder, port, account, baseUrl, watch }: Options,
	undo: Undo[],
): Promise<string> {
	const { userFolder, release } = claim(folder);
	undo.push(release);
	if (!(await isFree(port))) {
		throw new CommandError(
			`Port ${port} is taken by another program. ` +
				`Stop it, or choose another: npm run tool:editor -- --port ${port + 1}`,
		);
	}
	// What is wrong with a real service is said at once; the sandbox is loaded while n8n starts.
	const known = baseUrl === undefined ? undefined : await openService({ baseUrl, account });

	const real = await installN8n(say);
	done(`n8n ${real.version} is installed`);
	const installed = installPackage(userFolder);
	done(`${packageName} ${packageVersion} is installed in n8n`);

	say('Starting n8n …');
	const settings = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const env = { ...settings, ...(watch ? reloading : {}) };
	const n8n = await launchN8n(real, { userFolder, port, env });
	undo.push(n8n.stop);
	const service = known ?? (await openService({ account }));
	undo.push(service.close);
	done(service.title);
	await n8n.ready();
	const owner = ownerOf(userFolder);
	const session = await Session.open(n8n.url, owner);
	const { name, examples } = await furnish(session, service);
	done(`The credential "${name}" and ${examples} example workflows are there`);

	if (watch) {
		// It brings a compiler, which takes a second to load.
		const { rebuildOnSave, untilWatched } = await import('./rebuild');
		await untilWatched(installed, n8n.log);
		undo.push(rebuildOnSave(installed, done));
		done('Each save in nodes/ and credentials/ is built, and n8n loads it again');
	}
	say('');
	say(
		`Open ${styleText('bold', n8n.url)} and sign in as ${styleText('bold', owner.email)} with the password ${styleText('bold', owner.password)}`,
	);
	say(styleText('dim', 'Ctrl-C stops everything. Your workflows are kept for the next start.'));
	return await n8n.ended;
}

/**
 * Saves the credential of the service and the examples that are not there yet. Each service has its
 * own: a workflow that was made for the sandbox never turns to a real service.
 *
 * @returns name of the credential and number of the examples
 */
async function furnish(session: Session, { credential: data, sandbox }: Service) {
	const at = sandbox ? '' : ` at ${new URL(data.baseUrl).host}`;
	const name = `Customer Conversation${at}`;
	const credential = await session.saveCredential({ name, type: credentialType, data });
	const present = new Set((await session.workflows()).map((workflow) => workflow.name));
	const examples = readExamples().map((example) => ({ ...example, name: example.name + at }));
	for (const example of examples.filter((each) => !present.has(each.name))) {
		const shown = sandbox ? example : harmless(example);
		await session.createWorkflow(withCredential(shown, credential));
	}
	return { name, examples: examples.length };
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
		console.error(
			styleText('red', String(error instanceof CommandError ? error.message : error), {
				stream: process.stderr,
			}),
		);
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
	.option('--watch', 'rebuild and reload the package on each save of its sources', false)
	.option('--folder <folder>', 'where n8n keeps your workflows until the next start', usualFolder)
	.action(run)
	.parseAsync();
