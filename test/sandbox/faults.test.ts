import {
	DIALECT_NAMES,
	FAULT_NAMES,
	startSandbox,
	type PlannedFault,
	type Sandbox,
} from '../../tools/sandbox';
import { account, ask, sandboxForTests, until, type Reply } from './support';

const APPS = account('integrations/apps');
const CREATE = account('contacts');

function getApps(sandbox: Sandbox): Promise<Reply> {
	return ask(sandbox, 'GET', APPS);
}

function createContact(sandbox: Sandbox): Promise<Reply> {
	return ask(sandbox, 'POST', CREATE, { body: { name: 'Ada' } });
}

/** The code of the network fault a request ends with. */
async function networkFault(request: Promise<unknown>): Promise<string> {
	try {
		await request;
		return 'none';
	} catch (error) {
		const { cause } = error as { cause?: { code?: string } };
		return cause?.code ?? String(error);
	}
}

function createdIn(sandbox: Sandbox): number {
	return sandbox.state.contacts.created.length;
}

describe('a fault', () => {
	const sandbox = sandboxForTests();

	test('meets only the operations it is limited to', async () => {
		sandbox().setFault({
			kind: 'status',
			status: 503,
			operation: ['contactCreate', 'labelDelete'],
		});

		expect((await getApps(sandbox())).status).toBe(200);
		expect((await createContact(sandbox())).status).toBe(503);
	});

	test('ends after the number of times it was given', async () => {
		sandbox().setFault({ kind: 'status', status: 502, times: 2 });

		const statuses = [];
		for (let count = 0; count < 3; count += 1) statuses.push((await getApps(sandbox())).status);
		expect(statuses).toEqual([502, 502, 200]);
	});

	test('begins with the request it was told to', async () => {
		sandbox().setFault({ kind: 'status', status: 500, from: 3, times: 1 });

		const statuses = [];
		for (let count = 0; count < 4; count += 1) statuses.push((await getApps(sandbox())).status);
		expect(statuses).toEqual([200, 200, 500, 200]);
	});

	test('takes the place of those before when it is set', async () => {
		sandbox().setFault({ kind: 'status', status: 500 });
		sandbox().setFault({ kind: 'status', status: 504 });

		expect((await getApps(sandbox())).status).toBe(504);
	});

	test('comes on top of those before when it is added', async () => {
		sandbox().setFault({ kind: 'status', status: 500, times: 1 });
		sandbox().addFault({ kind: 'html' });

		expect([(await getApps(sandbox())).status, (await getApps(sandbox())).status]).toEqual([
			500, 200,
		]);
	});

	test('is over when it is taken away', async () => {
		sandbox().setFault({ kind: 'html' });
		sandbox().setFault(null);

		expect((await getApps(sandbox())).json).toHaveProperty('payload');
	});

	test('is named in the record of the request', async () => {
		sandbox().setFault({ kind: 'noApiAccess' });
		await getApps(sandbox());

		expect(sandbox().requests[0].fault).toBe('noApiAccess');
	});

	test('with an unknown name is refused', () => {
		expect(() => sandbox().setFault({ kind: 'gremlin' } as unknown as PlannedFault)).toThrow(
			'no fault is called "gremlin"',
		);
	});

	test('for an unknown operation is refused', () => {
		const fault = { kind: 'html', operation: 'contactDelete' } as unknown as PlannedFault;

		expect(() => sandbox().addFault(fault)).toThrow('no operation is called "contactDelete"');
	});

	test('does not keep the breach of the contract from being recorded', async () => {
		sandbox().setFault({ kind: 'status', status: 500 });
		await ask(sandbox(), 'POST', CREATE, { body: { nickname: 'A' } });

		expect(sandbox().requests[0]).toMatchObject({
			problem: 'body must not have "nickname"',
			body: { nickname: 'A' },
		});
	});

	test.each(FAULT_NAMES.filter((name) => name !== 'silence'))(
		'%s leaves the sandbox able to answer afterwards',
		async (kind) => {
			const fault = { kind, ms: 1, status: 500, by: 1, times: 1 } as unknown as PlannedFault;
			sandbox().setFault(
				kind === 'redirect' || kind === 'noApiAccess' ? { kind, times: 1 } : fault,
			);
			await networkFault(getApps(sandbox()));

			expect((await getApps(sandbox())).status).toBe(200);
		},
	);
});

describe('the fault', () => {
	const sandbox = sandboxForTests();

	test('latency makes the answer come later', async () => {
		sandbox().setFault({ kind: 'latency', ms: 60 });
		await getApps(sandbox());

		expect(sandbox().requests[0].ms).toBeGreaterThanOrEqual(55);
	});

	test('rateLimit without Retry-After has no such header', async () => {
		sandbox().setFault({ kind: 'rateLimit' });
		const { status, headers } = await getApps(sandbox());

		expect([status, headers.get('retry-after')]).toEqual([429, null]);
	});

	test('rateLimit says in seconds when to come back', async () => {
		sandbox().setFault({ kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 7 } });

		expect((await getApps(sandbox())).headers.get('retry-after')).toBe('7');
	});

	test('rateLimit says by a date when to come back', async () => {
		sandbox().setFault({ kind: 'rateLimit', retryAfter: { form: 'date', seconds: 30 } });
		const date = (await getApps(sandbox())).headers.get('retry-after') ?? '';

		expect(date).toMatch(/GMT$/);
		expect(Date.parse(date) - Date.now()).toBeGreaterThan(25_000);
	});

	test.each([
		['json', 'application/json', /"error"/],
		['html', 'text/html', /<h1>502<\/h1>/],
		['text', 'text/plain', /Something went wrong/],
		['empty', null, /^$/],
	] as const)('status has a body of %s', async (format, type, body) => {
		sandbox().setFault({ kind: 'status', status: 502, format });
		const { status, headers, text } = await getApps(sandbox());

		expect(status).toBe(502);
		expect(headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
		expect(text).toMatch(body);
	});

	test.each([
		['skipped', 0],
		['performed', 1],
	] as const)('status with its action %s creates %i contacts', async (action, created) => {
		sandbox().setFault({ kind: 'status', status: 504, action });
		await createContact(sandbox());

		expect(createdIn(sandbox())).toBe(created);
	});

	test('resetBeforeRead resets the connection and reads no body', async () => {
		sandbox().setFault({ kind: 'resetBeforeRead' });

		expect(await networkFault(createContact(sandbox()))).toBe('ECONNRESET');
		expect(sandbox().requests).toEqual([
			expect.objectContaining({ operation: 'contactCreate', rawBody: '', body: undefined }),
		]);
		expect(createdIn(sandbox())).toBe(0);
	});

	test.each([
		['skipped', 0],
		['performed', 1],
	] as const)('resetAfterRead with its action %s creates %i contacts', async (action, created) => {
		sandbox().setFault({ kind: 'resetAfterRead', action });

		expect(await networkFault(createContact(sandbox()))).toBe('ECONNRESET');
		expect(sandbox().requests[0].body).toEqual({ name: 'Ada' });
		expect(createdIn(sandbox())).toBe(created);
	});

	test('a reset is recorded as a request without an answer', async () => {
		sandbox().setFault({ kind: 'resetAfterRead' });
		await networkFault(getApps(sandbox()));
		await until(() => sandbox().counts.open === 0);

		expect(sandbox().requests[0].status).toBeNull();
		expect(sandbox().counts.statuses).toEqual({ none: 1 });
	});

	test('silence never answers', async () => {
		sandbox().setFault({ kind: 'silence', action: 'performed' });
		const abort = new AbortController();
		const request = fetch(sandbox().url + CREATE, {
			method: 'POST',
			body: '{"name":"Ada"}',
			headers: {
				'content-type': 'application/json',
				api_access_token: sandbox().tokens.administrator,
			},
			signal: abort.signal,
		}).catch((error: Error) => error.name);
		await until(() => createdIn(sandbox()) === 1);
		abort.abort();

		expect(await request).toBe('AbortError');
		await until(() => sandbox().counts.open === 0);
		expect(sandbox().requests[0].status).toBeNull();
	});

	test('truncated sends half of the JSON', async () => {
		const whole = (await getApps(sandbox())).text;
		sandbox().setFault({ kind: 'truncated' });
		const { status, text, json } = await getApps(sandbox());

		expect([status, json]).toEqual([200, undefined]);
		expect(text).toBe(whole.slice(0, Math.floor(whole.length / 2)));
	});

	test('truncated can cut the connection in the middle of the answer', async () => {
		sandbox().setFault({ kind: 'truncated', cut: 'stream' });

		expect(await networkFault(createContact(sandbox()))).toBe('UND_ERR_SOCKET');
		expect(createdIn(sandbox())).toBe(1);
	});

	test('nonJson announces JSON that is none', async () => {
		sandbox().setFault({ kind: 'nonJson' });
		const { status, headers, text } = await getApps(sandbox());

		expect([status, text]).toEqual([200, 'OK']);
		expect(headers.get('content-type')).toContain('application/json');
	});

	test('html answers 200 with the page of the service and does nothing', async () => {
		sandbox().setFault({ kind: 'html' });
		const { status, headers, text } = await createContact(sandbox());

		expect(status).toBe(200);
		expect(headers.get('content-type')).toContain('text/html');
		expect(text).toContain('<title>Customer Conversation</title>');
		expect(createdIn(sandbox())).toBe(0);
	});

	test('empty answers 200 without a body to something that was done', async () => {
		sandbox().setFault({ kind: 'empty' });

		expect(await createContact(sandbox())).toMatchObject({ status: 200, text: '' });
		expect(createdIn(sandbox())).toBe(1);
	});

	test.each([301, 302, 303, 307, 308] as const)(
		'redirect %i points to another host',
		async (status) => {
			sandbox().setFault({ kind: 'redirect', status, to: 'https://other.example' });
			const reply = await getApps(sandbox());

			expect(reply.status).toBe(status);
			expect(reply.headers.get('location')).toBe(`https://other.example${APPS}`);
		},
	);

	test('dropUnderscoreHeaders loses the documented token header', async () => {
		sandbox().setFault({ kind: 'dropUnderscoreHeaders' });

		expect((await getApps(sandbox())).status).toBe(401);
		expect(sandbox().requests[0].headers).toHaveProperty('api_access_token');
	});

	test('dropUnderscoreHeaders lets the hyphenated token header through', async () => {
		sandbox().setFault({ kind: 'dropUnderscoreHeaders' });
		const headers = { 'api-access-token': sandbox().tokens.administrator };

		expect((await ask(sandbox(), 'GET', APPS, { token: null, headers })).status).toBe(200);
	});

	test.each([402, 403] as const)('noApiAccess answers %i', async (status) => {
		sandbox().setFault({ kind: 'noApiAccess', status });

		expect(await getApps(sandbox())).toMatchObject({
			status,
			json: { error: 'API access is not enabled for this account' },
		});
	});

	test('shiftedPages shows records of one page again on the next', async () => {
		sandbox().setFault({ kind: 'shiftedPages', by: 2 });
		const idsOf = async (page: number) => {
			const path = account(`contacts/search?q=example&page=${page}`);
			const { payload } = (await ask(sandbox(), 'GET', path)).json as { payload: { id: number }[] };
			return payload.map(({ id }) => id);
		};

		expect((await idsOf(2)).slice(0, 2)).toEqual((await idsOf(1)).slice(-2));
	});

	test('answer sends whatever it was given', async () => {
		const body = { errors: { base: ['is odd'] } };
		sandbox().setFault({ kind: 'answer', status: 418, headers: { 'x-odd': 'yes' }, body });
		const { status, headers, json } = await getApps(sandbox());

		expect([status, headers.get('x-odd'), json]).toEqual([418, 'yes', body]);
	});

	test('answer sends a text as it is', async () => {
		sandbox().setFault({ kind: 'answer', status: 200, body: '{"half":' });

		expect((await getApps(sandbox())).text).toBe('{"half":');
	});
});

describe.each(DIALECT_NAMES)('a rate limit in the words of the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test('is told by status 429', async () => {
		sandbox().setFault({ kind: 'rateLimit' });
		const { status, text } = await getApps(sandbox());

		expect(status).toBe(429);
		expect(text).toContain(
			dialect === 'upstream' ? 'Retry later\n' : '"description":"Too many requests"',
		);
	});
});

test('a sandbox that left a request without an answer can be closed', async () => {
	const sandbox = await startSandbox();
	sandbox.setFault({ kind: 'silence' });
	const request = networkFault(getApps(sandbox));
	await until(() => sandbox.counts.open === 1);
	await sandbox.close();

	expect(await request).toBe('UND_ERR_SOCKET');
});
