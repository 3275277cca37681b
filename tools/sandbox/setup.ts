import { slimInbox } from './contacts/shape';
import type { OutsideEndpoint } from './lists';
import type { Call } from './operation';
import { found } from './rejection';
import { deleted, json } from './response';
import { agentBot, inbox, label } from './seed/account';
import type { State } from './seed';
import { type AttributeType, customAttribute } from './seed/customAttributes';

type Rule = State['automationRules'][number];

function creating(resource: string, create: (call: Call) => unknown): OutsideEndpoint {
	return {
		method: 'POST',
		path: `/api/v1/accounts/{account_id}/${resource}`,
		respond: (call) => json(200, create(call)),
	};
}

function deleting(resource: string, remove: (call: Call) => void): OutsideEndpoint {
	return {
		method: 'DELETE',
		path: `/api/v1/accounts/{account_id}/${resource}/{id}`,
		respond: (call) => {
			remove(call);
			return deleted(call.upstream);
		},
	};
}

/** Adds a record with the next ID at the end. */
function added<T extends { id: number }>(records: T[], make: (id: number) => T): T {
	const record = make((records.at(-1)?.id ?? 0) + 1);
	records.push(record);
	return record;
}

/** @throws Rejection if there is no such record */
function remove(records: { id: number }[], id: number, what: string): void {
	records.splice(records.indexOf(found(records, id, what)), 1);
}

/**
 * Endpoints outside the contract, in upstream's shapes. `npm run test:server` creates records for the
 * operations with them, and deletes what is left.
 */
export const SETUP: Record<string, OutsideEndpoint> = {
	inboxCreate: creating('inboxes', ({ state, body }) =>
		slimInbox(added(state.inboxes, (id) => inbox(id, String(body.name), 'Api', {}))),
	),
	inboxMemberCreate: creating('inbox_members', ({ state, body }) => {
		const joining = state.members.filter(({ id }) => (body.user_ids as number[]).includes(id));
		joining.forEach((member) => member.inbox_ids.push(body.inbox_id as number));
		return { payload: joining };
	}),
	labelCreate: creating('labels', ({ state, body }) =>
		added(state.labels, (id) => label(id, String(body.title))),
	),
	agentBotCreate: creating('agent_bots', ({ state, body }) =>
		added(state.agentBots, (id) => agentBot(id, String(body.name), '')),
	),
	automationRuleCreate: creating('automation_rules', ({ state, body }) =>
		added(state.automationRules, (id) => {
			const created_on = Math.floor(state.now() / 1000);
			const rule = { ...body, account_id: state.accountId, created_on, id, active: true };
			return rule as unknown as Rule;
		}),
	),
	customAttributeCreate: creating('custom_attribute_definitions', ({ state, body }) =>
		added(state.customAttributes, (id) => {
			const type = body.attribute_display_type as AttributeType;
			return customAttribute(id, String(body.attribute_key), { type }, state.now() / 1000);
		}),
	),
	customAttributeDelete: deleting('custom_attribute_definitions', ({ state, id }) =>
		remove(state.customAttributes, id, 'Custom attribute'),
	),
	contactLabels: creating('contacts/{id}/labels', ({ state, id, body }) => {
		const contact = state.contacts.touch(id);
		contact.labels = body.labels as string[];
		return { payload: contact.labels };
	}),
	contactDelete: deleting('contacts', ({ state, id }) => state.contacts.remove(id)),
	inboxDelete: deleting('inboxes', ({ state, id }) => remove(state.inboxes, id, 'Inbox')),
	automationRuleDelete: deleting('automation_rules', ({ state, id }) =>
		remove(state.automationRules, id, 'Automation rule'),
	),
};
