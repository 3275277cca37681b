import type {
	IDataObject,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { recordList } from '../output/body';
import { tokenFree, tokenOf } from '../output/tokenFree';
import { type Answer, type Carrier, sendOnce } from '../transport/answer';
import { type Failure, shownText, withoutToken } from '../failure/failure';
import { failureOf } from '../failure/failureOf';
import { isBlank, trimmed } from '../input/values';

/**
 * A list of records to choose from in the editor. It comes from an endpoint that the contract does not
 * document. Some records contain secrets, so only IDs, names and descriptions of rules are returned.
 */
interface Picker {
	/** Path below the account, also the name of the list in messages. */
	path: string;
	/** Turns a record into an entry of the list; by default from its ID and name. */
	toItem?: (record: IDataObject) => INodeListSearchItems;
	/** Whether the list offers a record. */
	offers?: (record: IDataObject, context: ILoadOptionsFunctions) => boolean;
}

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

export const searchInboxes = listSearch({
	path: 'inboxes',
});

/** Labels by their titles, because actions contain titles. */
export const searchLabelTitles = listSearch({
	path: 'labels',
	toItem: ({ title }) => entry(title, title),
});

export const searchAgents = listSearch({
	path: 'agents',
});

export const searchTeams = listSearch({
	path: 'teams',
});

const CUSTOM_ATTRIBUTES: Picker = {
	path: 'custom_attribute_definitions',
	toItem: ({ attribute_key, attribute_display_name }) =>
		entry(attribute_key, attribute_display_name),
};

export const searchContactAttributes = listSearch({
	...CUSTOM_ATTRIBUTES,
	offers: ({ attribute_model }) => attribute_model !== 'conversation_attribute',
});

/** The custom attributes of contacts or of conversations, as chosen in 'Belongs To' of the row. */
export const searchCustomAttributes = listSearch({
	...CUSTOM_ATTRIBUTES,
	offers: ({ attribute_model }, context) => {
		const model = context.getCurrentNodeParameter('&customAttributeType');
		return isBlank(model) || isBlank(attribute_model) || attribute_model === model;
	},
});

export const searchLabels = listSearch({
	path: 'labels',
	toItem: ({ id, title }) => entry(id, title),
});

export const searchAgentBots = listSearch({
	path: 'agent_bots',
	// The list includes bots that all accounts share, which cannot be deleted.
	offers: ({ system_bot }) => system_bot !== true,
});

export const searchAutomationRules = listSearch({
	path: 'automation_rules',
	// The editor keeps the name in the field, so the name must not say whether the rule is on.
	toItem: ({ id, name, description }) => ({
		...entry(id, name),
		description: isBlank(description) ? undefined : String(description),
	}),
});

function entry(id: unknown, name: unknown): INodeListSearchItems {
	return { name: isBlank(name) ? `ID ${String(id)}` : String(name), value: String(id) };
}

function named({ id, name }: IDataObject): INodeListSearchItems {
	return entry(id, name);
}

function listSearch({ path, toItem = named, offers = () => true }: Picker): ListSearch {
	return async function (this, filter = '') {
		const records = await requestList(this, path);
		const wanted = filter.trim().toLowerCase();
		const items = records.filter((record) => offers(record, this)).map(toItem);
		return { results: items.filter(({ name }) => name.toLowerCase().includes(wanted)) };
	};
}

const ENTER_IT = "Switch from 'From List' to another mode and enter the value.";

/** The path of the node's account, or of the credential's. An expression has no value in the editor. */
function accountPath(context: ILoadOptionsFunctions): string {
	const account = trimmed(String(context.getCurrentNodeParameter('options.accountId') ?? ''));
	if (account === '') return '/api/v1/accounts/{account_id}';
	if (/^[1-9][0-9]*$/.test(account)) return `/api/v1/accounts/${account}`;
	throw new NodeOperationError(
		context.getNode(),
		`The list can't be loaded because 'Account ID' isn't a whole number. ${ENTER_IT}`,
	);
}

/**
 * Requests the records of a list, and removes the token in case the service repeats it.
 *
 * @throws NodeOperationError with reason and remedy in the message, because the editor shows nothing else
 */
async function requestList(context: ILoadOptionsFunctions, path: string): Promise<IDataObject[]> {
	const url = `${accountPath(context)}/${path}`;
	const carry: Carrier = async (options) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, 'customerConversationApi', {
			...options,
			returnFullResponse: true,
		})) as IN8nHttpFullResponse;
	const { answer } = await sendOnce(carry, { method: 'GET', url });
	const token = await tokenOf(context);
	try {
		const failure = failureOf(answer, { fields: [] });
		if (failure) throw failure;
		return recordList(tokenFree(answer as Answer, token).body);
	} catch (error) {
		throw unavailable(context, path, error as Failure, token);
	}
}

/** The remedy by status, if the service is reachable but this list is not. */
const LIST_IS_MISSING: Record<number, string> = {
	403: ENTER_IT,
	404: `Check 'Account ID' and 'Base URL' in the credential. If they are right, the service doesn't have this list. ${ENTER_IT}`,
	429: `Open the list again in a minute. ${ENTER_IT}`,
	500: ENTER_IT,
};

function unavailable(
	context: ILoadOptionsFunctions,
	path: string,
	{ message, description, httpCode = 0 }: Failure,
	token: string,
): NodeOperationError {
	const remedy = LIST_IS_MISSING[httpCode] ?? description;
	return new NodeOperationError(
		context.getNode(),
		`The list of ${path.replaceAll('_', ' ')} couldn't be loaded. ${shownText(message, token)}. ${withoutToken(remedy, token)}`,
	);
}
