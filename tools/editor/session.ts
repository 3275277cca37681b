import { CommandError } from '../commandError';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface WorkflowNode {
	name: string;
	type: string;
	parameters?: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[key: string]: unknown;
}

/** A workflow as n8n exports it. */
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	pinData?: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

export interface Stored {
	id: string;
	name: string;
}

export interface StoredWorkflow extends Stored {
	versionId: string;
}

export interface CredentialData {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/**
 * A signed-in user of a running n8n, through the REST interface that the editor itself uses.
 * Every method throws an Error with n8n's own words if n8n refuses.
 */
export class Session {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Signs the owner in; on a new n8n makes this person its owner. */
	static async open(url: string, owner: Owner): Promise<Session> {
		const credentials = { emailOrLdapLoginId: owner.email, password: owner.password };
		const response = (await needsOwner(url))
			? await send(`${url}/rest/owner/setup`, 'POST', owner)
			: await send(`${url}/rest/login`, 'POST', credentials);
		if (!response.ok)
			throw new CommandError(`n8n did not let ${owner.email} in: ${await reason(response)}`);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		return new Session(url, cookies.join('; '));
	}

	/** Sends one request and resolves to the `data` of n8n's answer. */
	async request<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		return (await this.answer<{ data: Data }>(method, path, body)).data;
	}

	/** Sends one request and resolves to n8n's whole answer. */
	async answer<Body>(method: string, path: string, body?: unknown): Promise<Body> {
		const response = await send(this.url + path, method, body, this.cookie);
		if (!response.ok) throw new Error(`${method} ${path}: ${await reason(response)}`);
		return (await response.json()) as Body;
	}

	/** Fetches a file that n8n keeps. */
	async text(path: string): Promise<string> {
		return await (await send(this.url + path, 'GET', undefined, this.cookie)).text();
	}

	/** Creates the credential, or overwrites the one of this name. */
	async saveCredential(credential: CredentialData): Promise<Stored> {
		const stored = await this.request<Stored[]>('GET', '/rest/credentials');
		const known = stored.find(({ name }) => name === credential.name);
		return known
			? await this.request('PATCH', `/rest/credentials/${known.id}`, credential)
			: await this.request('POST', '/rest/credentials', credential);
	}

	async workflows(): Promise<Stored[]> {
		return await this.request('GET', '/rest/workflows?take=100');
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		return await this.request('POST', '/rest/workflows', {
			settings: { executionOrder: 'v1' },
			// Without it, the editor fails on every step that is executed after the first.
			pinData: {},
			...workflow,
		});
	}

	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate({ id }: Stored): Promise<void> {
		await this.request('POST', `/rest/workflows/${id}/deactivate`, {});
	}
}

async function needsOwner(url: string): Promise<boolean> {
	const response = await send(`${url}/rest/settings`, 'GET');
	const { data } = (await response.json()) as {
		data: { userManagement: { showSetupOnFirstLoad?: boolean } };
	};
	return data.userManagement.showSetupOnFirstLoad === true;
}

async function send(url: string, method: string, body?: unknown, cookie = ''): Promise<Response> {
	return await fetch(url, {
		method,
		headers: { cookie, 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
}

async function reason(response: Response): Promise<string> {
	const text = await response.text();
	return `${response.status} ${text.slice(0, 500)}`;
}
