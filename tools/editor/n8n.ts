import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';
import { CommandError } from '../commandError';
import { runCommand } from './command';
import { inContainer } from './container';
import { n8nHome, type RealN8n } from './install';

/** The kinds of n8n processes. */
type Role = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	/** The folder where n8n keeps its database, key and community packages (in `.n8n`). */
	userFolder: string;
	/** Port of the editor, or of a worker's health check (default: a free one). */
	port?: number;
	role?: Role;
	/** Arguments after the role, such as `--concurrency=5`. */
	args?: string[];
	/** Additional n8n settings. */
	env?: Record<string, string>;
}

/** A running n8n process. */
export interface RunningN8n {
	url: string;
	/** Path of the log file. */
	log: string;
	/** Resolves to the reason when the process has ended. */
	ended: Promise<string>;
	/**
	 * Resolves when n8n is ready.
	 *
	 * @throws CommandError with the last lines of the log if n8n ends or isn't ready in time
	 */
	ready(): Promise<void>;
	/** Waits for running executions and stops. Resolves when no process is left. */
	stop(): Promise<void>;
	/** Kills n8n at once. */
	kill(): Promise<void>;
}

const settings: Record<string, string> = {
	NODE_ENV: 'production',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_LOG_LEVEL: process.env.N8N_LOG_LEVEL ?? 'warn',
	NODE_COMPILE_CACHE: join(n8nHome, 'node_modules', '.cache', 'compiled'),
	N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_PYTHON_ENABLED: 'false',
	// Disables telemetry, banners and the survey.
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** Makes n8n reload a package whose files change. */
export const reloading = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };

const inherited = /^(PATH|HOME|TMPDIR|TEMP|LANG|NODE_EXTRA_CA_CERTS|HTTPS?_PROXY|NO_PROXY)$/i;
const secondsToStart = 180;
const secondsToStop = 15;

const running = new Set<number>();
process.once('exit', () => running.forEach((group) => signalGroup(group, 'SIGKILL')));

/** Finds a free loopback port, or checks that `wanted` is free. Rejects if it is taken. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(wanted, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
}

/**
 * Runs one of n8n's commands, such as `import:workflow`, and waits until it exits.
 *
 * @throws CommandError with n8n's output if it fails
 */
export async function runN8n(n8n: RealN8n, userFolder: string, args: string[]): Promise<void> {
	// n8n logs the errors of its commands at level info.
	const env = { ...environmentOf(n8n, userFolder), N8N_LOG_LEVEL: 'info' };
	const command = commandOf(n8n, userFolder, env, args);
	const { code, stdout, stderr } = await runCommand(command.program, command.args, { env });
	if (code !== 0) throw new CommandError(`n8n ${args[0]} failed:\n${stdout}${stderr}`);
}

/** Starts an n8n process and waits until it is ready. */
export async function startN8n(...how: Parameters<typeof launchN8n>): Promise<RunningN8n> {
	const n8n = await launchN8n(...how);
	await n8n.ready();
	return n8n;
}

/** Starts an n8n process. Its log goes to `<userFolder>/<role>-<port>.log`. */
export async function launchN8n(n8n: RealN8n, options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, role = 'start', args = [] } = options;
	const port = options.port ?? (await freePort());
	mkdirSync(userFolder, { recursive: true });
	const logFile = join(userFolder, `${role}-${port}.log`);
	const log = openSync(logFile, 'w');
	const env = {
		...environmentOf(n8n, userFolder),
		...portSettings(role, port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		...options.env,
	};
	const command = commandOf(n8n, userFolder, env, [role, ...args]);
	const child = spawn(command.program, command.args, {
		cwd: userFolder,
		// A separate process group: Ctrl-C reaches only this process, which then stops n8n and its children.
		detached: true,
		env,
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	const group = child.pid ?? 0;
	if (group) running.add(group);
	let alive = true;
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
	}).then((reason) => {
		alive = false;
		signalGroup(group, 'SIGKILL');
		running.delete(group);
		return reason;
	});

	const end = async (signal: NodeJS.Signals) => {
		if (!alive) return;
		const kill = () => {
			command.kill?.();
			signalGroup(group, 'SIGKILL');
		};
		if (signal === 'SIGKILL') kill();
		else signalGroup(group, signal);
		const killing = setTimeout(kill, secondsToStop * 1000);
		await ended;
		clearTimeout(killing);
	};
	const url = `http://localhost:${port}`;
	const ready = async () => {
		if (await waitUntilReady(url, role, () => alive)) return;
		await end('SIGKILL');
		throw new CommandError(
			`n8n didn't start. The last lines of ${logFile}:\n${lastLines(logFile)}`,
		);
	};
	return {
		url,
		log: logFile,
		ended,
		ready,
		stop: async () => await end('SIGTERM'),
		kill: async () => await end('SIGKILL'),
	};
}

function commandOf(
	n8n: RealN8n,
	userFolder: string,
	env: NodeJS.ProcessEnv,
	args: string[],
): { program: string; args: string[]; kill?: () => void } {
	return 'image' in n8n
		? inContainer(n8n.image, userFolder, env, args)
		: { program: n8n.node, args: [n8n.cli, ...args] };
}

function portSettings(role: Role, port: number): Record<string, string> {
	return role === 'worker'
		? { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) }
		: { N8N_PORT: String(port) };
}

function environmentOf(n8n: RealN8n, userFolder: string): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => inherited.test(name));
	const local = ['localhost', '127.0.0.1', process.env.NO_PROXY ?? process.env.no_proxy];
	const path = 'image' in n8n ? [] : [dirname(n8n.node)];
	return {
		...Object.fromEntries(kept),
		PATH: [...path, process.env.PATH].join(delimiter),
		NO_PROXY: local.filter(Boolean).join(','),
		...settings,
		N8N_USER_FOLDER: userFolder,
	};
}

// The editor's API is ready some seconds after the health check.
const readinessPaths: Record<Role, string[]> = {
	start: ['/healthz/readiness', '/rest/settings'],
	webhook: ['/healthz/readiness'],
	worker: ['/healthz/readiness'],
};

async function waitUntilReady(url: string, role: Role, alive: () => boolean): Promise<boolean> {
	const deadline = Date.now() + secondsToStart * 1000;
	while (alive() && Date.now() < deadline) {
		const checks = await Promise.all(
			readinessPaths[role].map(async (path) => await isOk(url + path)),
		);
		if (checks.every(Boolean)) return true;
		await pause(200);
	}
	return false;
}

async function isOk(url: string): Promise<boolean> {
	return await axios.get(url).then(
		() => true,
		() => false,
	);
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
	if (!group) return;
	try {
		process.kill(-group, signal);
	} catch {
		// The group has ended already.
	}
}

function lastLines(file: string): string {
	return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n');
}
