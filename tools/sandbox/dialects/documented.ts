import { empty, json, type Answer } from '../answer';
import type { Dialect, Renderer } from '../dialect';
import type { OperationName } from '../operations';
import type { Appointment, AutomationRule } from '../records';
import type { Refusal, RefusalKind } from '../refusal';
import type { ContactPage } from '../service/pages';
import { without } from '../without';
import { contactShape, listedContact } from './shapes';
import { PICKER_SHAPES } from './pickers';

/** Which condition yields which status is not shown by the contract; these are usual. */
const STATUSES: Record<RefusalKind, number> = {
	tokenMissing: 401,
	tokenUnknown: 401,
	accountForbidden: 401,
	roleForbidden: 403,
	botForbidden: 403,
	accountUnknown: 404,
	notFound: 404,
	routeUnknown: 404,
	rateLimited: 429,
	overloaded: 503,
	breach: 400,
	invalid: 422,
	unprocessable: 422,
	crash: 422,
};

/** Statuses that the contract does show. */
const OPERATION_STATUSES: Partial<Record<OperationName, Partial<Record<RefusalKind, number>>>> = {
	contactFilter: { invalid: 400, unprocessable: 400, crash: 400 },
};

type ErrorShape = (refusal: Refusal) => unknown;

const standardError: ErrorShape = ({ message, issues }) => ({
	description: message,
	errors: issues.map(({ field, message: text, code }) => ({ field, message: text, code })),
});

/** Contract 7: the operations whose errors don't have the standard shape. */
const ERROR_SHAPES: Partial<Record<OperationName, ErrorShape>> = {
	messagingFlowCreate: ({ issues }) => ({ errors: issues.map((issue) => issue.message) }),
	catalogPushToPartner: ({ message }) => ({ error: message }),
};

function refuse(refusal: Refusal, operation: OperationName | null): Answer {
	const special = operation === null ? undefined : OPERATION_STATUSES[operation]?.[refusal.kind];
	const shape = (operation && ERROR_SHAPES[operation]) ?? standardError;
	return json(special ?? STATUSES[refusal.kind], shape(refusal));
}

function contactList(page: ContactPage): Answer {
	return json(200, {
		meta: { count: page.total, current_page: page.page },
		payload: page.contacts.map((contact) => listedContact(contactShape(contact), page.showInboxes)),
	});
}

function ruleShape(rule: AutomationRule): unknown {
	return { payload: [rule] };
}

function appointmentAnswer(appointment: Appointment): Answer {
	return json(200, appointment);
}

const render: Renderer = {
	...PICKER_SHAPES,
	contactFilter: contactList,
	contactSearch: contactList,
	contactCreate: ({ contact }) =>
		json(200, {
			payload: [contactShape(contact)],
			id: contact.id,
			availability_status: contact.availability_status,
		}),
	automationRuleUpdate: (rule) => json(200, ruleShape(rule)),
	messagingFlowCreate: (flow) => json(200, without(flow, 'flow_json')),
	appointmentReschedule: appointmentAnswer,
	appointmentComplete: appointmentAnswer,
	inboxGetAgents: (members, { state }) =>
		json(200, {
			payload: members.map((member) => ({
				...without(member, 'inbox_ids'),
				account_id: state.accountId,
				confirmed: true,
			})),
		}),
	integrationGetApps: (apps) => json(200, { payload: apps }),
	agentBotDelete: () => empty(204),
	labelDelete: () => empty(204),
	outboundReportGetByTemplate: (rows) =>
		json(
			200,
			rows.map((row) => ({
				...row,
				delivery_rate: row.delivery_rate ?? 0,
				read_rate: row.read_rate ?? 0,
			})),
		),
	catalogPushToPartner: (push) => json(200, { pushed: true, products: push.products }),
};

/** The shapes, statuses and rules of the contract, to the letter. */
export const documented: Dialect = {
	name: 'documented',
	traits: {
		searchesResolvedOnly: true,
		searchesWithWildcards: false,
		acceptsBlankSearch: false,
		comparesFirstValueOnly: false,
		checksFilterOperators: false,
		checksCustomAttributes: true,
		refusesAvatarText: false,
		showsAvatarUrl: true,
		crashesOnUnknownRule: false,
		lowersRuleOperators: true,
		checksRuleNames: false,
		sendsRetryAfter: true,
		administratorOnly: new Set(),
	},
	render,
	refuse,
};
