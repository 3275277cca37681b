import type {
	IDataObject,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { recordList } from '../output/body';
import { type Answer, type Carrier, isPage, sendOnce } from '../transport/answer';
import { Fault } from '../transport/fault';
import { reasonOf } from '../failure/reason';
import { requestDefaults } from '../transport/requestDefaults';
import { isBlank } from '../input/values';

/**
 * The lists to choose from. They come from endpoints that the contract does not specify, and some
 * of their records carry secrets: only names and IDs leave these functions.
 */
interface Picker {
	/** Path below the account. */
	path: string;
	/** What the list is called in messages. */
	title: string;
	toItem: (record: IDataObject) => INodeListSearchItems;
	/** Whether a record can be chosen at all. */
	offers?: (record: IDataObject) => boolean;
}

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

export const searchInboxes = listSearch({
	path: 'inboxes',
	title: 'inboxes',
	toItem: ({ id, name }) => entry(id, name),
});

export const searchLabels = listSearch({
	path: 'labels',
	title: 'labels',
	toItem: ({ id, title }) => entry(id, title),
});

export const searchAgentBots = listSearch({
	path: 'agent_bots',
	title: 'agent bots',
	// Bots of the whole service are listed as well, but no account can delete them.
	offers: ({ system_bot }) => system_bot !== true,
	toItem: ({ id, name }) => entry(id, name),
});

export const searchAutomationRules = listSearch({
	path: 'automation_rules',
	title: 'automation rules',
	toItem: ({ id, name, active, event_name, description }) => ({
		...entry(id, `${String(name)} (${active === true ? 'on' : 'off'}, ${String(event_name)})`),
		description: isBlank(description) ? undefined : String(description),
	}),
});

function entry(id: unknown, name: unknown): INodeListSearchItems {
	return { name: isBlank(name) ? `ID ${String(id)}` : String(name), value: String(id) };
}

function listSearch({ path, title, toItem, offers = () => true }: Picker): ListSearch {
	return async function (this, filter = '') {
		const answer = await requestList(this, `${accountPath(this)}/${path}`);
		if (answer instanceof Fault || answer.status !== 200 || isPage(answer)) {
			throw new NodeOperationError(
				this.getNode(),
				`The list of ${title} cannot be loaded. Choose the mode 'By ID' and enter the ID.`,
				{ description: whyOf(answer) },
			);
		}
		const items = recordList(answer.body).filter(offers).map(toItem);
		const wanted = filter.trim().toLowerCase();
		return { results: items.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	};
}

/** The node's own account, or the credential's; an expression cannot be known while editing. */
function accountPath(context: ILoadOptionsFunctions): string {
	const account = String(context.getCurrentNodeParameter('options.accountId') ?? '').trim();
	if (account === '') return '/api/v1/accounts/{account_id}';
	if (/^[1-9][0-9]*$/.test(account)) return `/api/v1/accounts/${account}`;
	throw new NodeOperationError(
		context.getNode(),
		"The list cannot be loaded, for 'Account ID' is not a plain number. Choose the mode 'By ID' and enter the ID.",
	);
}

async function requestList(context: ILoadOptionsFunctions, url: string): Promise<Answer | Fault> {
	const carry: Carrier = async (options) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, 'customerConversationApi', {
			...requestDefaults,
			...options,
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
	return await sendOnce(carry, { method: 'GET', url });
}

function whyOf(answer: Answer | Fault): string {
	if (answer instanceof Fault) return answer.words;
	const said = isPage(answer) ? '' : reasonOf(answer.body, (field) => field).text;
	return said === ''
		? `The service answered with status ${answer.status}.`
		: `The service said: ${said}`;
}
