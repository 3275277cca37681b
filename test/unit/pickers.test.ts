import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import {
	searchChoices,
	searchContactAttributes,
	searchCustomAttributes,
} from '../../nodes/shared/editor/attributePickers';
import {
	searchAgentBots,
	searchAgents,
	searchAutomationRules,
	searchContactInboxes,
	searchInboxes,
	searchLabels,
	searchLabelTitles,
} from '../../nodes/shared/editor/pickers';
import { authenticate } from '../../nodes/shared/http/authenticate';

const NODE = { id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

interface Reply {
	statusCode?: number;
	body?: unknown;
	headers?: IDataObject;
}

/** The editor's side of a list: what the service answers, and what it was asked. */
function editor(reply: Reply | Error, accountId: unknown = '', apiAccessToken = 'secret-token') {
	const asked: string[] = [];
	const context = {
		getNode: () => NODE as unknown as INode,
		getCurrentNodeParameter: (path: string) =>
			path === 'options.accountId' ? accountId : undefined,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
				asked.push(options.url);
				const credential = { baseUrl: 'https://chat.example.com', accountId: '1', apiAccessToken };
				await authenticate(credential, options);
				if (reply instanceof Error) throw reply;
				return { statusCode: 200, headers: {}, body: '', ...reply };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { context, asked };
}

/** What a list offers where the service gives these records, and what it was asked for. */
async function offered(search: typeof searchLabels, body: unknown, typed?: string) {
	const { context } = editor({ body });
	return (await search.call(context, typed)).results;
}

const BOTS = [
	{ id: 3, name: 'Ava', access_token: 'secret' },
	{ id: 4, name: 'All', system_bot: true },
];
const RULE = { id: 4, name: 'Refunds', active: false, description: 'Labels' };

it.each([
	[
		'inboxes',
		searchInboxes,
		{ payload: [{ id: 1, name: 'Mail', imap_password: 'secret' }] },
		['Mail', '1'],
	],
	['labels', searchLabels, [{ id: 1, title: '' }], ['ID 1', '1']],
	[
		'labels',
		searchLabels,
		[{ title: 'gold' }, { id: null, title: 'x' }, { id: 2, title: 'vip' }],
		['vip', '2'],
	],
	[
		'titles of labels',
		searchLabelTitles,
		[
			{ id: 1, title: 7 },
			{ id: 2, title: 'vip' },
		],
		['vip', 'vip'],
	],
	['agents', searchAgents, [{ id: 5, name: 'Mia' }], ['Mia', '5']],
	['rules', searchAutomationRules, { payload: [RULE] }, ['Refunds', '4']],
	// No account can delete a bot of the whole service.
	['bots of the account', searchAgentBots, BOTS, ['Ava', '3']],
])('the list of %s offers only names and IDs', async (_list, search, body, [name, value]) => {
	expect(await offered(search, body)).toEqual([{ name, value }]);
});

it('shows the channel of an inbox, and which of them take no contact, by what Chatwoot refuses', async () => {
	const inboxes = ['Channel::Email', 'Channel::Telegram', 'Voice'].map((channel_type, index) => ({
		id: index + 1,
		name: 'Shop',
		channel_type,
	}));
	const namesOf = async (search: typeof searchInboxes) =>
		(await offered(search, inboxes)).map(({ name }) => name);
	expect(await namesOf(searchInboxes)).toEqual(['Shop', 'Shop · Email', 'Shop · Telegram']);
	expect(await namesOf(searchContactInboxes)).toEqual([
		...['Shop', 'Shop · Email', "Shop · Telegram (can't add contacts)"],
	]);
});

it('finds a part of a name in upper or lower case', async () => {
	const labels = ['Billing', 'vip'].map((title, index) => ({ id: index + 1, title }));
	expect(await offered(searchLabels, labels, ' BILL ')).toEqual([{ name: 'Billing', value: '1' }]);
});

it('lists records from A to Z, in the order of the language and not of the codes', async () => {
	const inboxes = ['web', 'Écran', 'Mail', 'api'].map((name, index) => ({ id: index + 1, name }));
	const names = (await offered(searchInboxes, inboxes)).map(({ name }) => name);
	expect(names).toEqual(['api', 'Écran', 'Mail', 'web']);
});

it('requests the list for the account of the credential, or the node’s own', async () => {
	const blank = editor({ body: [] });
	await searchLabels.call(blank.context);
	const own = editor({ body: [] }, ' 7 ');
	await searchLabels.call(own.context);
	expect([...blank.asked, ...own.asked]).toEqual([
		'/api/v1/accounts/{account_id}/labels',
		'/api/v1/accounts/7/labels',
	]);
});

it('requests nothing if the account is not a number', async () => {
	const { context, asked } = editor({ body: [] }, '={{ $json.account }}');
	await expect(searchLabels.call(context)).rejects.toThrow(
		"The list can't be loaded because 'Account ID' must be a whole number above 0",
	);
	expect(asked).toEqual([]);
});

it.each([true, false, undefined])(
	'trusts any certificate only if Ignore SSL Issues is on: %p',
	async (isOn) => {
		const { context } = editor({ body: [] });
		const request = jest.spyOn(context.helpers, 'httpRequestWithAuthentication');
		context.getCurrentNodeParameter = (path: string) =>
			path === 'requestOptions.allowUnauthorizedCerts' ? isOn : undefined;
		await searchLabels.call(context);
		expect(request.mock.calls).toMatchObject([
			['customerConversationApi', { skipSslCertificateValidation: isOn === true }],
		]);
	},
);

const DEFINITIONS = [
	{ attribute_key: 'plan', attribute_display_name: 'Plan', attribute_model: 'contact_attribute' },
	{ attribute_display_name: 'No Key', attribute_model: 'contact_attribute' },
	{ attribute_key: 'sector', attribute_model: 'company_attribute' },
	{ attribute_key: 'tier', attribute_model: '' },
	{ attribute_key: 'mood', attribute_display_name: '', attribute_model: 'conversation_attribute' },
];

it('offers the custom attributes of contacts, and to a rule all, with where each belongs', async () => {
	const names = async (search: typeof searchLabels) => {
		const { context } = editor({ body: DEFINITIONS });
		return (await search.call(context)).results.map(({ name, value }) => [name, value]);
	};
	expect(await names(searchContactAttributes)).toEqual([
		['Plan', 'contact.:plan'],
		['tier', '.:tier'],
	]);
	expect(await names(searchCustomAttributes)).toEqual([
		['mood · conversation', 'conversation.:mood'],
		['Plan · contact', 'contact.:plan'],
		['tier', '.:tier'],
	]);
	const [urgency] = await offered(searchCustomAttributes, [
		{
			attribute_key: 'urgency',
			attribute_display_type: 'list',
			attribute_values: ['low', 'high'],
			attribute_model: 'conversation_attribute',
		},
	]);
	expect(urgency).toEqual({
		name: 'urgency · conversation · list',
		value: 'conversation.list:urgency',
	});
});

function vip(attribute_display_type: unknown, attribute_values?: unknown): IDataObject {
	const names = { attribute_key: 'vip', attribute_display_name: 'Vip' };
	return { ...names, attribute_display_type, attribute_values } as IDataObject;
}

it.each([
	['checkbox', [], 'Vip · checkbox', '.checkbox:vip'],
	['list', ['gold', 'silver'], 'Vip · list', '.list:vip'],
	['list', [1, 2], 'Vip · list', '.list:vip'],
	['list', [], 'Vip · list', '.list:vip'],
	['list', [{ value: 'gold' }, 'silver'], 'Vip · list', '.list:vip'],
	['list', ['gold', null], 'Vip · list', '.list:vip'],
	['text', ['gold'], 'Vip · text', '.text:vip'],
	// The number of the type, as some servers store it.
	[7, [], 'Vip', '.:vip'],
	['a new type', [], 'Vip', '.:vip'],
	[undefined, undefined, 'Vip', '.:vip'],
])(
	'says behind the name of an attribute of type %s, with the choices %j, its type',
	async (type, choices, name, value) => {
		expect(await offered(searchContactAttributes, [vip(type, choices)])).toEqual([{ name, value }]);
	},
);

it.each([
	['.list:vip', ['gold', 2], ['2', 'gold']],
	[{ __rl: true, mode: 'list', value: '.list:vip' }, ['gold', 'silver'], ['gold', 'silver']],
	// Any text may be meant.
	['.list:vip', [{ value: 'gold' }, 'silver'], []],
	['.list:other', ['gold'], []],
	['={{ $json.attribute }}', ['gold'], []],
	[undefined, ['gold'], []],
])(
	'offers for the attribute %j of the row, with the choices %j, %j',
	async (chosen, all, names) => {
		const { context } = editor({ body: [vip('list', all)] });
		const paths: Record<string, unknown> = { '&customAttribute': chosen };
		const row = { ...context, getCurrentNodeParameter: (path: string) => paths[path] };
		const { results } = await searchChoices.call(row as unknown as ILoadOptionsFunctions);
		expect(results.map(({ name }) => name).sort()).toEqual(names);
		expect(results.map(({ value }) => value).sort()).toEqual(names);
	},
);

it('offers the choices that contain all letters of the search', async () => {
	const { context } = editor({ body: [vip('list', ['gold', 'old', 'bold', 'orange'])] });
	const chosen: Record<string, unknown> = { '&customAttribute': '.list:vip' };
	const row = { ...context, getCurrentNodeParameter: (path: string) => chosen[path] };
	const { results } = await searchChoices.call(row as unknown as ILoadOptionsFunctions, 'OLD');
	expect(results.map(({ value }) => value).sort()).toEqual(['bold', 'gold', 'old']);
});

it.each(['currency', 'percent'])(
	'offers no attribute of type %s, which no condition can compare',
	async (type) => {
		for (const search of [searchContactAttributes, searchCustomAttributes]) {
			expect(await offered(search, [vip(type)])).toEqual([]);
		}
	},
);

function refusal(statusCode: number, error: string): Reply {
	return { statusCode, body: { error } };
}

const ENTER_IT = "Switch from 'From list' to another mode and enter the value.";

/** The message of a list that can't be loaded. */
async function messageAfter(reply: Reply | Error): Promise<string> {
	const { context } = editor(reply);
	const error = await searchLabels.call(context).catch((thrown: Error) => thrown);
	return (error as Error).message;
}

it.each([
	['a refused token', refusal(401, 'Invalid Access Token'), "'API Access Token'"],
	['the token of an agent', refusal(401, 'You are not authorized to do this action'), 'an admin'],
	['an account that is not there', refusal(404, 'No'), "Check 'Account ID'"],
	['a rate limit', refusal(429, 'Too many requests'), 'Open the list again in a minute'],
	['an outage', { statusCode: 503 }, 'Open the list again in a minute'],
	['an empty response', { body: '' }, 'empty, cut off or not JSON'],
	['a response that is cut off', { body: '[{"id": 1, "ti' }, 'empty, cut off or not JSON'],
	['an error in a success', { body: { error: 'nope' } }, 'loaded. Nope'],
	['a web page', { body: '<html></html>' }, "Check 'Base URL'"],
	['an answer without a list', { body: {} }, 'contains no list'],
	['a lost connection', Object.assign(new Error(), { code: 'ECONNRESET' }), 'connection was lost'],
])('says in the message what happened and what to do after %s', async (_what, reply, words) => {
	expect(await messageAfter(reply)).toContain(words);
});

it('ends a list whose response never arrives when its time is over', async () => {
	const clock = new AbortController();
	jest.spyOn(performance, 'now').mockReturnValue(1e9);
	const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
	const { context } = editor({});
	context.helpers.httpRequestWithAuthentication = async () => await new Promise(() => undefined);
	const message = searchLabels.call(context).catch((thrown: Error) => thrown.message);
	clock.abort();
	expect(deadline).toHaveBeenCalledWith(302_000);
	jest.restoreAllMocks();
	expect(await message).toContain('did not respond in time');
});

const REPLIES: fc.Arbitrary<Reply> = fc.record({
	statusCode: fc.oneof(
		fc.constantFrom(200, 401, 403, 404, 422, 429, 500, 503),
		fc.integer({ min: 200, max: 599 }),
	),
	body: fc.oneof(
		fc.constantFrom('', ' ', null, {}, 0, false, '<html><body></body></html>', '[{"id": 1, "ti'),
		fc.record({ error: fc.constantFrom('nope', 'Resource could not be found', true) }),
		fc.record({ errors: fc.array(fc.string(), { maxLength: 2 }) }),
		fc.record({ payload: fc.oneof(fc.constant(null), fc.string(), fc.object()) }),
		fc.json(),
	),
	headers: fc.constantFrom({}, { 'content-type': 'text/html' }, { 'retry-after': '7200' }),
});

it('offers to enter the value if a list can’t be loaded, unless the token is refused', async () => {
	await fc.assert(
		fc.asyncProperty(REPLIES, async (reply) => {
			const { context } = editor(reply);
			const outcome = await searchLabels.call(context).catch((thrown: Error) => thrown.message);
			if (typeof outcome !== 'string') return;
			expect(outcome).toMatch(/^The list of labels couldn't be loaded\. \S/);
			expect(outcome.endsWith(ENTER_IT)).toBe(reply.statusCode !== 401);
			// A list has neither an item nor a record.
			expect(outcome).not.toMatch(/this item|The record/);
		}),
	);
});

it('shows no token that the service repeats, however long its response', async () => {
	const { context } = editor(refusal(401, `${'x'.repeat(290)} secret-token is not known`));
	const thrown = await searchLabels.call(context).catch((thrown: Error) => thrown);
	expect((thrown as Error).message).toContain('***');
	expect((thrown as Error).message).not.toContain('secret');
});
