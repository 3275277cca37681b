import type {
	IDataObject,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	INodeListSearchItems,
	INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { recordList } from '../output/records';
import type { Response } from '../operation';
import { sentToken } from '../transport/authenticate';
import { untilDeadline } from '../transport/deadline';
import { type HttpClient, sendOnce } from '../transport/sendOnce';
import { DEFAULT_TIMEOUT_MS } from '../transport/waits';
import { type Failure, toHeadline } from '../failure/failure';
import { checkResponse } from '../failure/checkResponse';
import { Tokens } from '../failure/tokens';
import { type ChosenAttribute, fieldTypeOf, listValue } from '../input/attributeType';
import { isComparable } from '../input/conditionValues';
import { operationError } from '../input/operationError';
import { accountId } from '../input/recordId';
import { folded, isBlank, isText } from '../input/values';

/** An entry of a list, from what the service sent. Without a value, the list doesn't offer the record. */
interface Entry {
	/** ID, title or key of the record. */
	value: unknown;
	name: unknown;
}

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

export const searchAgents = listSearch('agents');

export const searchTeams = listSearch('teams');

/** What users call a channel, if the service's own word for it is another one. */
const CHANNELS = new Map([
	['Api', 'API'],
	['FacebookPage', 'Facebook'],
	['Sms', 'SMS'],
	['TwilioSms', 'Twilio'],
	['WebWidget', 'Website'],
	['Whatsapp', 'WhatsApp'],
]);

/** The channels of Chatwoot in which a conversation can only be started by the contact. */
const WITHOUT_NEW_CONTACTS = ['FacebookPage', 'Instagram', 'Line', 'Telegram', 'TwitterProfile'];

/** Inboxes with their channels, because some channels can't do all that others can. */
export const searchInboxes = listSearch('inboxes', inboxEntry);

/** Inboxes to add a contact to. It says which of them can't take one. */
export const searchContactInboxes = listSearch('inboxes', (inbox) => {
	const entry = inboxEntry(inbox);
	const isClosed = WITHOUT_NEW_CONTACTS.includes(channelOf(inbox) ?? '');
	return isClosed ? { ...entry, name: `${entry.name} (can't add contacts)` } : entry;
});

function inboxEntry(inbox: IDataObject): Entry {
	const { id, name } = inbox;
	const channel = channelOf(inbox);
	if (!isText(name) || channel === undefined) return { value: id, name };
	return { value: id, name: `${name} · ${CHANNELS.get(channel) ?? channel}` };
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
 * The editor keeps the name in the field, so the name must not say whether the rule is on. It doesn't show the
 * description of an entry.
 */
export const searchAutomationRules = listSearch('automation_rules');

const ATTRIBUTES = 'custom_attribute_definitions';

/** A custom attribute of the account. */
export interface AttributeDefinition extends ChosenAttribute {
	name: string;
	/** The choices of a list. */
	choices: string[];
}

/** The models that custom attributes may belong to. */
const OWNERS = new Map<unknown, ChosenAttribute['owner']>([
	['contact_attribute', 'contact'],
	['conversation_attribute', 'conversation'],
]);

/** The custom attribute that a record of the service defines, or none for one of another model or without a key. */
function attributesIn(definition: IDataObject): AttributeDefinition[] {
	const { attribute_key: key, attribute_display_name: name, attribute_model: model } = definition;
	const { attribute_display_type: type, attribute_values: values } = definition;
	const owner = OWNERS.get(model);
	if (!isText(key) || !(owner ?? isBlank(model))) return [];
	const choices = type === 'list' && Array.isArray(values) ? choicesIn(values) : [];
	return [
		{
			key,
			name: isText(name) ? name : key,
			...(owner && { owner }),
			...(isText(type) && fieldTypeOf(type) && { type }),
			choices,
		},
	];
}

/** The choices of a list, or none if it has one that isn't a text or a number: then any text may be meant. */
function choicesIn(values: unknown[]): string[] {
	return values.every((value) => isText(value) || typeof value === 'number')
		? values.map(String)
		: [];
}

function isOfContacts({ owner }: AttributeDefinition): boolean {
	return owner !== 'conversation';
}

/** The custom attributes of contacts. */
export async function contactAttributes(
	context: ILoadOptionsFunctions,
): Promise<AttributeDefinition[]> {
	const definitions = await requestList(context, ATTRIBUTES, USE_JSON);
	return definitions.flatMap(attributesIn).filter(isOfContacts);
}

/** The custom attributes of contacts that a condition can compare. */
export const searchContactAttributes = listSearch(ATTRIBUTES, (definition) =>
	comparedEntry(attributesIn(definition).filter(isOfContacts), () => undefined),
);

/** The custom attributes of contacts and conversations that a condition can compare. Each name says which of the two has it. */
export const searchCustomAttributes = listSearch(ATTRIBUTES, (definition) =>
	comparedEntry(attributesIn(definition), ({ owner }) => owner),
);

/** An attribute that a condition can compare. Behind its name stand its owner, its type and the choices of a list. */
function comparedEntry(
	[attribute]: AttributeDefinition[],
	shownOwner: (attribute: AttributeDefinition) => string | undefined,
): Entry {
	if (!attribute || !isComparable(attribute.type)) return { value: undefined, name: undefined };
	const { name, type, choices } = attribute;
	const details = [type, choices.join(', ')].filter(Boolean).join(': ');
	return {
		value: listValue(attribute),
		name: [name, shownOwner(attribute), details].filter(Boolean).join(' · '),
	};
}

/** The entry as the editor shows it, or none for a record that can't be chosen. */
function itemsOf({ value, name }: Entry): INodeListSearchItems[] {
	if (!isText(value) && typeof value !== 'number') return [];
	return [{ name: isText(name) ? name : `ID ${value}`, value: String(value) }];
}

/**
 * Makes the list of records to choose from in the editor. It comes from an endpoint that the contract does not
 * document. Some records contain secrets, so an entry has only what a user needs to know one from another.
 *
 * @param path below the account, also the name of the list in messages
 */
function listSearch(
	path: string,
	toEntry: (record: IDataObject) => Entry = ({ id, name }) => ({ value: id, name }),
): ListSearch {
	return async function (this, filter = '') {
		const wanted = folded(filter);
		const results = (await requestList(this, path))
			.flatMap((record) => itemsOf(toEntry(record)))
			.filter(({ name }) => folded(name).includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { results };
	};
}

/** The way out if a list to choose from can't be loaded. */
const ENTER_IT = "Switch from 'From list' to another mode and enter the value.";

/** The way out if the list of attributes can't be loaded. */
const USE_JSON = "Enter the attributes in 'Custom Attributes (JSON)' under 'Additional Fields'.";

/** The path of the node's account, or of the credential's. An expression has no value in the editor. */
function accountPath(context: ILoadOptionsFunctions, wayOut: string): string {
	const account: unknown = context.getCurrentNodeParameter('options.accountId');
	try {
		return `/api/v1/accounts/${accountId(account) ?? '{account_id}'}`;
	} catch (error) {
		throw operationError(
			context.getNode(),
			`The list can't be loaded because 'Account ID' ${(error as Error).message}. ${wayOut}`,
		);
	}
}

/**
 * Requests the records of a list, and removes the token in case the service repeats it.
 *
 * @param wayOut what to do without the list
 * @throws NodeOperationError with reason and remedy in the message, because the editor shows nothing else
 */
async function requestList(
	context: ILoadOptionsFunctions,
	path: string,
	wayOut = ENTER_IT,
): Promise<IDataObject[]> {
	const url = `${accountPath(context, wayOut)}/${path}`;
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
	const { response } = await sendOnce(client, { method: 'GET', url });
	try {
		const failure = checkResponse(response, { fields: [], tokens });
		if (failure) throw failure;
		return recordList(tokens.removeFromObject((response as Response).body));
	} catch (error) {
		throw unavailable(context, path, error as Failure, tokens, wayOut);
	}
}

/** The remedies that differ from those of a run, by status. */
const REMEDIES: Record<number, string | undefined> = {
	404: "Check 'Account ID' and 'Base URL' in the credential. If they are right, the service doesn't have this list.",
	429: '',
};

/** The error of a list. It gives the way out, except for a refused token, with which no value helps. */
function unavailable(
	context: ILoadOptionsFunctions,
	path: string,
	{ message, description, httpCode = 0, isTransient }: Failure,
	tokens: Tokens,
	wayOut: string,
): NodeOperationError {
	const sentences = [
		`The list of ${path.replaceAll('_', ' ')} couldn't be loaded.`,
		`${toHeadline(message, tokens)}.`,
		tokens.removeFrom(REMEDIES[httpCode] ?? description),
		isTransient && 'Open the list again in a minute.',
		httpCode !== 401 && wayOut,
	];
	return operationError(context.getNode(), sentences.filter(Boolean).join(' '));
}
