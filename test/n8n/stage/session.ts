import { Agent } from 'node:http';
import axios, { type AxiosResponse } from 'axios';
import { CommandError } from '../../../tools/commandError';
import type { Stored, Workflow } from '../../../tools/editor/examples';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
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
 * A signed-in user of a running n8n, through the REST API of the editor. Every method throws an Error
 * with n8n's message if n8n refuses the request.
 */
export class Session {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Signs the owner in, or creates the owner account of a new n8n. */
	static async open(url: string, owner: Owner): Promise<Session> {
		const credentials = { emailOrLdapLoginId: owner.email, password: owner.password };
		const response = (await needsOwner(url))
			? await send(`${url}/rest/owner/setup`, 'POST', owner)
			: await send(`${url}/rest/login`, 'POST', credentials);
		if (!isOk(response)) {
			throw new CommandError(`n8n couldn't sign ${owner.email} in: ${reason(response)}`);
		}
		const cookies = response.headers['set-cookie'] ?? [];
		return new Session(url, cookies.map((cookie) => cookie.split(';')[0]).join('; '));
	}

	/** Sends a request and resolves to the `data` of the response. */
	async request<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		return (await this.response<{ data: Data }>(method, path, body)).data;
	}

	/** Sends a request and resolves to the whole response body. */
	async response<Body>(method: string, path: string, body?: unknown): Promise<Body> {
		const response = await send<Body>(this.url + path, method, body, this.cookie);
		if (!isOk(response)) throw new Error(`${method} ${path}: ${reason(response)}`);
		return response.data;
	}

	/** Downloads a file. */
	async text(path: string): Promise<string> {
		const headers = { cookie: this.cookie };
		// A busy n8n may be about to close a connection that it kept open.
		const httpAgent = new Agent();
		const options = { headers, httpAgent, responseType: 'text' } as const;
		return (await axios.get<string>(this.url + path, options)).data;
	}

	/** Creates the credential, or overwrites the one with this name. */
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
			// Without it, the editor fails from the second executed step on.
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
	const { data: body } = await send<{
		data: { userManagement: { showSetupOnFirstLoad?: boolean } };
	}>(`${url}/rest/settings`, 'GET');
	return body.data.userManagement.showSetupOnFirstLoad === true;
}

async function send<Body>(
	url: string,
	method: string,
	data?: unknown,
	cookie = '',
): Promise<AxiosResponse<Body>> {
	const headers = { cookie, 'content-type': 'application/json' };
	return await axios.request<Body>({ url, method, data, headers, validateStatus: () => true });
}

function isOk({ status }: AxiosResponse): boolean {
	return status >= 200 && status < 300;
}

function reason({ status, data }: AxiosResponse): string {
	return `${status} ${JSON.stringify(data).slice(0, 500)}`;
}
