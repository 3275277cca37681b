import { startSandbox, type PlannedFault, type Sandbox } from '../../tools/sandbox';
import { account, askFor, sandboxForTests, until, type Reply } from './support';

function getApps(sandbox: Sandbox): Promise<Reply> {
	return askFor(sandbox, 'GET integrations/apps');
}

function createContact(sandbox: Sandbox): Promise<Reply> {
	return askFor(sandbox, 'POST contacts', { body: { name: 'Ada' } });
}

/** The status of an answer, or the code of the network fault in place of one. */
async function endOf(request: Promise<Reply>): Promise<number | string | undefined> {
	try {
		return (await request).status;
	} catch (error) {
		return (error as { cause?: { code?: string } }).cause?.code;
	}
}

describe('a fault', () => {
	const sandbox = sandboxForTests();

	test.each<[string, PlannedFault[], number[]]>([
		['ends after its times', [{ kind: 'status', status: 502, times: 2 }], [502, 502, 200, 200]],
		['begins where it is told', [{ kind: 'status', status: 500, from: 3 }], [200, 200, 500, 500]],
		[
			'is limited to operations',
			[{ kind: 'status', status: 503, operation: ['labelDelete'] }],
			[200, 200, 200, 200],
		],
		[
			'comes on top of others',
			[
				{ kind: 'status', status: 500, times: 1 },
				{ kind: 'noApiAccess', status: 402 },
			],
			[500, 402, 402, 402],
		],
	])('%s', async (_what, faults, expected) => {
		for (const fault of faults) sandbox().addFault(fault);

		const statuses = [];
		while (statuses.length < 4) statuses.push(await endOf(getApps(sandbox())));
		expect(statuses).toEqual(expected);
	});

	test('takes the place of others when it is set, and goes with null', async () => {
		sandbox().setFault({ kind: 'status', status: 500 });
		sandbox().setFault({ kind: 'status', status: 504 });
		expect((await getApps(sandbox())).status).toBe(504);

		sandbox().setFault(null);
		expect((await getApps(sandbox())).status).toBe(200);
	});

	test.each([
		[{ kind: 'gremlin' }, 'no fault is called "gremlin"'],
		[{ kind: 'html', operation: 'contactDelete' }, 'no operation is called "contactDelete"'],
	])('such as %j is refused', (fault, words) => {
		expect(() => sandbox().setFault(fault as unknown as PlannedFault)).toThrow(words);
	});

	test('is recorded, and so is the breach of the contract it met', async () => {
		sandbox().setFault({ kind: 'status', status: 500 });
		await askFor(sandbox(), 'POST contacts', { body: { nickname: 'A' } });

		expect(sandbox().requests).toMatchObject([
			{ fault: 'status', problem: 'body must not have "nickname"' },
		]);
	});
});

describe('the fault', () => {
	const sandbox = sandboxForTests();
	const date = { form: 'date', seconds: 30 } as const;
	const seconds = { form: 'seconds', seconds: 7 } as const;

	test.each<[PlannedFault, number, RegExp, Record<string, RegExp | null>]>([
		[{ kind: 'rateLimit' }, 429, /Too many requests/, { 'retry-after': null }],
		[{ kind: 'rateLimit', retryAfter: seconds }, 429, /./, { 'retry-after': /^7$/ }],
		[{ kind: 'rateLimit', retryAfter: date }, 429, /./, { 'retry-after': /GMT$/ }],
		[{ kind: 'status', status: 502 }, 502, /"error"/, { 'content-type': /json/ }],
		[{ kind: 'status', status: 502, format: 'html' }, 502, /<h1>502/, { 'content-type': /html/ }],
		[{ kind: 'status', status: 502, format: 'text' }, 502, /wrong/, { 'content-type': /plain/ }],
		[{ kind: 'status', status: 502, format: 'empty' }, 502, /^$/, { 'content-type': null }],
		[{ kind: 'truncated' }, 200, /^\{"payload".*[^}]$/, {}],
		[{ kind: 'nonJson' }, 200, /^OK$/, { 'content-type': /json/ }],
		[{ kind: 'html' }, 200, /<title>Customer Conversation/, { 'content-type': /html/ }],
		[{ kind: 'empty' }, 200, /^$/, {}],
		[{ kind: 'redirect', status: 307 }, 307, /^$/, { location: /elsewhere\.example\/api/ }],
		[{ kind: 'redirect', to: 'https://a.example' }, 301, /^$/, { location: /a\.example\/api/ }],
		[{ kind: 'noApiAccess' }, 403, /API access is not enabled/, {}],
		[{ kind: 'dropUnderscoreHeaders' }, 401, /is missing/, {}],
		[
			{ kind: 'answer', status: 418, headers: { 'x-odd': 'yes' }, body: { errors: [] } },
			418,
			/^\{"errors":\[\]\}$/,
			{ 'x-odd': /yes/ },
		],
		[{ kind: 'answer', status: 200, body: '{"half":' }, 200, /^\{"half":$/, {}],
	])('%j answers %i', async (fault, status, text, headers) => {
		sandbox().setFault(fault);
		const reply = await getApps(sandbox());

		expect(reply.status).toBe(status);
		expect(reply.text).toMatch(text);
		for (const [name, value] of Object.entries(headers)) {
			const header = reply.headers.get(name);
			if (value === null) expect(header).toBeNull();
			else expect(header).toMatch(value);
		}
	});

	test.each<[PlannedFault, number | string, number]>([
		[{ kind: 'status', status: 504 }, 504, 0],
		[{ kind: 'status', status: 504, action: 'performed' }, 504, 1],
		[{ kind: 'html' }, 200, 0],
		[{ kind: 'empty' }, 200, 1],
		[{ kind: 'resetBeforeRead' }, 'ECONNRESET', 0],
		[{ kind: 'resetAfterRead' }, 'ECONNRESET', 0],
		[{ kind: 'resetAfterRead', action: 'performed' }, 'ECONNRESET', 1],
		[{ kind: 'truncated', cut: 'stream' }, 'UND_ERR_SOCKET', 1],
	])('%j ends in %s and creates %i contacts', async (fault, end, created) => {
		sandbox().setFault(fault);

		expect(await endOf(createContact(sandbox()))).toBe(end);
		expect(sandbox().state.contacts.created).toHaveLength(created);
	});

	test('resetBeforeRead reads no body, and is recorded without an answer', async () => {
		sandbox().setFault({ kind: 'resetBeforeRead' });
		await endOf(createContact(sandbox()));
		await until(() => sandbox().counts.open === 0);

		expect(sandbox().requests).toMatchObject([{ rawBody: '', status: null }]);
		expect(sandbox().counts.statuses).toEqual({ none: 1 });
	});

	test('dropUnderscoreHeaders lets the hyphenated token through', async () => {
		sandbox().setFault({ kind: 'dropUnderscoreHeaders' });
		const headers = { 'api-access-token': sandbox().tokens.administrator };
		const reply = await askFor(sandbox(), 'GET integrations/apps', { token: null, headers });

		expect(reply.status).toBe(200);
	});

	test('latency makes the answer come later', async () => {
		sandbox().setFault({ kind: 'latency', ms: 60 });
		await getApps(sandbox());

		expect(sandbox().requests[0].ms).toBeGreaterThanOrEqual(55);
	});

	test('shiftedPages shows records of one page again on the next', async () => {
		sandbox().setFault({ kind: 'shiftedPages', by: 2 });
		const idsOf = async (page: number) => {
			const { json } = await askFor(sandbox(), `GET contacts/search?q=example&page=${page}`);
			return (json as { payload: { id: number }[] }).payload.map(({ id }) => id);
		};

		expect((await idsOf(2)).slice(0, 2)).toEqual((await idsOf(1)).slice(-2));
	});

	test('rateLimit has the words of the dialect', async () => {
		sandbox().setDialect('upstream');
		sandbox().setFault({ kind: 'rateLimit' });

		expect((await getApps(sandbox())).text).toBe('Retry later\n');
	});
});

test('silence never answers, and the sandbox can be closed', async () => {
	const sandbox = await startSandbox();
	sandbox.setFault({ kind: 'silence', action: 'performed' });
	const end = endOf(createContact(sandbox));
	await until(() => sandbox.state.contacts.created.length === 1);
	expect(sandbox.requests).toMatchObject([{ status: null, path: account('contacts') }]);
	await sandbox.close();

	expect(await end).toBe('UND_ERR_SOCKET');
});
