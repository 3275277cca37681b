import type { IDataObject, ILoadOptionsFunctions, INode } from 'n8n-workflow';

import {
	searchAgentBots,
	searchAutomationRules,
	searchInboxes,
	searchLabels,
} from '../../nodes/shared/form/pickers';

const NODE = { id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

interface Reply {
	statusCode?: number;
	body?: unknown;
	headers?: IDataObject;
}

/** The editor's side of a list: what the service answers, and what it was asked. */
function editor(reply: Reply | Error, accountId: unknown = '') {
	const asked: string[] = [];
	const context = {
		getNode: () => NODE as unknown as INode,
		getCurrentNodeParameter: () => accountId,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) => {
				asked.push(url);
				if (reply instanceof Error) throw reply;
				return { statusCode: 200, headers: {}, body: '', ...reply };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { context, asked };
}

it.each([
	[
		'inboxes',
		searchInboxes,
		{ payload: [{ id: 1, name: 'Mail', imap_password: 'secret' }] },
		[{ name: 'Mail', value: '1' }],
	],
	[
		'labels',
		searchLabels,
		{ payload: [{ id: 2, title: 'vip', color: '#fff' }] },
		[{ name: 'vip', value: '2' }],
	],
	[
		'agent bots',
		searchAgentBots,
		[{ id: 3, name: 'Concierge', access_token: 'secret' }],
		[{ name: 'Concierge', value: '3' }],
	],
	[
		'automation rules',
		searchAutomationRules,
		{
			payload: [
				{
					id: 4,
					name: 'Refunds',
					active: false,
					event_name: 'message_created',
					description: 'Labels',
				},
			],
		},
		[{ name: 'Refunds (off, message_created)', value: '4', description: 'Labels' }],
	],
])('offers %s by name, and nothing but names and IDs', async (_what, search, body, results) => {
	const { context } = editor({ body });
	expect(await search.call(context)).toEqual({ results });
});

it('asks for the account of the credential, or the node’s own', async () => {
	const blank = editor({ body: [] });
	await searchLabels.call(blank.context);
	const own = editor({ body: [] }, ' 7 ');
	await searchLabels.call(own.context);
	expect([...blank.asked, ...own.asked]).toEqual([
		'/api/v1/accounts/{account_id}/labels',
		'/api/v1/accounts/7/labels',
	]);
});

it.each(['={{ $json.account }}', '1/../2', 'x'])(
	'asks nothing for the account %p',
	async (account) => {
		const { context, asked } = editor({ body: [] }, account);
		await expect(searchLabels.call(context)).rejects.toThrow("'By ID'");
		expect(asked).toEqual([]);
	},
);

it('finds a part of a name, whatever its case', async () => {
	const { context } = editor({
		body: [
			{ id: 1, title: 'Billing' },
			{ id: 2, title: 'vip' },
		],
	});
	expect(await searchLabels.call(context, ' BILL ')).toEqual({
		results: [{ name: 'Billing', value: '1' }],
	});
});

it('names a record without a name by its ID', async () => {
	const { context } = editor({ body: [{ id: 1, title: '' }] });
	expect(await searchLabels.call(context)).toEqual({ results: [{ name: 'ID 1', value: '1' }] });
});

it('offers no bot of the whole service, for no account can delete it', async () => {
	const { context } = editor({
		body: [
			{ id: 1, name: 'Own' },
			{ id: 2, name: 'All', system_bot: true },
		],
	});
	expect(await searchAgentBots.call(context)).toEqual({ results: [{ name: 'Own', value: '1' }] });
});

it.each([
	[
		'a refusal',
		{ statusCode: 401, body: { error: 'You are not authorized to do this action' } },
		'You are not authorized',
	],
	['a missing list', { statusCode: 404, body: '' }, 'status 404'],
	['a web page', { body: '<html></html>' }, 'status 200'],
	['a redirect', { statusCode: 301, body: '' }, 'status 301'],
	[
		'a lost connection',
		Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
		'socket hang up',
	],
])('offers the ID instead after %s, and says why', async (_what, reply, why) => {
	const { context } = editor(reply);
	await expect(searchLabels.call(context)).rejects.toMatchObject({
		message: expect.stringContaining(
			"The list of labels cannot be loaded. Choose the mode 'By ID'",
		),
		description: expect.stringContaining(why),
	});
});
