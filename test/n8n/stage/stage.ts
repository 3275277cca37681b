import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialType } from '../../../tools/editor/examples';
import { installN8n } from '../../../tools/editor/install';
import { startN8n, type N8nOptions, type RunningN8n } from '../../../tools/editor/n8n';
import { installPackage } from '../../../tools/editor/install';
import type { Stored, WorkflowNode } from '../../../tools/editor/examples';
import { Session, type Owner, type StoredWorkflow } from './session';
import { startSandbox, type Sandbox } from '../../../tools/sandbox';
import { Executions } from './executions';
import { packageNode, store } from './workflows';

export const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'N8-end-to-end',
};

// By default, a signal ends this process without its exit handlers, which stop n8n and the daemons.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => process.exit(130));
}

/** A real n8n with the packed package, and the mock server that it uses. */
export interface Stage {
	n8n: RunningN8n;
	session: Session;
	executions: Executions;
	sandbox: Sandbox;
	/** The stored credential for the mock server. */
	credential: Stored;
	/** A node of the package with that credential. It is named Service. */
	node(
		type: string,
		parameters: Record<string, unknown>,
		more?: Partial<WorkflowNode>,
	): WorkflowNode;
	/** Stores a workflow whose nodes are connected in a chain. */
	store(name: string, ...nodes: WorkflowNode[]): Promise<StoredWorkflow>;
	/** Starts another n8n process on the same user folder. */
	startAnother(options: Partial<N8nOptions>): Promise<RunningN8n>;
	/** Restarts n8n after it has ended. */
	startAgain(): Promise<void>;
	close(): Promise<void>;
}

/** Opens a stage in a new user folder. `env` has additional settings of all n8n processes. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
	const real = await installN8n();
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-'));
	installPackage(userFolder);
	const startAnother = async (options: Partial<N8nOptions>) =>
		await startN8n(real, {
			userFolder,
			...options,
			env: { GENERIC_TIMEZONE: 'Europe/Berlin', ...env, ...options.env },
		});
	const open = async () => {
		const n8n = await startAnother({});
		const session = await Session.open(n8n.url, owner);
		return { n8n, session, executions: await Executions.open(session, n8n.url) };
	};
	const [sandbox, opened] = await Promise.all([startSandbox(), open()]);
	const credential = await opened.session.saveCredential({
		name: 'Customer Conversation account',
		type: credentialType,
		data: { baseUrl: sandbox.url, apiAccessToken: sandbox.tokens.administrator, accountId: '1' },
	});
	const stage: Stage = {
		...opened,
		sandbox,
		credential,
		node: (type, parameters, more) => packageNode(type, parameters, credential, more),
		store: async (...workflow) => await store(stage.session, ...workflow),
		startAnother,
		startAgain: async () => void Object.assign(stage, await open()),
		close: async () => {
			await stage.n8n.stop();
			await sandbox.close();
			rmSync(userFolder, { recursive: true, force: true });
		},
	};
	return stage;
}

/** Opens a stage before the tests of a file and closes it after them. Returns its getter. */
export function stageForTests(env?: Record<string, string>): () => Stage {
	let stage: Stage | undefined;
	beforeAll(async () => void (stage = await openStage(env)));
	afterAll(async () => await stage?.close());
	return () => {
		if (!stage) throw new Error('The stage is open only while tests run');
		return stage;
	};
}

/** The email addresses in the requests to create a contact. */
export function createsOf({ sandbox }: Stage): string[] {
	return sandbox.requests
		.filter(({ operation }) => operation === 'contactCreate')
		.map(({ body }) => (body as { email: string }).email);
}
