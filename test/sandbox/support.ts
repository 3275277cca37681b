import axios, { type AxiosResponse } from 'axios';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../tools/sandbox';

export interface Reply {
	status: number;
	headers: AxiosResponse['headers'];
	text: string;
	/** The body parsed, or undefined where it is no JSON. */
	json: unknown;
}

export interface Asking {
	/** Sent as it is if it is a text or a form, else as JSON. */
	body?: unknown;
	/** The administrator's, if left out; null for none. */
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

/** A path of account 1 under /api/v1. */
export function account(path: string): string {
	return `/api/v1/accounts/1/${path}`;
}

/** Sends a request such as `DELETE labels/1` to account 1, or to the path that begins with a slash. */
export async function ask(
	sandbox: Sandbox,
	request: string,
	{ body, token = sandbox.tokens.administrator, headers }: Asking = {},
): Promise<Reply> {
	const [method, path] = request.split(' ');
	const isJson = typeof body === 'object' && !(body instanceof FormData);
	const response = await axios.request<string>({
		method,
		url: sandbox.url + (path.startsWith('/') ? path : account(path)),
		data: isJson ? JSON.stringify(body) : body,
		headers: {
			...(isJson && { 'content-type': 'application/json' }),
			...(token !== null && { api_access_token: token }),
			...headers,
		},
		// axios would turn malformed JSON into a JSON string.
		transformRequest: (data: unknown) => data,
		responseType: 'text',
		maxRedirects: 0,
		validateStatus: () => true,
	});
	const { status, data: text } = response;
	return { status, headers: response.headers, text, json: parsed(text) };
}

/** Starts a sandbox for the tests of a block and stops it after them; between tests it is reset. */
export function sandboxForTests(options: SandboxOptions = {}): () => Sandbox {
	const { start, stop, running } = sandboxWith(options);
	beforeAll(start);
	beforeEach(() => running().reset());
	afterAll(stop);
	return running;
}

/** Starts one for each test instead: what a run of an earlier test sends late does not reach it. */
export function sandboxForEachTest(options: SandboxOptions = {}): () => Sandbox {
	const { start, stop, running } = sandboxWith(options);
	beforeEach(start);
	afterEach(stop);
	return running;
}

function sandboxWith(options: SandboxOptions) {
	let sandbox: Sandbox | undefined;
	const running = (): Sandbox => {
		if (!sandbox) throw new Error('The sandbox has not started');
		return sandbox;
	};
	const start = async () => {
		sandbox = await startSandbox(options);
	};
	const stop = async () => await running().close();
	return { start, stop, running };
}

/** Waits until `test` is true, for two minutes at most: a busy machine is slow. */
export async function until(test: () => boolean): Promise<void> {
	const deadline = Date.now() + 120_000;
	while (!test()) {
		if (Date.now() > deadline) throw new Error('It did not come true in time');
		await new Promise((resolve) => setImmediate(resolve));
	}
}
