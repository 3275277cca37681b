import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialType } from '../../../tools/editor/examples';
import { installN8n } from '../../../tools/editor/install';
import { startN8n, type N8nOptions, type RunningN8n } from '../../../tools/editor/n8n';
import { installPackage } from '../../../tools/editor/package';
import { Session, type Owner, type Stored } from '../../../tools/editor/session';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';

export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'N8-end-to-end',
};

// A signal alone would end this process without its exit handlers, which end n8n and the daemons.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => process.exit(130));
}

/** A real n8n with the packed package, and the sandbox it talks to. */
export interface Stage {
	n8n: RunningN8n;
	session: Session;
	sandbox: Sandbox;
	/** A credential for the sandbox, stored in n8n. */
	credential: Stored;
	/** Starts another n8n process on the same user folder. */
	startAnother(options: Partial<N8nOptions>): Promise<RunningN8n>;
	close(): Promise<void>;
}

/** Builds a stage in a new user folder; `env` are further settings of all its n8n processes. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
	const real = await installN8n((line) => process.stderr.write(`${line}\n`));
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-'));
	installPackage(userFolder);
	const startAnother = async (options: Partial<N8nOptions>) =>
		await startN8n(real, {
			userFolder,
			...options,
			env: { GENERIC_TIMEZONE: 'Europe/Berlin', ...env, ...options.env },
		});
	const [sandbox, n8n] = await Promise.all([startSandbox(), startAnother({})]);
	const session = await Session.open(n8n.url, owner);
	const credential = await session.saveCredential({
		name: 'Sandbox',
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	const close = async () => {
		await n8n.stop();
		await sandbox.close();
		rmSync(userFolder, { recursive: true, force: true });
	};
	return { n8n, session, sandbox, credential, startAnother, close };
}
