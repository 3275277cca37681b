import type {
	IDataObject,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeListSearchItems,
	INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { recordList } from '../response/records';
import type { ApiResponse } from '../operation';
import { sentToken } from '../http/authenticate';
import { untilDeadline } from '../http/deadline';
import { type HttpClient, sendOnce } from '../http/sendOnce';
import { DEFAULT_TIMEOUT_MS } from '../http/waits';
import { type Failure } from '../response/failure';
import { toHeadline } from '../failure/sentences';
import { checkResponse } from '../failure/checkResponse';
import { Tokens } from '../http/tokens';
import { operationError } from '../input/parameters';
import { folded, isText } from '../values';
import { accountId } from '../input/recordId';

export const searchAgents = listSearch('agents');

export const searchTeams = listSearch('teams');

/** The channels of Chatwoot in which only the contact can start a conversation. */
const WITHOUT_NEW_CONTACTS = ['FacebookPage', 'Instagram', 'Line', 'Telegram', 'TwitterProfile'];

/** Inboxes with their channels, such as `Support · WebWidget`, because channels differ in what they can do. */
export const searchInboxes = listSearch('inboxes', inboxEntry);

/** Inboxes to add a contact to. It says which of them can't take one. */
export const searchContactInboxes = listSearch('inboxes', (inbox) => {
	const entry = inboxEntry(inbox);
	const isClosed = WITHOUT_NEW_CONTACTS.includes(channelOf(inbox) ?? '');
	return isClosed ? { ...entry, name: `${String(entry.name)} (can't add contacts)` } : entry;
});

function inboxEntry(inbox: IDataObject): IDataObject {
	const { id, name } = inbox;
	const channel = channelOf(inbox);
	return { value: id, name: isText(name) && channel ? `${name} · ${channel}` : name };
}

function channelOf({ channel_type }: IDataObject): string | undefined {
	return /^Channel::(\w+)$/.exec(String(channel_type))?.[1];
}

export const searchLabels = listSearch('labels', ({ id, title }) => ({ value: id, name: title }));

/** Labels by their titles, because actions contain titles. */
export const searchLabelTitles = listSearch('labels', ({ title }) => ({
	value: isText(title) ? title : undefined,
	name: title,
}));

/** The service's list includes bots that all accounts share, which can't be deleted. */
export const searchAgentBots = listSearch('agent_bots', ({ id, name, system_bot }) => ({
	value: system_bot === true ? undefined : id,
	name,
}));

/**
 * The editor keeps the name in the field, so the name must not say whether the rule is on. A description of an entry would
 * not be shown.
 */
export const searchAutomationRules = listSearch('automation_rules');

/** The entry as the editor shows it. A record without a value can't be chosen, so it has none. */
function itemsOf({ value, name }: IDataObject): INodeListSearchItems[] {
	if (!isText(value) && typeof value !== 'number') return [];
	return [{ name: isText(name) ? name : `ID ${value}`, value: String(value) }];
}

/**
 * Makes the list of records to choose from in the editor. It comes from an endpoint that the contract does not
 * document. Some records contain secrets, so an entry has only what tells it from others.
 */
export function listSearch(
	path: string,
	toEntry: (record: IDataObject) => IDataObject = ({ id, name }) => ({ value: id, name }),
): (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult> {
	return async function (this, filter = '') {
		const wanted = folded(filter);
		const results = (await requestList(this, path))
			.flatMap((record) => itemsOf(toEntry(record)))
			.filter(({ name }) => folded(name).includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { results };
	};
}

/** The remedy if a list to choose from can't be loaded. */
const ENTER_IT = "Switch from 'From list' to another mode and enter the value.";

/** The path of the node's account, or of the credential's. An expression has no value in the editor. */
function accountPath(context: ILoadOptionsFunctions, remedy: string): string {
	const account: unknown = context.getCurrentNodeParameter('options.accountId');
	try {
		return `/api/v1/accounts/${accountId(account) ?? '{account_id}'}`;
	} catch (error) {
		throw operationError(
			context.getNode(),
			`The list can't be loaded because 'Account ID' ${(error as Error).message}. ${remedy}`,
		);
	}
}

/**
 * Requests the records of a list. The message of an error has its reason and its remedy, because the editor shows
 * nothing else.
 */
export async function requestList(
	context: ILoadOptionsFunctions,
	path: string,
	remedy = ENTER_IT,
): Promise<IDataObject[]> {
	const url = `${accountPath(context, remedy)}/${path}`;
	// n8n applies Request Options to runs, but not to lists.
	const skipSslCertificateValidation =
		context.getCurrentNodeParameter('requestOptions.allowUnauthorizedCerts') === true;
	const tokens = new Tokens();
	const client: HttpClient = async (own) => {
		const options = { ...own, skipSslCertificateValidation, returnFullResponse: true };
		const { httpRequestWithAuthentication: request } = context.helpers;
		try {
			const sending = request.call(context, 'customerConversationApi', options);
			return (await untilDeadline(sending, DEFAULT_TIMEOUT_MS)) as IN8nHttpFullResponse;
		} finally {
			tokens.add(sentToken(options));
		}
	};
	const attempt = await sendOnce(client, { method: 'GET', url }, tokens);
	try {
		const failure = checkResponse(attempt, { fields: [] });
		if (failure) throw failure;
		return recordList((attempt.response as ApiResponse).body);
	} catch (error) {
		throw listError(context, path, error as Failure, remedy);
	}
}

/** The remedies that differ from those of a run, by status. */
const LIST_REMEDIES: Record<number, string | undefined> = {
	404: "Check 'Account ID' and 'Base URL' in the credential. If they are right, the service doesn't have this list.",
	429: '',
};

/** The error of a list. If the token was refused, it has no remedy, because entering a value wouldn't help. */
function listError(
	context: ILoadOptionsFunctions,
	path: string,
	{ message, description, httpCode = 0, isTransient }: Failure,
	remedy: string,
): NodeOperationError {
	const sentences = [
		`The list of ${path.replaceAll('_', ' ')} couldn't be loaded.`,
		`${toHeadline(message)}.`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
		LIST_REMEDIES[httpCode] ?? description,
		isTransient && 'Open the list again in a minute.',
		httpCode !== 401 && remedy,
	];
	return operationError(context.getNode(), sentences.filter(Boolean).join(' '));
}
