import { empty, json, text, type Answer } from '../answer';
import type { Dialect, Renderer } from '../dialect';
import type { OperationName } from '../operations';
import type { App, Contact, Inbox, JsonObject, Member } from '../records';
import type { Refusal, RefusalKind } from '../refusal';
import type { Call } from '../service/call';
import type { ContactPage } from '../service/pages';
import { without } from '../without';
import { PICKER_SHAPES } from './pickers';
import { contactShape, listedContact } from './shapes';

type Speak = (refusal: Refusal) => Answer;

function says(status: number, error: string): Speak {
	return () => json(status, { error });
}

const internalError: Speak = () => json(500, { status: 500, error: 'Internal Server Error' });

function recordInvalid({ message, issues }: Refusal): Answer {
	return json(422, { message, attributes: [...new Set(issues.map((issue) => issue.field))] });
}

/** `{error: {conditions: [...], actions: [...]}}`, only for automation rules. */
function ruleInvalid({ issues }: Refusal): Answer {
	const fields = [...new Set(issues.map((issue) => issue.field))];
	const error = Object.fromEntries(
		fields.map((field) => [
			field,
			issues.filter((issue) => issue.field === field).map((issue) => issue.message),
		]),
	);
	return json(422, { error });
}

/** A breach of the contract is this sandbox's own finding: it has the contract's shape. */
function breach({ message, issues }: Refusal): Answer {
	return json(400, { description: message, errors: issues });
}

const REFUSALS: Record<RefusalKind, Speak> = {
	tokenMissing: () => json(401, { errors: ['You need to sign in or sign up before continuing.'] }),
	tokenUnknown: says(401, 'Invalid Access Token'),
	accountForbidden: says(401, 'You are not authorized to access this account'),
	roleForbidden: says(401, 'You are not authorized to do this action'),
	botForbidden: says(401, 'Access to this endpoint is not authorized for bots'),
	accountUnknown: says(404, 'Resource could not be found'),
	notFound: says(404, 'Resource could not be found'),
	routeUnknown: () => json(404, { status: 404, error: 'Not Found' }),
	rateLimited: () => text(429, 'Retry later\n'),
	overloaded: () => text(503, 'Service Unavailable'),
	breach,
	invalid: recordInvalid,
	unprocessable: ({ message }) => json(422, { error: message }),
	crash: internalError,
};

const OPERATION_REFUSALS: Partial<Record<OperationName, Partial<Record<RefusalKind, Speak>>>> = {
	automationRuleUpdate: { invalid: ruleInvalid },
};

function refuse(refusal: Refusal, operation: OperationName | null): Answer {
	const special = operation === null ? undefined : OPERATION_REFUSALS[operation]?.[refusal.kind];
	return (special ?? REFUSALS[refusal.kind])(refusal);
}

/** The family leaves out last_activity_at where there was none. */
function contactFields(contact: Contact): JsonObject {
	const { last_activity_at: lastActivity, ...others } = contactShape(contact);
	return lastActivity === null ? others : { ...others, last_activity_at: lastActivity };
}

function listPayload({ contacts, showInboxes }: ContactPage): JsonObject[] {
	return contacts.map((contact) => listedContact(contactFields(contact), showInboxes));
}

function currentPage({ page, pageWasSent }: ContactPage): string | number {
	return pageWasSent ? String(page) : page;
}

/** Since 4.11 `count` is the number of records on this page, and `has_more` says the rest. */
function searchAnswer(page: ContactPage): Answer {
	if (page.total === null) {
		return json(200, { meta: { count: null, current_page: 1 }, payload: [] });
	}
	const payload = listPayload(page);
	return json(200, {
		meta: { count: payload.length, current_page: currentPage(page), has_more: page.hasMore },
		payload,
	});
}

function filterAnswer(page: ContactPage): Answer {
	return json(200, {
		meta: { count: page.total, current_page: currentPage(page) },
		payload: listPayload(page),
	});
}

/** A created contact comes with its inbox as it is stored, not with the slim one of lists. */
function storedInbox(inbox: Inbox, accountId: number): JsonObject {
	return {
		...without(inbox, 'secrets', 'provider'),
		account_id: accountId,
		enable_auto_assignment: true,
		greeting_enabled: false,
		created_at: '2025-01-01T00:00:00.000Z',
		updated_at: '2025-01-01T00:00:00.000Z',
	};
}

function memberShape(member: Member, accountId: number): JsonObject {
	const { availability_status: status } = member;
	return {
		...without(member, 'inbox_ids', 'custom_role_id'),
		account_id: accountId,
		availability_status: status === 'available' ? 'online' : status,
		confirmed: true,
		provider: 'email',
	};
}

/** Agents see less of an app, and no settings of its hooks. */
function appShape(app: App, { caller }: Call): JsonObject {
	const { hook_type, allow_multiple_hooks, hooks, ...common } = app;
	const shared = { ...common, short_description: app.description };
	if (caller.role === 'administrator') {
		return { ...shared, hook_type, allow_multiple_hooks, logo: `${app.id}.png`, hooks };
	}
	return { ...shared, hooks: hooks.map((hook) => without(hook, 'settings', 'reference_id')) };
}

const render: Renderer = {
	...PICKER_SHAPES,
	contactFilter: filterAnswer,
	contactSearch: searchAnswer,
	contactCreate: ({ contact, contactInbox }, { state }) =>
		json(200, {
			payload: {
				contact: contactFields(contact),
				contact_inbox: {
					inbox: contactInbox && storedInbox(contactInbox.inbox, state.accountId),
					source_id: contactInbox?.source_id ?? null,
				},
			},
		}),
	automationRuleUpdate: (rule) => json(200, { payload: rule }),
	messagingFlowCreate: (flow) => json(201, without(flow, 'flow_json')),
	appointmentReschedule: (appointment) => json(200, { payload: appointment }),
	appointmentComplete: (appointment) => json(200, appointment),
	inboxGetAgents: (members, { state }) =>
		json(200, { payload: members.map((member) => memberShape(member, state.accountId)) }),
	integrationGetApps: (apps, call) =>
		json(200, { payload: apps.map((app) => appShape(app, call)) }),
	agentBotDelete: () => empty(200),
	labelDelete: () => empty(200),
	outboundReportGetByTemplate: (rows) => json(200, rows),
	catalogPushToPartner: () => empty(202),
};

/** What servers of the API's family do where they differ from the contract. */
export const upstream: Dialect = {
	name: 'upstream',
	traits: {
		searchesResolvedOnly: false,
		searchesWithWildcards: true,
		acceptsBlankSearch: true,
		comparesFirstValueOnly: true,
		checksFilterOperators: true,
		checksCustomAttributes: false,
		refusesAvatarText: true,
		showsAvatarUrl: false,
		crashesOnUnknownRule: true,
		lowersRuleOperators: false,
		checksRuleNames: true,
		sendsRetryAfter: false,
		administratorOnly: new Set([
			'agentBotDelete',
			'labelDelete',
			'automationRuleUpdate',
			'automationRuleList',
		]),
	},
	render,
	refuse,
};
