import { startSandbox, type Sandbox, type SandboxOptions } from '../../tools/sandbox';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	/** The body parsed, or undefined where it is no JSON. */
	json: unknown;
}

export interface Asking {
	body?: unknown;
	token?: string | null;
	headers?: Record<string, string>;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function contentOf(body: unknown): Pick<RequestInit, 'body'> & { headers: Record<string, string> } {
	if (body === undefined) return { headers: {} };
	if (body instanceof FormData || typeof body === 'string') return { body, headers: {} };
	return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Sends one request with the administrator's token, unless another or none (null) is given. */
export async function ask(
	sandbox: Sandbox,
	method: string,
	path: string,
	{ body, token = sandbox.tokens.administrator, headers = {} }: Asking = {},
): Promise<Reply> {
	const content = contentOf(body);
	const response = await fetch(sandbox.url + path, {
		method,
		redirect: 'manual',
		body: content.body,
		headers: {
			...content.headers,
			...(token !== null && { api_access_token: token }),
			...headers,
		},
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** A path of account 1 under /api/v1. */
export function account(path: string): string {
	return `/api/v1/accounts/1/${path}`;
}

/** Sends a request such as `DELETE labels/1` to account 1. */
export async function askFor(sandbox: Sandbox, request: string, asking?: Asking): Promise<Reply> {
	const [method, path] = request.split(' ');
	return await ask(sandbox, method, account(path), asking);
}

/** Starts a sandbox for the tests of a block and stops it after them; between tests it is reset. */
export function sandboxForTests(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox | undefined;
	const running = (): Sandbox => {
		if (!sandbox) throw new Error('The sandbox has not started');
		return sandbox;
	};
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => running().reset());
	afterAll(() => running().close());
	return running;
}

/** Waits until `test` is true, for two seconds at most. */
export async function until(test: () => boolean): Promise<void> {
	const deadline = Date.now() + 2000;
	while (!test()) {
		if (Date.now() > deadline) throw new Error('It did not come true in time');
		await new Promise((resolve) => setImmediate(resolve));
	}
}
